import Bitcoin
import Bridge
import TestSupport
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A site that sends requests to the demo wallet, and a user who follows a script.
@MainActor final class TestSite: Approver {
    /// What the user decides.
    var decision: Decision = .approved

    /// The user's decisions before that, in order.
    var earlier: [Decision] = []

    /// Decides by what is shown, instead of ``decision``.
    var judge: (@MainActor (Approval) -> Decision)?

    /// Whether the user is still considering the question.
    var holds = false

    /// The number of questions so far, decided or not.
    private(set) var asked = 0

    /// Called while the user decides.
    var onDecide: @MainActor () -> Void = {}

    /// Done while the user decides, before the answer.
    var beforeAnswer: @MainActor () async -> Void = {}

    /// Every approval that was shown, in order.
    private(set) var shown: [Approval] = []

    let services: WalletServices
    let dispatcher: RequestDispatcher
    let peer: Peer

    init(
        _ origin: String = "https://dapp.example", chains: ChainBook = ChainBook(),
        servers: [UTXOChain: any CoinServer] = [:], journal: any Journal = MemoryJournal(),
        recipients: any RecipientBook = MemoryRecipientBook(), activeAccount: WalletSigner? = nil
    ) throws {
        let nonce = String(repeating: "0", count: 32)
        guard let document = DocumentID(nonce) else { throw BridgeError.origin(.malformed) }
        peer = .page(origin: try Origin(serialized: origin), document: document)
        let relay = ApproverRelay()
        let gate = Gate(approver: relay)
        services = try WalletServices(
            activeAccount: activeAccount ?? .demo(), gate: gate, chains: chains, journal: journal,
            recipients: recipients,
            servers: servers)
        // The clock does not move, so that no request times out on a busy machine.
        dispatcher = RequestDispatcher(
            handler: Router.wallet(services, version: "1.2.3"), gate: gate, time: ManualClock().time)
        relay.target = self
    }

    func decide(_ question: PendingApproval) async -> Decision {
        asked += 1
        _ = await eventually { !question.isRevising && !holds }
        shown.append(question.approval)
        onDecide()
        await beforeAnswer()
        if let judge { return judge(question.approval) }
        return earlier.isEmpty ? decision : earlier.removeFirst()
    }

    /// Sends a request in the Ethereum dialect; returns the complete response.
    func ask(_ method: String, _ params: JSON = .null) async -> JSON {
        var message: JSONObject = ["method": .string(method)]
        if params != .null { message["params"] = params }
        return await send(.object(message), in: EthereumDialect())
    }

    /// Sends a request in the Link dialect; returns the complete response.
    func link(_ command: String, _ data: JSON = .null) async -> JSON {
        await send(["messageId": "m1", "command": .string(command), "data": data], in: LinkDialect())
    }

    /// Calls `handler` as a method of the Ethereum dialect; returns the complete response.
    func ask(_ handler: any Handler) async -> JSON {
        let own = RequestDispatcher(
            handler: Router(["ethereum": ["own": handler]]), gate: services.gate, time: ManualClock().time)
        let message: JSON = ["method": "own"]
        let answer = await withCheckedContinuation { continuation in
            message.bytes.withUnsafeBufferPointer { text in
                own.receive(text, in: EthereumDialect(), from: peer) { continuation.resume(returning: $0) }
            }
        }
        return (try? JSON(parsing: answer)) ?? .null
    }

    /// Sends a message, from the site or from `other`; returns the complete response.
    func send(_ message: JSON, in dialect: any Dialect, from other: Peer? = nil) async -> JSON {
        let answer = await withCheckedContinuation { continuation in
            message.bytes.withUnsafeBufferPointer { text in
                dispatcher.receive(text, in: dialect, from: other ?? peer) { continuation.resume(returning: $0) }
            }
        }
        return (try? JSON(parsing: answer)) ?? .null
    }

    /// The approver of the gate, which is created before the site.
    private final class ApproverRelay: Approver {
        weak var target: TestSite?

        func decide(_ question: PendingApproval) async -> Decision {
            await target?.decide(question) ?? .rejected
        }
    }
}
