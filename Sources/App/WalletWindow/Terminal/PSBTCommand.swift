import ArgumentParser
import Bitcoin
import Bridge
import Foundation
import Glibc
import HeadlessWallet
import Messages
import Primitives
import QRWriter

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
        subcommands: [Show.self, Sign.self, Combine.self, Finalize.self, Send.self, Codes.self])

    /// Where the result is written.
    struct Output: ParsableArguments {
        @Option(help: ArgumentHelp(localized("The new file; without it, the result is printed as Base64 text.")))
        var output: String?

        func write(_ psbt: PSBT, _ options: TerminalOptions) throws(WalletError) {
            if let output { try PSBTFile.write(psbt, to: output) }
            if options.json {
                let place: JSON = output.map { .string($0) } ?? .null
                return Console.say(JSON.object(["psbt": .string(psbt.base64), "file": place]).text)
            }
            if output == nil { Console.say(psbt.base64) }
        }
    }

    /// Reads a file, or standard input for `-`.
    static func read(_ path: String) throws(WalletError) -> PSBT {
        guard path == "-" else { return try PSBTFile.read(path) }
        let data = (try? FileHandle.standardInput.read(upToCount: 2 * PSBT.largest)) ?? Data()
        return try PSBTFile.read(bytes: Array(data))
    }

    /// Asks the running window to do something with a transaction.
    static func ask<Command: WalletCommand>(
        _ command: Command, _ options: TerminalOptions
    ) throws(WalletError) -> Command.Outcome {
        try TerminalClient(options: options).ask(
            command, else: localized("No window of the wallet is open. Run `drawbridge`."))
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Explain what a transaction spends and pays, and what is yours."))

        @Argument(
            help: ArgumentHelp(localized("The file, or the one that a signed transaction in the pictures completes.")))
        var file: String?

        @Option(
            help: ArgumentHelp(
                localized("A picture of QR codes of the transaction; once for each picture, in any order.")))
        var picture: [String] = []

        @OptionGroup var output: Output
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [self] in
                let psbt = try await transaction()
                if output.output != nil { try output.write(psbt, TerminalOptions.parse([])) }
                let explanation = try PSBTCommand.ask(ExplainPSBT(psbt), options)
                options.say(explanation) { explanation in
                    explanation.rows.map { row in
                        [row.label, row.value, row.note].compactMap(\.self).map { Quotation.bare($0) }
                            .joined(separator: "\t")
                    }
                }
                if !options.json { explanation.warnings.forEach(Console.complain) }
            }
        }

        /// The transaction in the file or in the pictures.
        private func transaction() async throws(WalletError) -> PSBT {
            guard !picture.isEmpty else {
                guard let file else { throw WalletError(.usage, localized("Name a file or --picture.")) }
                return try PSBTCommand.read(file)
            }
            var collector = PSBTCollector()
            for path in picture {
                let (next, content) = try await collector.adding(picture: path)
                collector = next
                switch (content, file) {
                case (nil, _): continue
                case (.psbt(let psbt)?, nil): return psbt
                case (.psbt(let psbt)?, let file?): return try PSBTFile.combine(PSBTCommand.read(file), with: [psbt])
                case (.signed(let signed)?, let file?):
                    return try PSBTFile.combine(PSBTCommand.read(file), with: signed)
                case (.signed?, nil):
                    throw WalletError(
                        .usage, localized("The pictures have a signed transaction. Name the file of its PSBT as well."))
                }
            }
            let progress = collector.progress ?? localized("no parts")
            throw WalletError(.failed, localized("The transaction is not complete: \(progress, as: "progress")."))
        }
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
            try TerminalClient.run { [self] in
                let series = try CodeSeries(try PSBTCommand.read(file), bbqr ? .bbqr : .ur)
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
            try TerminalClient.run { [self] in
                let signed = try PSBTCommand.ask(SignPSBT(PSBTCommand.read(file)), options)
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
            try TerminalClient.run { [self] in
                var all: [PSBT] = []
                for file in files { all.append(try PSBTCommand.read(file)) }
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
            try TerminalClient.run { [self] in
                let psbt = try PSBTCommand.read(file)
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
            try TerminalClient.run { [self] in
                let sent = try PSBTCommand.ask(SendPSBT(PSBTCommand.read(file)), options)
                try TerminalClient.tell(sent, options)
            }
        }
    }
}
