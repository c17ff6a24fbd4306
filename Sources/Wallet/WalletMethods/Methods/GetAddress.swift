internal import Bitcoin
import Bridge
import EthereumWallet
import Messages
import WalletCore

/// Link's `getAddress`: the address for one protocol, after the user has allowed the site to see it.
struct GetAddress: Method {
    let names = ["getAddress"]
    let access = MethodAccess.connecting
    let sites: SiteAccounts
    let chains: ChainBook
    let siteWarnings: SiteWarnings

    func parse(_ request: Request) throws(RPCError) -> AddressKind {
        guard let name = request.params["protocol"]?.string else {
            throw RPCError(.malformed, "“protocol” must be one of BCH, BTC, ETH, SLP.")
        }
        guard let kind = AddressKind(rawValue: name) else {
            throw RPCError(.unsupported, "The wallet has no addresses for the protocol \(RPCError.quoted(name)).")
        }
        return kind
    }

    func run(_ kind: AddressKind, for request: Request) async throws(RPCError) -> JSON {
        guard kind == .ethereum || sites.activeAccount.ethereumAccount.account.device == nil else {
            throw RPCError(
                .unsupported,
                sentence: localizable("The account in use is on a hardware wallet, which signs for Ethereum only."))
        }
        if !sites.grants.allows(kind, to: request.peer.origin) {
            let connection = Connection(
                of: kind, for: request, sites.activeAccount, network: network(of: kind, for: request),
                warnings: siteWarnings.warnings(about: request))
            try await sites.give(try await sites.gate.ask(connection, for: request))
        }
        guard sites.grants.allows(kind, to: request.peer.origin) else { throw .unauthorized }
        return ["address": .string(sites.activeAccount.address(kind)), "label": .string(Self.label)]
    }

    /// The name of the network of an address and, for an Ethereum address, of the chain that the site starts on.
    private func network(of kind: AddressKind, for request: Request) -> DisplayText {
        switch kind {
        case .ethereum: chains.chain(of: request.peer.origin).words
        case .bitcoin: .trusted(sites.activeAccount.siteChains.chain(.bitcoin).name)
        case .bitcoinCash, .simpleLedger: .trusted(sites.activeAccount.siteChains.chain(.bitcoinCash).name)
        }
    }

    /// It is the same for all sites, because the user's names for wallets and accounts are private.
    private static let label = "Drawbridge wallet"
}
