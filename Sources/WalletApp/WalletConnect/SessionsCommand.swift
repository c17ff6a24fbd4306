import ArgumentParser
import Bridge
import Desktop
import Foundation
import Messages
import Network
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

        @Flag(help: ArgumentHelp(localized("Print JSON.")))
        var json = false

        @Option(help: .hidden)
        var folder: String?

        func run() throws {
            try Asynchronously.run { [json, folder] in
                let sessions = try await SessionsCommand.sessions(folder)
                if json { return Console.say(JSON.array(sessions.map(SessionsCommand.json)).text) }
                for session in sessions { Console.say(SessionsCommand.line(session)) }
            }
        }
    }

    struct End: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Disconnect an app, or all of them."),
            discussion: localized(
                """
                A window of the wallet that is open does it. Without one, the passphrase is asked, because the app is told \
                so in an encrypted message. Exit status: 0 if the apps are disconnected, 2 if the wallet is locked and \
                does it when it is unlocked, 1 otherwise.
                """))

        @Argument(help: ArgumentHelp(localized("The topic of the session, or its first 4 or more digits.")))
        var topic: String?

        @Flag(help: ArgumentHelp(localized("Disconnect all apps.")))
        var all = false

        @Option(help: ArgumentHelp(localized("Name of the wallet to use (default: the only one).")))
        var wallet: String?

        @Option(help: .hidden)
        var folder: String?

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
                let sessions = try await SessionsCommand.sessions(folder)
                let topics = sessions.map(\.topic).filter { all || $0.description.hasPrefix(topic ?? "") }
                if all, topics.isEmpty { return Console.say(localized("No app is connected.")) }
                guard all || topics.count == 1 else {
                    throw WalletAppError(
                        topics.isEmpty
                            ? localized("There is no such session. `drawbridge sessions` lists them.")
                            : localized("Several sessions begin with these digits. Give more of them."))
                }
                try await SessionEnding(topics: topics, wallet: wallet, folder: folder).run()
                Console.say(
                    localized(
                        "\(topics.count, as: "count") app was disconnected.",
                        plural: "\(topics.count, as: "count") apps were disconnected.", count: topics.count))
            }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Set the relay."),
            discussion: localized(
                """
                The wallet contacts the relay only while an app is connected or connects. Windows of the wallet that are \
                open use another relay only when they are opened again.
                """))

        @Option(help: ArgumentHelp(localized("The address: wss://…, or ws://… on this computer.")))
        var relay: String?

        @Option(help: ArgumentHelp(localized("The project id, for a relay that asks for one; empty to remove it.")))
        var projectID: String?

        @Flag(
            inversion: .prefixedEnableDisable,
            help: ArgumentHelp(localized("Whether the wallet uses WalletConnect at all.")))
        var connection: Bool?

        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?

        func validate() throws {
            guard relay != nil || projectID != nil || connection != nil else {
                throw ValidationError(
                    localized("Give --relay, --project-id, --enable-connection or --disable-connection."))
            }
            let id = projectID.flatMap { $0.isEmpty ? nil : $0 }
            if let problem = SessionSettings.problem(relay: relay ?? "wss://relay.example", projectID: id) {
                throw ValidationError(problem.sentence)
            }
        }

        func run() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            if let relay { settings.sessions.relay = relay }
            if let projectID { settings.sessions.projectID = projectID.isEmpty ? nil : projectID }
            if let connection { settings.sessions.isEnabled = connection }
            try file.write(settings)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "settings", abstract: localized("Show the relay."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?

        func run() throws {
            let settings = try ConfigurationFile(config).read().sessions
            Console.say("\(localized("relay"))\t\(settings.relay ?? localized("not set"))")
            Console.say("\(localized("project id"))\t\(settings.projectID ?? localized("not set"))")
            Console.say("\(localized("enabled"))\t\(settings.isEnabled ? localized("yes") : localized("no"))")
        }
    }
}

