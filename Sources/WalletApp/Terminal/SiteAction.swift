import WalletMethods
import ArgumentParser
import Bridge
import EthereumWallet
import Messages
import Store
import WalletConnect
import WalletCore

/// What can be done about a site or an app from the terminal.
enum SiteAction: String, CaseIterable {
    case revoke, forget, block, unblock, silence, unsilence, network, accounts

    static var commands: [any ParsableCommand.Type] {
        [
            Revoke.self, Forget.self, Block.self, Unblock.self, Silence.self, Unsilence.self, Network.self,
            Accounts.self,
        ]
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site: it sees no address any more."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.revoke.run(subject) }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site, and forget that it used the wallet."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.forget.run(subject) }
    }

    struct Block: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site, and reject its requests without a question."),
            discussion: localized("The session of an app stays open, but its requests are rejected."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.block.run(subject) }
    }

    struct Unblock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let a site that was blocked ask again."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.unblock.run(subject) }
    }

    struct Silence: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Reject the requests of a site until all windows of the wallet are closed."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.silence.run(subject) }
    }

    struct Unsilence: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let a site that was silenced ask again."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.unsilence.run(subject) }
    }

    struct Network: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Change the network that a site is on."))
        @OptionGroup var subject: SiteSubject
        @Option(name: .customLong("to"), help: ArgumentHelp(localized("The chain ID or the name of the network.")))
        var network: String
        func run() throws { try SiteAction.network.run(subject, ["network": .string(network)]) }
    }

    struct Accounts: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Choose the accounts that a site sees on Ethereum, and no others."),
            discussion: localized("The wallet’s window must be open and unlocked."))
        @OptionGroup var subject: SiteSubject
        @Option(
            name: .customLong("show"), help: ArgumentHelp(localized("The address of an account. Can be repeated.")))
        var addresses: [String]
        func run() throws {
            try SiteAction.accounts.run(subject, ["accounts": .array(addresses.map { .string($0) })])
        }
    }
}

/// The site or the app that a command is about.
struct SiteSubject: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            localized(
                "The origin of a site, such as https://dapp.example, or the first 4 or more digits of an app’s topic."))
    )
    var site: String

    @OptionGroup var options: TerminalOptions

    /// The site, or the app, by which it is blocked and silenced.
    @MainActor func origin() async throws -> Origin {
        if let origin = try? Origin(serialized: site) { return origin }
        guard site.utf8.count >= 4, site.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
            throw WalletAppError(
                .usage, localized("An origin has a scheme and a host, such as https://dapp.example."))
        }
        let topics = try await SessionsCommand.sessions(options.state).map(\.topic.description)
            .filter { $0.hasPrefix(site) }
        guard topics.count == 1, let topic = topics.first else {
            throw topics.isEmpty
                ? SiteAction.noSite
                : WalletAppError(localized("Several sessions begin with these digits. Give more of them."))
        }
        return .session(topic)
    }
}

extension SiteAction {
    /// That there is no such site.
    static var noSite: WalletAppError {
        WalletAppError(.failed, localized("There is no such site. `drawbridge sites` lists them."))
    }

    fileprivate func run(_ subject: SiteSubject, _ others: JSONObject = [:]) throws {
        try TerminalClient.run {
            let client = TerminalClient(options: subject.options)
            let origin = try await subject.origin()
            // The app is told in an encrypted message, which needs the keys.
            if origin.isSession, self == .revoke || self == .forget, let topic = Topic(origin.host) {
                let (folder, state) = (subject.options.folder, subject.options.state)
                let ending = SessionEnding(topics: [topic], wallet: nil, folder: folder, state: state)
                guard try await ending.run() else {
                    throw WalletAppError(
                        .locked, localized("The wallet is locked. The apps are disconnected when it is unlocked."))
                }
                return
            }
            var members = others
            members["origin"] = .string(origin.description)
            members["action"] = .string(rawValue)
            if let site = try client.ask("site", members) {
                return Console.say(subject.options.json ? site.text : site["state"]?.string ?? "")
            }
            try await change(origin, others, in: client)
        }
    }

