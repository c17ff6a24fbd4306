import ArgumentParser
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Store
import WalletConnect
import WalletCore

/// `drawbridge sites`: the sites and apps that can ask the wallet.
struct SitesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites",
        abstract: localized("List the sites that can ask the wallet, or change what they may do."),
        subcommands: [List.self] + SiteAction.commands, defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the sites, the connected apps and the payment services."),
            discussion: localized("One line for each: kind, origin or name, state, last use, addresses that it sees."))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [options] in
                let client = TerminalClient(options: options)
                let live = try client.ask(ListSites())
                let sites = if let live { live } else { try await SitesCommand.stored(client).map(ListedSite.init) }
                options.say(sites) { $0.map(Self.line) }
            }
        }

        private static func line(_ site: ListedSite) -> String {
            let seen = site.sees.joined(separator: " ")
            return [site.kind, site.origin ?? site.claim, site.state, site.lastUsed, seen.isEmpty ? nil : seen]
                .map(Quotation.bare).joined(separator: "\t")
        }
    }

    /// The sites, the apps and the payment service as they are stored, of all accounts.
    @MainActor static func stored(_ client: TerminalClient) async throws -> [SiteEntry] {
        let store = try client.store()
        let records = try store.sites.load().sites
        let settings = try ConfigurationFile().read()
        let chains = settings.allChains
        let sites = SiteEntry.stored(try store.grants.load().kinds, records).map { entry in
            var entry = entry
            entry.chain = entry.record?.chain.flatMap { id in chains.first { $0.id == id } }?.words.text
            return entry
        }
        let apps = try await SessionsCommand.sessions(client.options.state).map { session in
            let networks = SessionText.networks(session.namespaces.chains, knownTo: chains, most: 8)
            return SiteEntry(session, records, networks: networks.text)
        }
        return sites + apps + [SiteEntry(settings.payments)]
    }
}
