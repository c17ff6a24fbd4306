import Bridge
import Harness
import WebHost

/// A wallet small enough to see through: one account, one chain, and a question for each method.
@MainActor final class DemoWallet {
    private static let account = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
    private let gate: Gate
    private let eventBus: EventBus
    private var connected: Set<Origin> = []
    private var chain = "0x1"

    private init(_ gate: Gate, _ eventBus: EventBus) {
        self.gate = gate
        self.eventBus = eventBus
    }

    static func make(_ gate: Gate, _ eventBus: EventBus) -> TestWallet {
        let wallet = DemoWallet(gate, eventBus)
        let method = { (body: @escaping Method.Body) in Method(wallet: wallet, body: body) }
        let router = Router([
            "ethereum": [
                "eth_requestAccounts": method { wallet, request async throws(RPCError) in
                    try await wallet.connect(request)
                },
                "eth_accounts": method { wallet, request in wallet.accounts(request.peer.origin) },
                "eth_chainId": method { wallet, _ in .string(wallet.chain) },
                "personal_sign": method { wallet, request async throws(RPCError) in try await wallet.sign(request) },
                "ask_value": method { wallet, request async throws(RPCError) in try await wallet.value(request) },
            ]
        ])
        var test = TestWallet(
            handler: router,
            dialects: [.ethereum(name: "Demo", icon: "data:image/svg+xml,<svg/>", domain: "org.example.demo"), .link])
        test.initialEvents = { _ in [.connect(chainID: wallet.chain)] }
        test.disconnect = { (origin) throws(RPCError) in
            wallet.connected.remove(origin)
            wallet.eventBus.announce(.accountsChanged([]), to: origin)
        }
        test.setChain = { (chain, origin) throws(RPCError) in
            guard chain.hasPrefix("0x") else { throw RPCError(.unknownChain, "There is no such chain.") }
            wallet.chain = chain
            wallet.eventBus.announce(.chainChanged(chain), to: origin)
        }
        return test
    }

    private func accounts(_ origin: Origin) -> JSON {
        connected.contains(origin) ? [.string(Self.account)] : []
    }

    private func connect(_ request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        if !connected.contains(origin) {
            _ = try await gate.ask(
                DemoSubject(Approval("Let \(origin.site) see your address.", verb: "Connect")), for: request)
            connected.insert(origin)
        }
        return accounts(origin)
    }

    private func sign(_ request: Request) async throws(RPCError) -> JSON {
        guard connected.contains(request.peer.origin) else { throw .unauthorized }
        var approval = Approval("Sign a message.", verb: "Sign")
        approval.rows = [.init("Account", .exact(Self.account), note: "Ethereum")]
        approval.fields = [.init(path: "message", value: request.params[0]?.string ?? "")]
        approval.warnings = [.init(.caution, "This message cannot be read.")]
        _ = try await gate.ask(DemoSubject(approval, payload: [1, 2, 255]), for: request)
        return "0xsigned"
    }

    private func value(_ request: Request) async throws(RPCError) -> JSON {
        var approval = Approval("Give a value.", verb: "Give")
        approval.entry = .init(label: "A value", initial: "7")
        return .string(try await gate.ask(DemoSubject(approval), for: request).entry ?? "")
    }

    private struct Method: Handler {
        typealias Body = @MainActor (DemoWallet, Request) async throws(RPCError) -> JSON
        let wallet: DemoWallet
        let body: Body

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            try await body(wallet, request)
        }
    }
}

/// Something to approve that is shown as `shown`.
private struct DemoSubject: Approvable {
    let shown: Approval
    let payload: [UInt8]

    init(_ shown: Approval, payload: [UInt8] = []) {
        self.shown = shown
        self.payload = payload
    }

    func approval() -> Approval { shown }
}
