import TestSupport
import Testing

@testable import Bridge
@testable import Harness

/// The golden messages of test pages, with the harness's side of them; `web/tests` has the page's side.
@MainActor @Suite struct GoldenHarnessTests {
    /// The methods that need a page in a view: `HarnessPages` runs them.
    private static let ofPages: Set<HarnessMethod> = [.start, .begin, .skip, .end, .done, .error, .log]

    /// Does what a test tells the wallet and its user.
    private struct Controlling: Handler {
        let controls: WalletControls

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let method = HarnessMethod(rawValue: request.method) else { throw .unknownMethod(request.method) }
            return try await controls.obey(method, request.params, of: request.peer.origin)
        }
    }

    @Test func `every method of the harness has golden messages, and the harness replies with the golden reply`()
        async throws
    {
        let all = try GoldenMessages.all(of: HarnessDialect.title)
        #expect(Set(all.map(\.method)) == Set(HarnessMethod.allCases.map(\.rawValue)))
        for var file in all {
            let method = try #require(HarnessMethod(rawValue: file.method))
            var written: [JSON] = []
            for exchange in file.exchanges {
                let about: Comment = "harness/\(file.method): \(exchange["name"]?.text ?? "")"
                let request = try #require(exchange["request"])
                let isOfPages = Self.ofPages.contains(method)
                let reply = isOfPages ? try reencoded(exchange) : try await reply(to: request, exchange["given"])
                var members = try #require(exchange.object)
                members["reply"] = try JSON(parsing: reply)
                written.append(.object(members))
                if !GoldenMessages.isUpdating { #expect(reply == exchange["reply"]?.text, about) }
            }
            if GoldenMessages.isUpdating {
                file.exchanges = written
                try file.write()
            }
        }
    }

    /// The reply as the dialect writes what it reads of the request and of the reply.
    private func reencoded(_ exchange: JSON) throws -> String {
        let dialect = HarnessDialect()
        let text = try #require(exchange["request"]).bytes
        let decoded = text.withUnsafeBufferPointer { dialect.decode($0, limits: Limits()) }
        guard case .call(let call, let replyID) = decoded else { return "" }
        #expect(call.method == exchange["request"]?["method"]?.string)
        #expect(call.params == exchange["request"]?["params"])
        return String(
            decoding: dialect.encode(.success(exchange["reply"]?["result"] ?? .null), to: replyID), as: UTF8.self)
    }

    /// What the wallet's controls reply, through a dispatcher.
    private func reply(to request: JSON, _ given: JSON?) async throws -> String {
        let user = ScriptedApprover(patience: .seconds(1), time: ManualClock().time)
        var wallet = TestWallet(handler: Router([:]), dialects: [])
        if given?["plain"] != true {
            wallet.disconnect = { _ in }
            wallet.setChain = { _, _ in }
            wallet.controlChain = { order, _ in order == "snapshot" ? 0 : .null }
        }
        let document = try #require(DocumentID(String(repeating: "0", count: 32)))
        let peer = Peer.page(origin: try Origin(serialized: "https://dapp.example"), document: document)
        if given?["question"] == true { ask(user, for: peer) }
        let dispatcher = RequestDispatcher(
            handler: Controlling(controls: WalletControls(approver: user, wallet: wallet) { _ in }),
            gate: Gate(approver: user), time: ManualClock().time)
        let text = await withCheckedContinuation { continuation in
            request.bytes.withUnsafeBufferPointer { message in
                dispatcher.receive(message, in: HarnessDialect(), from: peer) { continuation.resume(returning: $0) }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Puts a question to the user, who has no script.
    private func ask(_ user: ScriptedApprover, for peer: Peer) {
        var approval = Approval("dapp.example asks you to enter a value.", verb: "Send to site")
        approval.entry = Approval.Entry(label: "Value")
        approval.rows = [Approval.Row("Account", .exact("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), note: "Demo")]
        approval.warnings = [Approval.Warning(.caution, "Never enter a password.")]
        let question = PendingApproval(approval: approval, peer: peer, claim: SiteClaim(title: "Shop & Co"), waiting: 0)
        Task { _ = await user.decide(question) }
    }
}
