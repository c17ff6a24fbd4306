import ArgumentParser
import Bridge
import Dispatch
import Glibc
import HeadlessWallet
import Keys
import GLibKit
import Messages
import WalletTerminal
import WalletUI

/// `drawbridge wallet …`: operations on wallets, each in a separate process that ends with the operation.
struct WalletsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: localized("Create, restore, import and export wallets."),
        subcommands: [
            Create.self, Restore.self, Import.self, Export.self, List.self, Passwd.self,
        ])

    /// Where the wallets are.
    struct Place: ParsableArguments {
        @Option(help: ArgumentHelp(localized("The folder of the wallets.")))
        var folder: String?

        /// The folder of the wallet's data; `nil` for the user's.
        @Option(name: .customLong("state-folder"), help: .hidden)
        var state: String?
    }

    /// The options of every subcommand that asks for something.
    struct Options: ParsableArguments {
        @Flag(help: ArgumentHelp(localized("Ask in a window instead of the terminal.")))
        var window = false

        @OptionGroup var place: Place

        /// The window of another process of this program to which the windows belong, empty for none: that process
        /// asks on standard input for them to be shown.
        @Option(help: .hidden)
        var parent: String?
    }

    /// The arguments of a subcommand for an existing wallet.
    struct OneWallet: ParsableArguments {
        @OptionGroup var options: Options

        @Option(help: ArgumentHelp(localized("The name of the wallet, if there are several.")))
        var wallet: String?
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Create a wallet with a recovery phrase of 12 or 24 words."))
        @OptionGroup var options: Options

        func run() throws {
            try WalletsCommand.run(options) { steps in
                try await CreateWallet(steps: steps).run().map {
                    ("\($0)", localized("The wallet “\($0, as: "wallet")” was created."))
                }
            }
        }
    }

    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Restore a wallet from its recovery phrase."))
        @OptionGroup var options: Options

        func run() throws {
            try WalletsCommand.run(options) { steps in
                try await RestoreWallet(steps: steps).run().map {
                    ("\($0)", localized("The wallet “\($0, as: "wallet")” was restored."))
                }
            }
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized(
                "Import a private key: hexadecimal digits, the wallet import format, or a keystore file."))
        @OptionGroup var options: Options

        func run() throws {
            try WalletsCommand.run(options) { steps in
                try await ImportKey(steps: steps).run().map {
                    ("\($0)", localized("The key was imported as the wallet “\($0, as: "wallet")”."))
                }
            }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show a wallet's recovery phrase or a key, or write a keystore file."))
        @OptionGroup var one: OneWallet

        func run() throws {
            try WalletsCommand.run(one) { steps, entry in
                try await ExportWallet(steps: steps, entry: entry).run()
            }
        }
    }

    struct Passwd: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Change a wallet's passphrase."))
        @OptionGroup var one: OneWallet

        func run() throws {
            try WalletsCommand.run(one) { steps, entry in
                try await ChangePassphrase(steps: steps, entry: entry).run()
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Show the names of the wallets."))
        @OptionGroup var place: Place
        @OptionGroup var output: JSONOption

        func run() throws {
            let entries = try WalletFolder.open(place.folder).entries()
            output.say(
                .array(
                    entries.map { entry in
                        [
                            "name": JSON(entry.name?.description), "file": .string(entry.file),
                            "problem": JSON(entry.problem),
                        ]
                    }), entries.filter { $0.problem == nil }.compactMap { $0.name?.description })
            for problem in entries.compactMap(\.problem) { Console.complain(problem) }
            if entries.isEmpty { Console.noteEmpty(hasWallet: false) }
            guard entries.allSatisfy({ $0.problem == nil }) else { throw ExitCode.failure }
        }
    }

    /// Runs `flow` with one wallet, as ``run(_:_:)`` does; `flow` returns whether it was completed.
    private static func run(
        _ one: OneWallet, _ flow: @escaping @MainActor (WalletForms, VaultEntry) async throws -> Bool
    ) throws {
        try run(one.options) { [wallet = one.wallet] steps in
            try await flow(steps, WalletFolder.entry(wallet, in: steps.folder)) ? ("", "") : nil
        }
    }

    /// Runs `flow` on the terminal or in a window, and ends the program: with 0 if it was completed, and with 1 if the
    /// user cancelled.
    ///
    /// The result of the flow is printed last: the name of a new wallet for the window that started this program, and a
    /// sentence for a person.
    private static func run(
        _ options: Options, _ flow: @escaping @MainActor (WalletForms) async throws -> (name: String, sentence: String)?
    ) throws {
        let folder = try WalletFolder.open(options.place.folder)
        try MainActor.assumeIsolated {
            if options.window, !MainLoop.start() { throw WalletError.noDisplay }
            let phrases = SecurityPhraseFile(state: options.place.state)
            let window = options.window ? ScreenWindow(mark: phrases?.mark()) : nil
            if let parent = options.parent, let window { serve(parent, window) }
            let presenter: any ScreenPresenter = window ?? TerminalForms()
            Task {
                let steps = WalletForms(presenter: presenter, folder: folder)
                do {
                    let result = try await flow(steps)
                    if let result, !result.name.isEmpty {
                        Console.say(options.window ? result.name : result.sentence)
                    }
                    if result == nil, !options.window { Console.complain(localized("Nothing was changed.")) }
                    Glibc.exit(result == nil ? 1 : 0)
                } catch {
                    Console.complain("\(error)")
                    // The user of a window does not see the terminal output.
                    if options.window { await steps.conclude(localized("Something went wrong"), ["\(error)"]) }
                    Glibc.exit(1)
                }
            }
            if options.window { MainLoop.run() } else { dispatchMain() }
        }
    }

    /// Puts `window` above the one that `parent` names, and brings it to the front whenever a line asks for it.
    ///
    /// When the other process has ended, however that was, this one ends, too: nobody expects its secrets on the screen.
    @MainActor private static func serve(_ parent: String, _ window: ScreenWindow) {
        if !parent.isEmpty { window.attach(to: parent) }
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        source.setEventHandler {
            var room = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &room, room.count)
            MainActor.assumeIsolated {
                // The handler keeps the source.
                guard count > 0, !source.isCancelled else { Glibc.exit(1) }
                window.present()
            }
        }
        source.activate()
    }
}
