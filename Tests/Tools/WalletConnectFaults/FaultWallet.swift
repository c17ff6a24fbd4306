import Bridge
import Ethereum
import Glibc
import Keys
import Primitives
import WalletConnect

/// A wallet without a window: its sessions use the channel, the dispatcher and the gate of the real one.
///
/// Its user rejects each request whose number ends with 7, and approves the others.
@MainActor final class FaultWallet: SessionChannelHost, Handler {
    private let client: WalletClient
    private let log: Log
    private let gate: Gate
    private let user: FaultUser
    private let key: PrivateKey
    private let account: AccountID

    init(_ client: WalletClient, _ log: Log) throws {
        self.client = client
        self.log = log
        user = FaultUser(log)
        var limits = Limits()
        // Rejections in a row are chance here.
        limits.refusalsInARow = .max
        gate = Gate(approver: user, limits: limits)
        key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
        account = AccountID(
            chain: ChainID(eip155: 1), address: EthereumAddress(try key.publicKey()).description)
    }

    /// Serves until the client is stopped.
    func run() async {
        log.write(["run": JSON(Int(getpid()))])
        let dispatcher = RequestDispatcher(handler: self, gate: gate)
        let channel = SessionChannel(client, dispatcher, host: self, now: { Int64(time(nil)) })
        await channel.run()
    }

    // MARK: The methods

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let message = PersonalMessage(request.params[0]?.string ?? "")
        let text = String(decoding: message.bytes, as: UTF8.self)
        _ = try await gate.ask(Question(sentence: text), for: request)
        log.write(["approved": .string(text)])
        guard let signature = try? key.sign(message.digest) else { throw RPCError(.failed, "No signature.") }
        let result = JSON.string("0x" + Hex.encode(signature.encoded))
        log.write(["signed": .string(text), "signature": result])
        return result
    }

    // MARK: The sessions

    func obstacle(for peer: SessionPeer) -> SessionObstacle? { nil }

    func supported() -> SupportedNamespaces {
        SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: [account.chain], methods: ["personal_sign"], events: [], accounts: [account])
        ])
    }

    func ask(
        about proposal: PendingProposal, _ namespaces: SessionNamespaces, for request: Request
    ) async throws(RPCError) {
        _ = try await gate.ask(Question(sentence: "Connect"), for: request)
    }

    func signIn(
        _ message: AuthenticationText, connecting namespaces: SessionNamespaces?, for request: Request
    ) async throws(RPCError) -> RecoverableSignature {
        throw .rejected
    }

    func earlierOutcome(of request: PendingSessionRequest, for peer: SessionPeer) async -> Result<JSON, RPCError>? {
        nil
    }

    func take(_ event: SessionChannelEvent) {
        switch event {
        case .withdrawn(_, let isProposal, _): log.write(["withdrawn": .bool(isProposal)])
        case .ended(let session, _): log.write(["ended": .string(session.topic.description)])
        default: break
        }
    }
}

/// What the user sees.
private struct Question: Approvable {
    let sentence: String

    func approval() -> Approval { Approval(sentence, verb: "Sign") }
}

/// A user who looks at each question for a moment.
@MainActor private final class FaultUser: Approver {
    private let log: Log

    init(_ log: Log) { self.log = log }

    func decide(_ question: PendingApproval) async -> Decision {
        let text = question.approval.sentence
        guard text.hasPrefix("Request ") else { return .approved }
        log.write(["shown": .string(text)])
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0...8)))
        guard !Task.isCancelled, text.hasSuffix("7") else { return .approved }
        log.write(["rejected": .string(text)])
        return .rejected
    }
}