extension SessionsCommand {
    /// The stored sessions, the newest first.
    @MainActor static func sessions(_ folder: String?) async throws -> [SessionDetails] {
        let store = try Store.ofUser(in: folder.map { "\($0).state" })
        do throws(WalletConnectError) {
            return try await store.walletConnect(sealing: VaultSealing()).sessionDetails()
        } catch {
            throw WalletAppError(SessionText.sentence(for: error))
        }
    }

    /// A session in one line; what the app says is made visible.
    static func line(_ session: SessionDetails) -> String {
        let claim = SessionPeer(session).claim?.title ?? ""
        return [
            session.topic.description, VisibleText.of(claim), VisibleText.of(session.peer.url),
            session.namespaces.chains.map(\.description).joined(separator: ","),
            session.namespaces.accounts.map(\.address).reduce(into: [String]()) { all, address in
                if !all.contains(address) { all.append(address) }
            }.joined(separator: ","), SessionText.moment(session.lastUsed),
            session.expiry == .max ? "" : SessionText.moment(session.expiry),
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

/// Ends sessions: in the window of the wallet that has them, or here.
@MainActor struct SessionEnding {
    let topics: [Topic]
    let wallet: String?
    let folder: String?

    /// How long a window may take.
    private static let patience = Duration.seconds(10)

    func run() async throws {
        guard let ends = SessionEnds(state: folder.map { "\($0).state" }) else {
            throw WalletAppError(localized("There is no home folder, so nothing could be saved."))
        }
        try ends.add(topics)
        guard Instance.hand([SessionEnds.signal], to: AppIdentity.id) else {
            ends.remove()
            return try await endHere()
        }
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            let left = try await SessionsCommand.sessions(folder).map(\.topic)
            if !topics.contains(where: left.contains) { return }
            try await Task.sleep(for: .milliseconds(200))
        }
        Console.complain(localized("The wallet is locked. The apps are disconnected when it is unlocked."))
        throw ExitCode(2)
    }

    /// Ends them without a window; the apps are told now, or when the wallet is opened next.
    private func endHere() async throws {
        let wallets = try WalletFolder.open(folder)
        let forms = WalletForms(presenter: TerminalForms(), folder: wallets)
        let settings = try ConfigurationFile().read()
        guard let relay = settings.sessions.relay else { throw WalletAppError(localized("No relay is set.")) }
        let isDone = try await forms.open(
            try WalletFolder.entry(wallet, in: wallets), to: { localized("Disconnect apps from “\($0, as: "wallet")”") }
        ) { vault, _ in
            let sealing = VaultSealing()
            sealing.use(vault)
            do throws(WalletConnectError) {
                let configuration = try WalletConnectConfiguration(
                    metadata: AppMetadata(name: AppIdentity.name), relay: relay, projectID: settings.sessions.projectID)
                let store: Store
                do {
                    store = try Store.ofUser(in: folder.map { "\($0).state" })
                } catch {
                    throw .session(.storage)
                }
                let client = WalletConnectClient(
                    configuration, storage: store.walletConnect(sealing: sealing),
                    dialer: WebSocketClient(trusting: .system, proxy: settings.proxy))
                try await client.start()
                try await client.unlock()
                for topic in topics { try await client.wallet.disconnect(topic) }
                await connect(client)
                await client.stop()
            } catch {
                throw WalletAppError(SessionText.sentence(for: error))
            }
            return true
        }
        guard isDone else { throw ExitCode(1) }
    }

    /// Gives the client a moment to tell the apps.
    private func connect(_ client: WalletConnectClient) async {
        let end = ContinuousClock.now + .seconds(3)
        while ContinuousClock.now < end {
            let isConnected = await client.connectionState().isConnected
            try? await Task.sleep(for: .milliseconds(isConnected ? 500 : 100))
            if isConnected { return }
        }
    }
}
