import HeadlessWallet
import ArgumentParser
import Bridge
import Messages
import WalletConnect

/// What can be done about a site or an app from the terminal.
enum SiteAction {
    static var commands: [any ParsableCommand.Type] {
        [
            Revoke.self, Forget.self, Block.self, Unblock.self, Mute.self, Unmute.self, Network.self,
            Accounts.self,
        ]
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site: it sees no address any more."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.run(.revoke, subject) }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site, and forget that it used the wallet."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.run(.forget, subject) }
    }

    struct Block: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect a site, and reject its requests without a question."),
            discussion: localized("The session of an app stays open, but its requests are rejected."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.run(.block(true), subject) }
    }

    struct Unblock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let a site that was blocked ask again."))
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.run(.block(false), subject) }
    }

    struct Mute: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Reject the requests of a site until all windows of the wallet are closed."),
            aliases: ["silence"])
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.run(.mute(true), subject) }
    }

    struct Unmute: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let a muted site ask again."), aliases: ["unsilence"])
        @OptionGroup var subject: SiteSubject
        func run() throws { try SiteAction.run(.mute(false), subject) }
    }

    struct Network: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Change the network that a site is on."))
        @OptionGroup var subject: SiteSubject
        @Option(name: .customLong("to"), help: ArgumentHelp(localized("The chain ID or the name of the network.")))
        var network: String
        func run() throws { try SiteAction.run(.network(network), subject) }
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
            try SiteAction.run(.accounts(addresses), subject)
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

    /// The site, or the app, by which it is blocked and muted.
    @MainActor func origin() async throws -> Origin {
        if let origin = try? Origin(serialized: site) { return origin }
        guard site.utf8.count >= 4, site.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
            throw WalletError(
                .usage, localized("An origin has a scheme and a host, such as https://dapp.example."))
        }
        let topics = try await TerminalClient(options: options).store().sessions().map(\.topic.description)
            .filter { $0.hasPrefix(site) }
        guard topics.count == 1, let topic = topics.first else {
            throw topics.isEmpty
                ? ChangeSite.noSite
                : WalletError(localized("Several sessions begin with these digits. Give more of them."))
        }
        return .session(topic)
    }
}

extension SiteAction {
    fileprivate static func run(_ change: ChangeSite.Change, _ subject: SiteSubject) throws {
        try Asynchronously.run {
            let (options, origin) = (subject.options, try await subject.origin())
            // The app is told in an encrypted message, which needs the keys.
            if origin.isSession, [.revoke, .forget].contains(change), let topic = Topic(origin.host) {
                let ending = SessionEnding(
                    topics: [topic], wallet: nil, folder: options.place.folder, state: options.place.state)
                guard try await ending.run() else {
                    throw WalletError(
                        .locked, localized("The wallet is locked. The apps are disconnected when it is unlocked."))
                }
                return
            }
            let changed = try await TerminalClient(options: options).perform(ChangeSite(origin, change))
            // Without a window, nothing is known of it now.
            if case .now(let site) = changed { options.say(site) { [$0.state] } }
        }
    }
}
