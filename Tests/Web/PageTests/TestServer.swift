import LocalServer

/// A web server for the tests' pages, on the loopback interface.
///
/// Reached as `127.0.0.1` and as `localhost` it is two origins. A request for `/gate/NAME` is answered when the test
/// opens that gate, so that a page can wait for the test.
actor TestServer {
    private var server: LoopbackServer?
    private var pages: [String: ServedAnswer] = [:]
    private var openGates: Set<String> = []
    private var waiters: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Every requested path, with its host.
    private(set) var hits: [String] = []
    private(set) var port: UInt16 = 0

    func start() async throws {
        let server = try await LoopbackServer { [weak self] request in
            await self?.answer(request) ?? ServedAnswer(404)
        }
        self.server = server
        port = UInt16(server.port)
    }

    func serve(_ path: String, _ answer: ServedAnswer) {
        pages[path] = answer
    }

    func serve(_ path: String, html: String) {
        serve(path, html: html, headers: [:])
    }

    func serve(_ path: String, html: String, headers: [String: String]) {
        serve(path, type: "text/html; charset=utf-8", html, headers: headers)
    }

    func serve(_ path: String, type: String, _ text: String, headers: [String: String]) {
        var answer = ServedAnswer.text(text, type: type)
        answer.headers += headers.map(ServedRequest.Field.init)
        serve(path, answer)
    }

    func redirect(_ path: String, to target: String, status: Int) {
        serve(path, status: status, headers: ["Location": target])
    }

    func serve(_ path: String, status: Int, headers: [String: String]) {
        serve(path, ServedAnswer(status, headers: headers.map(ServedRequest.Field.init)))
    }

    /// The number of requests for `path` on any host.
    func hits(of path: String) -> Int {
        hits.count { $0.hasSuffix(path) }
    }

    /// Has everybody wait again who asks for `/gate/NAME`.
    func close(_ gate: String) {
        openGates.remove(gate)
    }

    /// Lets everybody through who asks for `/gate/NAME`.
    func open(_ gate: String) {
        openGates.insert(gate)
        for waiter in waiters.removeValue(forKey: gate) ?? [] { waiter.resume() }
    }

    private func answer(_ request: ServedRequest) async -> ServedAnswer {
        let parts = request.path ?? []
        let path = "/" + parts.joined(separator: "/")
        hits.append("\(request.header("Host") ?? "")\(path)")
        if parts.first == "gate", let name = parts.last {
            if !openGates.contains(name) {
                await withCheckedContinuation { waiters[name, default: []].append($0) }
            }
            return ServedAnswer(200, headers: [.init("Access-Control-Allow-Origin", "*")])
        }
        return pages[path] ?? ServedAnswer(404)
    }
}
