import Bridge
import EthereumWallet
import WalletCore

/// `eth_requestAccounts` (EIP-1102) and `wallet_requestPermissions` (EIP-2255): asks the user once, then remembers.
struct ConnectEthereum: Method {
    /// What the response to the requester contains.
    enum Answer: String {
        case accounts = "eth_requestAccounts"
        case permissions = "wallet_requestPermissions"
    }

    let access = MethodAccess.connecting
    let sites: SiteAccounts
    let chains: ChainBook
    let siteWarnings: SiteWarnings
    let answer: Answer
    let connecting: Connecting

    var names: [String] { [answer.rawValue] }

    func parse(_ request: Request) throws(RPCError) {
        if answer == .permissions { try Permissions.check(request.params) }
    }

    func run(_: Void, for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        if answer == .permissions || !sites.grants.allows(.ethereum, to: origin) {
            guard connecting.begin(origin) else {
                throw RPCError(
                    .pending, "A request to connect is waiting for the user.", phrase: "already pending")
            }
            defer { connecting.end(origin) }
            let connection = Connection(
                of: .ethereum, for: request, sites.activeAccount, others: Array(sites.choices(for: origin).dropFirst()),
                network: chains.chain(of: origin).words, warnings: siteWarnings.warnings(about: request))
            let consent = try await sites.gate.ask(connection, for: request) { shown, values throws(RPCError) in
                shown.choosing(values)
            }
            try await sites.give(consent)
        }
        switch answer {
        case .accounts: return .array(sites.accounts(for: origin).map { .string($0) })
        case .permissions: return Permissions.of(origin, sites)
        }
    }
}

/// The sites that wait for the user's decision about a request to connect.
@MainActor final class Connecting {
    private var origins: Set<Origin> = []

    func begin(_ origin: Origin) -> Bool { origins.insert(origin).inserted }

    func end(_ origin: Origin) { origins.remove(origin) }
}
