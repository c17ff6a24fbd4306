import Bitcoin
import Bridge
import TestSupport
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A site that asks the demo wallet, and a user who follows a script.
@MainActor final class TestSite: Approver {
    /// What the user decides.
    var decision: Decision = .approved

    /// What the user decides before that, in this order.
    var earlier: [Decision] = []

    /// What the user decides by what they read, where they do.
    var judge: (@MainActor (Approval) -> Decision)?

    /// Whether the user thinks about it, until this is false.
    var holds = false

    /// How many questions were put to the user, decided or not.
    private(set) var asked = 0

    /// Called while the user decides.
    var onDecide: @MainActor () -> Void = {}

    /// Every approval that was shown, in order.
    private(set) var shown: [Approval] = []

    let services: WalletServices
    let dispatcher: RequestDispatcher
    let peer: Peer

    init(
        _ origin: String = "https://dapp.example", chains: ChainBook = ChainBook(),
        servers: [UTXOChain: any CoinServer] = [:], journal: any Journal = MemoryJournal(),
        recipients: any RecipientBook = MemoryRecipientBook(), activeAccount: ActiveAccount? = nil
    ) throws {
        let nonce = String(repeating: "0", count: 32)
        guard let document = DocumentID(nonce) else { throw Origin.ParsingError.malformed }
        peer = .page(origin: try Origin(serialized: origin), document: document)
        let relay = ApproverRelay()
        let gate = Gate(approver: relay)
        services = try WalletServices(
            activeAccount: activeAccount ?? .demo(), gate: gate, chains: chains, journal: journal,
            recipients: recipients,
            servers: servers)
        // Time stands still, so that no request ends for want of it on a busy machine.
        dispatcher = RequestDispatcher(
            handler: Router.wallet(services, version: "1.2.3"), gate: gate, time: ManualClock().time)
        relay.target = self
    }

    func decide(_ question: PendingApproval) async -> Decision {
        asked += 1
        _ = await eventually { !question.isRevising && !holds }
        shown.append(question.approval)
        onDecide()
        if let judge { return judge(question.approval) }
        return earlier.isEmpty ? decision : earlier.removeFirst()
    }

    /// Asks in Ethereum's dialect; the answer is the whole message.
    func ask(_ method: String, _ params: JSON = .null) async -> JSON {
        var message: JSONObject = ["method": .string(method)]
        if params != .null { message["params"] = params }
        return await send(.object(message), in: EthereumDialect())
    }

    /// Asks in Link's dialect; the answer is the whole message.
    func link(_ command: String, _ data: JSON = .null) async -> JSON {
        await send(["messageId": "m1", "command": .string(command), "data": data], in: LinkDialect())
    }

    /// Asks `handler`, as if it were a method of Ethereum's dialect; the answer is the whole message.
    func ask(_ handler: any Handler) async -> JSON {
        let own = RequestDispatcher(
            handler: Router(["ethereum": ["own": handler]]), gate: services.gate, time: ManualClock().time)
        let message: JSON = ["method": "own"]
        let answer = await withCheckedContinuation { continuation in
            message.bytes.withUnsafeBufferPointer { text in
                own.hear(text, in: EthereumDialect(), from: peer) { continuation.resume(returning: $0) }
            }
        }
        return (try? JSON(parsing: answer)) ?? .null
    }

    /// Sends a message, from the site or from `other`; the answer is the whole message.
    func send(_ message: JSON, in dialect: any Dialect, from other: Peer? = nil) async -> JSON {
        let answer = await withCheckedContinuation { continuation in
            message.bytes.withUnsafeBufferPointer { text in
                dispatcher.hear(text, in: dialect, from: other ?? peer) { continuation.resume(returning: $0) }
            }
        }
        return (try? JSON(parsing: answer)) ?? .null
    }

    /// The approver of the gate, which is made before the site.
    private final class ApproverRelay: Approver {
        weak var target: TestSite?

        func decide(_ question: PendingApproval) async -> Decision {
            await target?.decide(question) ?? .rejected
        }
    }
}
