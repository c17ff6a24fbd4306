internal import Bridge
internal import CDevelopmentPages
internal import LocalServer
internal import Synchronization

/// Simulates a shop on this machine whose products are paid through a gateway: a page and its server.
package final class ShopSimulator: Sendable {
    private let gateway: GatewaySimulator
    private let goods: [ShopItem]
    private let chain: EthereumChain?
    private let running = Mutex<LoopbackServer?>(nil)
    private let orders = Mutex<Set<String>>([])

    /// Creates a shop that is not listening yet.
    ///
    /// - Parameters:
    ///   - gateway: The payment service.
    ///   - goods: What is sold.
    ///   - chain: The chain with whose USD Coin everything is paid; `nil` for the options of the goods.
    package init(gateway: GatewaySimulator, goods: [ShopItem] = ShopItem.shelf, on chain: EthereumChain? = nil) {
        (self.gateway, self.goods, self.chain) = (gateway, goods, chain)
    }

    /// Starts to listen on 127.0.0.1, at `port` or, with 0, at any free port.
    ///
    /// - Returns: The port.
    /// - Throws: ``SimulatorError/listen(_:)``.
    @discardableResult
    package func start(port: Int = 0) async throws(SimulatorError) -> Int {
        await stop()
        let server = try await LoopbackServer.simulated(port: port) { [weak self] request in
            self?.answer(request) ?? ServedAnswer(503)
        }
        running.withLock { $0 = server }
        return server.port
    }

    /// Stops the shop.
    package func stop() async {
        let server = running.withLock { running in
            defer { running = nil }
            return running
        }
        await server?.close()
    }

    /// The URL of its page.
    package var address: String { "http://127.0.0.1:\(running.withLock { $0?.port ?? 0 })/" }

    /// The header fields of all responses.
    private static let headers: [ServedRequest.Field] = [
        .init("X-Content-Type-Options", "nosniff"), .init("Cache-Control", "no-store"),
        .init("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
    ]

    func answer(_ request: ServedRequest) -> ServedAnswer {
        var answer = page(request) ?? order(request) ?? ServedAnswer.json(["message": "Not found"], status: 404)
        answer.headers += Self.headers
        return answer
    }

    private func page(_ request: ServedRequest) -> ServedAnswer? {
        guard request.method == "GET", let path = request.path, path.count == 1 else { return nil }
        switch path[0] {
        case "": return .text(String(cString: drawbridge_shop_html()), type: "text/html; charset=utf-8")
        case "shop.js": return .text(String(cString: drawbridge_shop_js()), type: "text/javascript; charset=utf-8")
        case "style.css": return .text(String(cString: drawbridge_shop_css()), type: "text/css; charset=utf-8")
        case "goods":
            return .json(
                .array(
                    goods.map {
                        ["id": .string($0.id), "name": .string($0.name), "price": .string($0.price)]
                    }))
        default: return nil
        }
    }

    private func order(_ request: ServedRequest) -> ServedAnswer? {
        guard let path = request.path, path.count == 2, path[0] == "orders" else { return nil }
        switch request.method {
        case "POST":
            // Without this check of the origin, a page of another site could place orders.
            guard request.header("Origin").map({ $0 + "/" == address }) ?? true else { return ServedAnswer(403) }
            return goods.first { $0.id == path[1] }.map(make)
        case "GET":
            guard orders.withLock({ $0.contains(path[1]) }), let state = gateway.state(of: path[1]) else { return nil }
            let isFinal = GatewayStatus(rawValue: state.status)?.isFinal ?? false
            return .json(["status": .string(state.status), "isFinal": .bool(isFinal)])
        default: return nil
        }
    }

    private func make(_ good: ShopItem) -> ServedAnswer {
        var plan = good.preset.plan
        if let chain {
            // $25.00, the price for which plans are written.
            plan.options = [
                OptionPlan(.dollar(of: chain), value: "25000000", collect: plan.options.first?.collect)
            ]
        }
        let payment = gateway.make(plan.priced(cents: good.cents))
        orders.withLock { _ = $0.insert(payment) }
        chain?.events.tell("shop: \(good.name) is ordered with the payment \(payment)")
        let link = gateway.link(to: payment)
        // The pairing is not used: only the value of `pay` matters.
        let pairing =
            "wc:\(RandomText.hexadecimal(digits: 64))@2?relay-protocol=irn"
            + "&symKey=\(RandomText.hexadecimal(digits: 64))&pay=\(PercentCode.encode(link))"
        return .json(
            [
                "payment": .string(payment), "name": .string(good.name), "price": .string(good.price),
                "link": .string(link), "pairing": .string(pairing),
            ], status: 201)
    }
}
