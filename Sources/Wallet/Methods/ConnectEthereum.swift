import Bridge

/// `eth_requestAccounts` (EIP-1102) and `wallet_requestPermissions` (EIP-2255): asks the user once, then remembers.
final class ConnectEthereum: Handler {
    /// What the asker is answered.
    enum Answer {
        case accounts
        case permissions
    }

    private let desk: Desk
    private let answer: Answer
    private let connecting: Connecting

    init(_ desk: Desk, answer: Answer, connecting: Connecting) {
        self.desk = desk
        self.answer = answer
        self.connecting = connecting
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        if answer == .permissions { try Permissions.check(request.params) }
        guard !desk.gate.isLocked else { throw .locked }
        if answer == .permissions || !desk.grants.allows(.ethereum, to: origin) {
            guard connecting.begin(origin) else {
                throw RPCError(.pending, "A request to connect is waiting for the user already.")
            }
            defer { connecting.end(origin) }
            _ = try await desk.gate.ask(Self.approval(desk, request, .ethereum), for: request)
            desk.give(.ethereum, to: origin)
        }
        switch answer {
        case .accounts: return .array(desk.accounts(for: origin).map { .string($0) })
        case .permissions: return Permissions.of(origin, desk)
        }
    }

    /// The question whether a site may see an address.
    static func approval(_ desk: Desk, _ request: Request, _ kind: AddressKind) -> Approval {
        var approval = Approval(
            "\(request.peer.origin.site) wants to see your \(kind.name) address.", verb: "Connect")
        approval.rows = [
            Approval.Row("Account", .exact(desk.keyring.address(kind)), note: desk.keyring.account.name)
        ]
        if kind == .ethereum {
            approval.rows.append(
                Approval.Row("Network", desk.chains.chain(of: request.peer.origin).words))
        }
        approval.rows.append(
            Approval.Row("It may then", .ours("see this address and ask for signatures. It cannot sign by itself.")))
        approval.warnings = desk.warnings(about: request)
        return approval
    }
}

/// The sites that wait for the user's answer to a wish to connect.
@MainActor final class Connecting {
    private var origins: Set<Origin> = []

    func begin(_ origin: Origin) -> Bool { origins.insert(origin).inserted }

    func end(_ origin: Origin) { origins.remove(origin) }
}
