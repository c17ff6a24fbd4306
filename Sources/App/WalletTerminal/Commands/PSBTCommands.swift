package import ArgumentParser
package import Bitcoin
import Bridge
import Foundation
import Glibc
package import HeadlessWallet
import Messages
import Primitives
import QRWriter

/// The commands about partially signed transactions on Bitcoin (BIP-174) that read no images.
package enum PSBTCommands {
    /// The commands.
    package static let all: [any ParsableCommand.Type] = [
        Sign.self, Combine.self, Finalize.self, Send.self, Codes.self,
    ]

    /// Where the result is written.
    package struct Output: ParsableArguments {
        @Option(help: ArgumentHelp(localized("The new file; without it, the result is printed as Base64 text.")))
        package var output: String?

        /// Creates the option.
        package init() {}

        /// Writes a result.
        package func write(_ psbt: PSBT, _ options: TerminalOptions) throws(WalletError) {
            if let output { try PSBTFile.write(psbt, to: output) }
            if options.json {
                let place: JSON = output.map { .string($0) } ?? .null
                return Console.say(JSON.object(["psbt": .string(psbt.base64), "file": place]).text)
            }
            if output == nil { Console.say(psbt.base64) }
        }
    }

    /// Reads a file, or standard input for `-`.
    package static func read(_ path: String) throws(WalletError) -> PSBT {
        guard path == "-" else { return try PSBTFile.read(path) }
        let data = (try? FileHandle.standardInput.read(upToCount: 2 * PSBT.largest)) ?? Data()
        return try PSBTFile.read(bytes: Array(data))
    }

    /// Asks the running window to do something with a transaction.
    package static func ask<Command: WalletCommand>(
        _ command: Command, _ options: TerminalOptions
    ) throws(WalletError) -> Command.Outcome {
        try TerminalClient(options: options).ask(
            command, else: localized("No window of the wallet is open. Run `drawbridge`."))
    }

    /// Shows the QR codes of a transaction in the terminal, or prints what they say.
    struct Codes: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "qr",
            abstract: localized(
                "Show the QR codes of a transaction until you press Ctrl+C, or print their texts to a pipe."))

        @Argument(help: ArgumentHelp(localized("The file.")))
        var file: String

        /// Moves the cursor to the first line, and clears the screen (ECMA-48).
        private static let clear = "\u{1B}[H\u{1B}[2J"

        @Flag(help: ArgumentHelp(localized("As BBQr, instead of UR.")))
        var bbqr = false

        @OptionGroup var output: JSONOption

        func run() throws {
            try Asynchronously.run { [self] in
                let series = try CodeSeries(try PSBTCommands.read(file), bbqr ? .bbqr : .ur)
                if output.json { return Console.say(JSON.array(series.texts.map { .string($0) }).text) }
                guard isatty(STDOUT_FILENO) == 1 else { return series.texts.forEach { Console.say($0) } }
                let codes = await series.codes().map(\.lines)
                while true {
                    for (place, lines) in codes.enumerated() {
                        let (part, count) = (place + 1, codes.count)
                        Console.draw(Self.clear + lines.joined(separator: "\n"))
                        Console.say(localized("QR code \(part, as: "number") of \(count, as: "count")"))
                        if count == 1 { return }
                        try await Task.sleep(for: series.interval)
                    }
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
            try Asynchronously.run { [self] in
                let signed = try PSBTCommands.ask(SignPSBT(PSBTCommands.read(file)), options)
                try output.write(try await signed.read(), options)
            }
        }
    }

    struct Combine: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Combine the signatures in several files of the same transaction."))

        @Argument(help: ArgumentHelp(localized("The files.")))
        var files: [String]

        @OptionGroup var output: Output
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                var all: [PSBT] = []
                for file in files { all.append(try PSBTCommands.read(file)) }
                guard let first = all.first else { return }
                try output.write(PSBTFile.combine(first, with: Array(all.dropFirst())), options)
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
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                let psbt = try PSBTCommands.read(file)
                let final: PSBT
                do throws(BitcoinError) {
                    final = try psbt.withoutWrongSignatures.finalized()
                    if extract {
                        let transaction = Hex.encode(try final.extracted().bytes(.witness))
                        let answer = JSON.object(["transaction": .string(transaction)])
                        return Console.say(options.json ? answer.text : transaction)
                    }
                } catch {
                    throw WalletError(error.sentence)
                }
                try output.write(final, options)
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
            try Asynchronously.run { [self] in
                let sent = try PSBTCommands.ask(SendPSBT(PSBTCommands.read(file)), options)
                try TerminalClient.tell(sent, options)
            }
        }
    }
}