    /// Changes the store, because no window is open.
    @MainActor private func change(_ origin: Origin, _ members: JSONObject, in client: TerminalClient) async throws {
        let store = try client.store()
        let (grants, rules) = (try Grants(keptBy: store.grants), try SiteRules(keptBy: store.sites))
        guard origin.isSession || rules.records[origin] != nil || grants.everySite.contains(origin) else {
            throw Self.noSite
        }
        // A change that is not on disk must not look like one.
        var failure: JournalError?
        grants.onFailure = { failure = $0 }
        rules.onFailure = { failure = $0 }
        if !origin.isSession, self == .revoke || self == .forget { await grants.revokeEverything(from: origin) }
        let now = WalletClock.systemTime()
        switch self {
        case .revoke: break
        case .forget: await rules.forget(origin)
        case .block, .unblock: await rules.block(origin, self == .block, at: now)
        case .silence, .unsilence:
            throw WalletAppError(
                .failed, localized("A site can be silenced only while the wallet’s window is open. Block it instead."))
        case .network:
            let chain = try ConfigurationFile().read().allChains.first { $0.isNamed(members["network"]?.string ?? "") }
            guard let chain, !origin.isSession else { throw Self.noNetwork }
            await rules.move(origin, to: chain.id, at: now)
        case .accounts:
            throw WalletAppError(.locked, localized("The wallet is locked. Unlock it in its window."))
        }
        if let failure { throw failure }
    }

    /// That there is no such network.
    static var noNetwork: WalletAppError {
        WalletAppError(
            .usage, localized("The wallet does not know this network. `drawbridge endpoint list` lists them."))
    }
}

extension Chain {
    /// Whether the user means this chain: by its ID, its identifier (CAIP-2), or the name of a well-known one.
    func isNamed(_ text: String) -> Bool {
        text == "\(id)" || text == caip || isWellKnown && text.lowercased() == name.lowercased()
    }
}

/// Changes what a site or an app may do, for a command of the terminal.
@MainActor struct SiteAnswers {
    let home: HomeController

    /// Changes it.
    ///
    /// A locked wallet can do everything but choose accounts.
    func change(_ request: JSON) async throws(WalletAppError) -> JSON {
        let services = home.wallet.services
        guard let origin = request["origin"]?.string.flatMap({ try? Origin(stored: $0) }),
            let entry = home.siteEntries.first(where: { $0.ruled == origin })
        else { throw SiteAction.noSite }
        guard let action = request["action"]?.string.flatMap({ SiteAction(rawValue: $0) }) else {
            throw WalletAppError(.usage, localized("The window does not know this command."))
        }
        switch action {
        case .revoke: await services.sites.disconnect(origin)
        case .forget: await services.forget(origin)
        case .block, .unblock:
            await services.block(origin, action == .block)
        case .silence, .unsilence: await services.siteRules.silence(origin, action == .silence)
        case .network:
            let wanted = request["network"]?.string ?? ""
            guard let chain = services.chains.chains.first(where: { $0.isNamed(wanted) }), !origin.isSession else {
                throw SiteAction.noNetwork
            }
            try? services.ethereum.choose(chain.hexID, for: origin)
        case .accounts:
            guard !home.isLocked else {
                throw WalletAppError(.locked, localized("The wallet is locked. Unlock it in its window."))
            }
            let wanted = Set((request["accounts"]?.array ?? []).compactMap(\.string).map { $0.lowercased() })
            let own = services.activeAccount.ethereumAddresses.map(\.address)
            let chosen = own.filter { wanted.contains($0.lowercased()) }
            guard chosen.count == wanted.count, !origin.isSession else {
                throw WalletAppError(.failed, localized("The wallet has no account with this address."))
            }
            await services.sites.connect(origin, to: Set(chosen))
        }
        home.refreshSites()
        return TerminalJSON.site(home.siteEntries.first { $0.ruled == origin } ?? entry)
    }
}
