import LocalServer

/// Serves the form that both hosts open again and again, and lets it end the requested number of times.
actor FormBenchServer {
    private var server: LoopbackServer?
    private var permits: [String: Int] = [:]
    private var held: [String: CheckedContinuation<Void, Never>] = [:]
    private var arrivals: [String: CheckedContinuation<Void, any Error>] = [:]
    private(set) var port: UInt16 = 0

    func open() async throws {
        let form = """
            <!doctype html><meta charset=utf-8><title>form</title>
            <label>Full name <input autofocus></label><button>Continue</button>
            <script>
            addEventListener("load", async () => {
                await fetch(location.href, { method: "POST" });
                const complete = { type: "IC_COMPLETE", success: true };
                webkit.messageHandlers.payDataCollectionComplete.postMessage(complete);
            });
            </script>
            """
        let server = try await LoopbackServer { [weak self] request in
            guard let path = request.path, path.count == 2, path[0] == "forms" else { return ServedAnswer(404) }
            switch request.method {
            case "GET": return .text(form, type: "text/html")
            case "POST":
                guard let self else { return ServedAnswer(410) }
                await self.admit(path[1])
                return ServedAnswer(200)
            default: return ServedAnswer(405)
            }
        }
        self.server = server
        port = UInt16(server.port)
    }

    /// Where `host` finds the form.
    func address(for host: String) -> String { "http://127.0.0.1:\(port)/forms/\(host)" }

    /// Lets `count` forms of `host` end, one after the other, and waits until one more is there, which may not end yet.
    func serve(_ count: Int, to host: String) async throws {
        let alarm = Task { [weak self] in
            try await Task.sleep(for: .seconds(60 + count))
            await self?.give(up: host)
        }
        defer { alarm.cancel() }
        permits[host] = count
        try await withCheckedThrowingContinuation { continuation in
            arrivals[host] = continuation
            if let first = held.removeValue(forKey: host) {
                permits[host] = count - 1
                first.resume()
            }
        }
    }

    private func admit(_ host: String) async {
        if let left = permits[host], left > 0 {
            permits[host] = left - 1
            return
        }
        arrivals.removeValue(forKey: host)?.resume()
        await withCheckedContinuation { held[host] = $0 }
    }

    private func give(up host: String) {
        arrivals.removeValue(forKey: host)?.resume(throwing: BenchError("\(host) opens no more forms"))
    }
}
