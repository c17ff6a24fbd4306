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
                throw RPCError(
                    .pending, "A request to connect is waiting for the user.", phrase: "already pending")
            }
            defer { connecting.end(origin) }
            let connection = Connection(of: .ethereum, for: request, desk)
            try await desk.give(try await desk.gate.ask(connection, for: request))
        }
        switch answer {
        case .accounts: return .array(desk.accounts(for: origin).map { .string($0) })
        case .permissions: return Permissions.of(origin, desk)
        }
    }
}

/// The sites that wait for the user's answer to a wish to connect.
@MainActor final class Connecting {
    private var origins: Set<Origin> = []

    func begin(_ origin: Origin) -> Bool { origins.insert(origin).inserted }

    func end(_ origin: Origin) { origins.remove(origin) }
}
