import ArgumentParser
import Bridge
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
                let sites: JSON
                if let live = try client.ask("sites") {
                    sites = live
                } else {
                    sites = .array(try await SitesCommand.stored(client).map(TerminalJSON.site))
                }
                if options.json { return Console.say(sites.text) }
                for site in sites.array ?? [] {
                    let seen = (site["sees"]?.array ?? []).compactMap(\.string).joined(separator: " ")
                    Console.say(
                        [
                            site["kind"]?.string, (site["origin"] ?? site["claim"])?.string, site["state"]?.string,
                            site["lastUsed"]?.string, seen.isEmpty ? nil : seen,
                        ].map(Quotation.bare).joined(separator: "\t"))
                }
            }
        }
    }

    /// The sites in the store, of all accounts.
    @MainActor static func stored(_ client: TerminalClient) async throws -> [SiteEntry] {
        let store = try client.store()
        let grants = try store.grants.load()
        let records = try store.sites.load()
        var seen: [Origin: [String]] = [:]
        for (account, sites) in grants {
            for (origin, kinds) in sites where !kinds.isEmpty {
                seen[origin, default: []].append(kinds.contains(.ethereum) ? account : kinds.map(\.name).min() ?? "")
            }
        }
        let sites = Set(seen.keys).union(records.keys).sorted { $0.description < $1.description }.map { origin in
            var entry = SiteEntry(kind: .site(origin), name: .exact(origin.site))
            entry.addresses = (seen[origin] ?? []).sorted()
            entry.sees = entry.addresses.isEmpty ? [] : [.ethereum]
            entry.record = records[origin]
            return entry
        }
        let sessions: [SessionDetails]
        do throws(WalletConnectError) {
            sessions = try await store.walletConnect(sealing: VaultSealing()).sessionDetails()
        } catch {
            throw WalletAppError(SessionText.sentence(for: error))
        }
        return sites
            + sessions.map {
                SiteEntry(
                    kind: .app($0.topic.description), name: .untrusted(SessionPeer($0).claim?.title ?? $0.peer.url))
            }
    }
}

/// What can be done about a site.
enum SiteAction: String, CaseIterable {
    case revoke, forget, block, unblock

    static var commands: [any ParsableCommand.Type] {
        [Revoke.self, Forget.self, Block.self, Unblock.self]
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site: it sees no address any more."))
        @Argument(help: ArgumentHelp(localized("The origin, such as https://dapp.example."))) var origin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try SiteAction.revoke.run(origin, options) }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site, and forget that it used the wallet."))
        @Argument(help: ArgumentHelp(localized("The origin, such as https://dapp.example."))) var origin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try SiteAction.forget.run(origin, options) }
    }

    struct Block: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site, and reject its requests without a question."))
        @Argument(help: ArgumentHelp(localized("The origin, such as https://dapp.example."))) var origin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try SiteAction.block.run(origin, options) }
    }

    struct Unblock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let a site that was blocked ask again."))
        @Argument(help: ArgumentHelp(localized("The origin, such as https://dapp.example."))) var origin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try SiteAction.unblock.run(origin, options) }
    }

    fileprivate func run(_ text: String, _ options: TerminalOptions) throws {
        guard let origin = try? Origin(serialized: text) else {
            throw ValidationError(
                localized("An origin has a scheme and a host, such as https://dapp.example."))
        }
        try TerminalClient.run {
            let client = TerminalClient(options: options)
            let members: JSONObject = ["origin": .string(origin.description), "action": .string(rawValue)]
            if let site = try client.ask("site", members) {
                return Console.say(options.json ? site.text : site["state"]?.string ?? "")
            }
            try await change(origin, in: try client.store())
        }
    }

    /// Changes the store, because no window is open.
    @MainActor private func change(_ origin: Origin, in store: Store) async throws {
        let (grants, rules) = (try store.grants.load(), try SiteRules(keptBy: store.sites))
        let isKnown = rules.records[origin] != nil || grants.values.contains { $0[origin] != nil }
        guard isKnown else {
            throw WalletAppError(.failed, localized("There is no such site. `drawbridge sites` lists them."))
        }
        if self != .unblock {
            for (account, sites) in grants where sites[origin] != nil {
                try await store.grants.keep([], for: origin, of: account)
            }
        }
        switch self {
        case .revoke: break
        case .forget: await rules.forget(origin)
        case .block, .unblock: await rules.block(origin, self == .block, at: WalletClock.systemTime())
        }
    }
}
