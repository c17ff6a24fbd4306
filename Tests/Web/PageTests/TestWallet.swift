import Bridge
import WebHost

/// A wallet for the tests: methods whose behaviour a test can see through.
@MainActor final class TestWallet: Handler {
    let gate: Gate

    /// Every request that reached a method.
    private(set) var requests: [Request] = []

    /// Whether ``requests`` records requests; off in tests that would record too many.
    var keepsRequests = true

    /// How many requests were approved and done.
    private(set) var done = 0

    /// How many tasks were cancelled while they worked.
    private(set) var cancelled = 0

    init(gate: Gate, methods: MethodTable) {
        self.gate = gate
        self.methods = methods
    }

    private let methods: MethodTable

    private var late: [CheckedContinuation<Void, Never>] = []

    /// The commands of Link's client, which this wallet answers with what it was given.
    static let linkCommands = [
        "getAddress", "sendAssets", "payInvoice", "getInfo", "requestValue", "requestWeb3Sign", "createToken",
    ]

    /// The results of the next requests, regardless of their methods; empty if the methods decide.
    var script: [Result<JSON, RPCError>] = []

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard !script.isEmpty else {
            let isInvoked = request.dialect == InvokeDialect.title
            return try await isInvoked ? methods.handle(request) : router.handle(request)
        }
        requests.append(request)
        return try script.removeFirst().get()
    }

    private lazy var router = makeRouter()

    private func makeRouter() -> Router {
        var methods: [String: any Handler] = [
            "echo": Method { _, request in request.params },
            "ask": Method { wallet, request async throws(RPCError) in try await wallet.ask(request) },
            "sleep": Method { wallet, _ async throws(RPCError) in try await wallet.sleep() },
            "hop": Method { _, request async throws(RPCError) in await Self.hop(request.params) },
            "large": Method { wallet, request async throws(RPCError) in
                _ = await wallet.answerLate(request)
                return .string(String(repeating: "x", count: request.params[0]?.number?.integer ?? 0))
            },
            "late": Method { wallet, request async throws(RPCError) in await wallet.answerLate(request) },
        ]
        for command in Self.linkCommands {
            methods[command] = Method { _, request in ["heard": request.params] }
        }
        for method in methods.values { (method as? Method)?.wallet = self }
        return Router(["link": methods, "ethereum": methods])
    }

    private func ask(_ request: Request) async throws(RPCError) -> JSON {
        let consent = try await gate.ask(TestSubject(verb: "Do"), for: request)
        done += 1
        return .string(consent.subject.verb)
    }

    /// How many requests wait for ``answerTheLate()``, ended or not.
    var lateCount: Int { late.count }

    /// Lets every method return that waits, also where its request has ended.
    func answerTheLate() {
        for continuation in late { continuation.resume() }
        late = []
    }

    private func answerLate(_ request: Request) async -> JSON {
        await withCheckedContinuation { late.append($0) }
        return request.params
    }

    private func sleep() async throws(RPCError) -> JSON {
        do {
            try await Task.sleep(for: .seconds(3_600))
        } catch {
            cancelled += 1
        }
        return .null
    }

    @concurrent private static func hop(_ value: JSON) async -> JSON { value }

    /// A method as a closure.
    @MainActor private final class Method: Handler {
        weak var wallet: TestWallet?
        private let body: @MainActor (TestWallet, Request) async throws(RPCError) -> JSON

        init(_ body: @escaping @MainActor (TestWallet, Request) async throws(RPCError) -> JSON) {
            self.body = body
        }

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let wallet else { throw RPCError(.failed, "The test is over.") }
            if wallet.keepsRequests { wallet.requests.append(request) }
            return try await body(wallet, request)
        }
    }
}

extension PageDialect {
    /// Ethereum's dialect under a name of the tests.
    static let testEthereum = PageDialect.ethereum(
        name: "Test Wallet", icon: "data:image/svg+xml,<svg/>", domain: "org.example.test")
}

/// Something to approve that signs nothing.
private struct TestSubject: Approvable {
    let verb: String

    func approval() -> Approval { Approval("Do what the test asks.", verb: verb) }
}
