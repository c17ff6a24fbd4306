import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import Store
import WalletConnect

/// `drawbridge sessions`: the apps that are connected by WalletConnect.
struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: localized("List or disconnect apps that use the wallet by WalletConnect."),
        subcommands: [List.self, End.self, Set.self, Show.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the connected apps."),
            discussion: localized(
                """
                One line for each: topic, name, address, networks, accounts, last use, end. The name and the address are \
                what the app says about itself.
                """))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [options] in
                let sessions = try await Store.ofUser(in: options.place.state).sessions()
                if options.json { return Console.say(JSON.array(sessions.map(SessionsCommand.json)).text) }
                if sessions.isEmpty { Console.complain(localized("No app is connected.")) }
                for session in sessions { Console.say(SessionsCommand.line(session)) }
            }
        }
    }

    struct End: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect an app, or all of them."),
            discussion: localized(
                """
                An open window of the wallet does this. Without one, the command asks for the passphrase, because the app is \
                informed in an encrypted message. Exit status: 0 if the apps are disconnected, 2 if the wallet is locked \
                and does it when it is unlocked, 1 otherwise. With --json, “ended” distinguishes the first two.
                """))

        @Argument(help: ArgumentHelp(localized("The topic of the session, or its first 4 or more digits.")))
        var topic: String?

        @Flag(help: ArgumentHelp(localized("Disconnect all apps.")))
        var all = false

        @OptionGroup var options: TerminalOptions

        @Option(help: ArgumentHelp(localized("Name of the wallet to use (default: the only one).")))
        var wallet: String?

        func validate() throws {
            guard (topic != nil) != all else {
                throw ValidationError(localized("Give the topic of a session, or --all."))
            }
            if let topic, topic.utf8.count < 4 || !topic.utf8.allSatisfy(Self.isDigit) {
                throw ValidationError(localized("A topic has 64 digits, of which the first 4 or more must be given."))
            }
        }

        private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }

        func run() throws {
            try Asynchronously.run { [self] in
                let sessions = try await Store.ofUser(in: options.place.state).sessions()
                let topics = sessions.map(\.topic).filter { all || $0.description.hasPrefix(topic ?? "") }
                guard all || topics.count == 1 else {
                    throw WalletError(
                        topics.isEmpty
                            ? localized("There is no such session. `drawbridge sessions` lists them.")
                            : localized("Several sessions begin with these digits. Give more of them."))
                }
                var hasEnded = true
                if !topics.isEmpty {
                    hasEnded = try await SessionEnding(
                        topics: topics, wallet: wallet, folder: options.place.folder, state: options.place.state
                    ).run()
                }
                if options.json { Console.say(Self.json(topics, hasEnded).text) }
                guard hasEnded else {
                    Console.complain(
                        localized("The wallet is locked. The apps are disconnected when it is unlocked."))
                    throw ExitCode(2)
                }
                if !options.json { Console.say(Self.sentence(topics.count)) }
            }
        }

        private static func json(_ topics: [Topic], _ hasEnded: Bool) -> JSON {
            ["topics": .array(topics.map { .string($0.description) }), "ended": .bool(hasEnded)]
        }

        private static func sentence(_ count: Int) -> String {
            guard count > 0 else { return localized("No app is connected.") }
            return localized(
                "\(count, as: "count") app was disconnected.",
                plural: "\(count, as: "count") apps were disconnected.", count: count)
        }
    }

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Set the relay, and whether the wallet checks where requests come from."),
            discussion: localized(
                """
                The wallet contacts the relay only while an app is connected or connects. With --enable-verification, it \
                sometimes fetches a key from the verification service, which sees your IP address and that you use \
                WalletConnect, but not which apps. Open windows of the wallet use other settings at once.
                """))

        @Option(help: ArgumentHelp(localized("The address: wss://…, or ws://… on this computer.")))
        var relay: String?

        @Option(help: ArgumentHelp(localized("The project ID, for a relay that asks for one; empty to remove it.")))
        var projectID: String?

        @Flag(
            inversion: .prefixedEnableDisable,
            help: ArgumentHelp(localized("Whether the wallet uses WalletConnect at all.")))
        var connection: Bool?

        @Flag(
            inversion: .prefixedEnableDisable,
            help: ArgumentHelp(
                localized("Whether the wallet may fetch the key with which it checks where requests come from.")))
        var verification: Bool?

        @Option(
            help: ArgumentHelp(
                localized("The address of the key of another verification service; empty for the public one.")))
        var verificationKey: String?

        @OptionGroup var settings: SettingsToChange

        var change: SetWalletConnect {
            SetWalletConnect(
                relay: relay, projectID: projectID, connection: connection, verification: verification,
                verificationKey: verificationKey)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "settings", abstract: localized("Show the settings of WalletConnect."))

        @OptionGroup var settings: SettingsToRead

        func run() throws {
            try settings.say(ShowWalletConnect()) { shown in
                [
                    "\(localized("relay"))\t\(shown.relay ?? localized("not set"))",
                    "\(localized("project ID"))\t\(shown.projectId ?? localized("not set"))",
                    "\(localized("enabled"))\t\(shown.enabled ? localized("yes") : localized("no"))",
                    "\(localized("verification"))\t\(shown.verification ? localized("yes") : localized("no"))",
                    "\(localized("verification key"))\t\(shown.verificationKey)",
                ]
            }
        }
    }
}

extension SessionsCommand {
    /// A session in one line; what the app says is made visible.
    static func line(_ session: SessionDetails) -> String {
        let claim = SessionPeer(session).claim?.title ?? ""
        return [
            session.topic.description, VisibleText.of(claim), VisibleText.of(session.peer.url),
            session.namespaces.chains.map(\.description).joined(separator: ","),
            session.namespaces.accounts.map(\.address).reduce(into: [String]()) { all, address in
                if !all.contains(address) { all.append(address) }
            }.joined(separator: ","), UTCTime.moment(session.lastUsed),
            session.expiry == .max ? "" : UTCTime.moment(session.expiry),
        ].joined(separator: "\t")
    }

    /// A session as JSON; times in seconds since 1970.
    static func json(_ session: SessionDetails) -> JSON {
        func number(_ value: Int64) -> JSON { JSONNumber(String(value)).map { .number($0) } ?? .null }
        return [
            "topic": .string(session.topic.description), "version": .string(session.version.rawValue),
            "name": .string(session.peer.name), "url": .string(session.peer.url),
            "chains": .array(session.namespaces.chains.map { .string($0.description) }),
            "accounts": .array(session.namespaces.accounts.map { .string($0.description) }),
            "methods": .array(session.namespaces.methods.map { .string($0) }),
            "created": number(session.created), "lastUsed": number(session.lastUsed),
            "expiry": session.expiry == .max ? .null : number(session.expiry),
        ]
    }
}
