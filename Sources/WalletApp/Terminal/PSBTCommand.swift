import ArgumentParser
import Bitcoin
import Bridge
import Foundation
import Messages
import Primitives

/// `drawbridge psbt`: partially signed transactions on Bitcoin (BIP-174).
struct PSBTCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "psbt", abstract: localized("Explain, sign, combine and send partially signed transactions."),
        discussion: localized(
            """
            A file has the binary form or Base64 text; “-” is standard input. Results are written to a new file with \
            --output, or printed as Base64 text. An open window of the wallet explains, signs and sends; you approve \
            it there.
            """),
        subcommands: [Show.self, Sign.self, Combine.self, Finalize.self, Send.self])

    /// Where the result is written.
    struct Output: ParsableArguments {
        @Option(help: ArgumentHelp(localized("The new file; without it, the result is printed as Base64 text.")))
        var output: String?

        func write(_ psbt: PSBT) throws(WalletAppError) {
            guard let output else { return Console.say(psbt.base64) }
            try PSBTFile.write(psbt, to: output)
        }
    }

    /// Reads a file, or standard input for `-`.
    static func read(_ path: String) throws(WalletAppError) -> PSBT {
        guard path == "-" else { return try PSBTFile.read(path) }
        let data = (try? FileHandle.standardInput.read(upToCount: 2 * PSBT.largest)) ?? Data()
        return try PSBTFile.read(bytes: Array(data))
    }

    /// Asks the running window to do something with a transaction.
    static func ask(_ command: String, _ psbt: PSBT, _ options: TerminalOptions) throws -> JSON {
        guard let answer = try TerminalClient(options: options).ask(command, ["psbt": .string(psbt.base64)]) else {
            throw WalletAppError(.locked, localized("No window of the wallet is open. Run `drawbridge`."))
        }
        return answer
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Explain what a transaction spends and pays, and what is yours."))

        @Argument(help: ArgumentHelp(localized("The file.")))
        var file: String

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [self] in
                let answer = try PSBTCommand.ask("psbt", try PSBTCommand.read(file), options)
                if options.json { return Console.say(answer.text) }
                for row in answer["rows"]?.array ?? [] {
                    let facts = [row["label"], row["value"], row["note"]].compactMap { $0?.string }
                    Console.say(facts.map { Quotation.bare($0) }.joined(separator: "\t"))
                }
                for warning in answer["warnings"]?.array ?? [] {
                    Console.complain(warning.string ?? "")
                }
            }
        }
    }

    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add the signatures of your keys, after you approve it in the window."))

        @Argument(help: ArgumentHelp(localized("The file.")))
        var file: String

        @OptionGroup var output: Output
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [self] in
                let answer = try PSBTCommand.ask("signPSBT", try PSBTCommand.read(file), options)
                try output.write(try PSBTFile.read(text: answer["psbt"]?.string ?? ""))
            }
        }
    }

    struct Combine: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Combine the signatures in several files of the same transaction."))

        @Argument(help: ArgumentHelp(localized("The files.")))
        var files: [String]

        @OptionGroup var output: Output

        func run() throws {
            try TerminalClient.run { [self] in
                var all: [PSBT] = []
                for file in files { all.append(try PSBTCommand.read(file)) }
                guard let first = all.first else { return }
                let combined: PSBT
                do throws(BitcoinError) {
                    combined = try first.combined(with: Array(all.dropFirst()))
                } catch {
                    throw WalletAppError(error.sentence)
                }
                try output.write(combined)
            }
        }
    }

    struct Finalize: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Make the final scripts of a transaction that has all signatures."))

        @Argument(help: ArgumentHelp(localized("The file.")))
        var file: String

        @Flag(help: ArgumentHelp(localized("Print the signed transaction in hexadecimal instead.")))
        var extract = false

        @OptionGroup var output: Output

        func run() throws {
            try TerminalClient.run { [self] in
                let psbt = try PSBTCommand.read(file)
                let final: PSBT
                do throws(BitcoinError) {
                    final = try psbt.finalized()
                    if extract { return Console.say(Hex.encode(try final.extracted().bytes(.witness))) }
                } catch {
                    throw WalletAppError(error.sentence)
                }
                try output.write(final)
            }
        }
    }

    struct Send: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Send a transaction that has all signatures, after you approve it in the window."))

        @Argument(help: ArgumentHelp(localized("The file.")))
        var file: String

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [self] in
                let answer = try PSBTCommand.ask("sendPSBT", try PSBTCommand.read(file), options)
                Console.say(options.json ? answer.text : answer["txid"]?.string ?? "")
            }
        }
    }
}
