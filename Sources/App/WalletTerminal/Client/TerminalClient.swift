import ArgumentParser
import Bridge
import Foundation
import HeadlessWallet
import Keys
import Messages
import Store

/// The options of every command about the wallet.
package struct TerminalOptions: ParsableArguments {
    @OptionGroup var output: JSONOption
    @OptionGroup var place: PlaceOptions

    /// Whether JSON is printed.
    package var json: Bool { output.json }

    /// Creates the options.
    package init() {}

    /// Says why there is no account, unless JSON is wanted.
    func noteEmpty() {
        guard !json else { return }
        Console.noteEmpty(hasWallet: WalletFolder.hasWallet(in: place.folder))
    }

    /// Prints an outcome as JSON, or else as lines.
    package func say<Outcome: Encodable>(_ outcome: Outcome, _ lines: (Outcome) -> [String]) {
        output.say(CommandCoding.json(outcome), lines(outcome))
    }
}

/// Asks the wallet's running window, or the store without one.
struct TerminalClient {
    let options: TerminalOptions

    /// Asks the running window.
    ///
    /// - Returns: The outcome; `nil` if no window is open.
    /// - Throws: Why it could not be done.
    func ask<Command: WalletCommand>(_ command: Command) throws(WalletError) -> Command.Outcome? {
        try command.check()
        guard let folder = options.place.state ?? Store.folder(environment: ProcessInfo.processInfo.environment),
            let answer = try WalletSocket.ask(CommandCoding.request(command), in: folder)
        else { return nil }
        if let notice = answer[CommandCoding.notice]?.string { Console.complain(notice) }
        return try CommandCoding.outcome(of: Command.self, in: answer)
    }

    /// Asks the running window, without which it cannot be done and `sentence` is said.
    ///
    /// - Returns: The outcome.
    /// - Throws: Why it could not be done.
    func ask<Command: WalletCommand>(
        _ command: Command, else sentence: String
    ) throws(WalletError) -> Command.Outcome {
        guard let outcome = try ask(command) else { throw WalletError(.locked, sentence) }
        return outcome
    }

    /// Asks the running window, or else the store.
    @MainActor func perform<Command: StoredCommand>(_ command: Command) async throws -> Command.Outcome {
        if let outcome = try ask(command) { return outcome }
        return try await command.run(in: StoredWallet(try store()))
    }

    /// Prints what became of a transaction that the window has sent.
    ///
    /// - Throws: That it is not known whether it was sent.
    static func tell(_ sent: SentTransaction, _ options: TerminalOptions) throws(WalletError) {
        options.say(sent) { [$0.txid] }
        guard let sentence = sent.sentence else { return }
        guard sent.state == .sent else { throw WalletError(.unknown, sentence) }
        Console.complain(sentence)
    }

    /// The user's store.
    @MainActor func store() throws -> Store { try Store.ofUser(in: options.place.state) }
}
