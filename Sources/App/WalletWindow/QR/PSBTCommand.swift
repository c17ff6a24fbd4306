import ArgumentParser
import Bitcoin
import Bridge
import HeadlessWallet
import Messages
import WalletTerminal

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
        subcommands: [Show.self] + PSBTCommands.all)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Explain what a transaction spends and pays, and what is yours."))

        @Argument(
            help: ArgumentHelp(localized("The file, or the one that a signed transaction in the images completes.")))
        var file: String?

        @Option(
            help: ArgumentHelp(
                localized("An image of QR codes of the transaction; once for each image, in any order.")))
        var image: [String] = []

        @Option(help: ArgumentHelp(localized("A new file for the transaction, too.")))
        var output: String?

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                let psbt = try await transaction()
                if let output { try PSBTFile.write(psbt, to: output) }
                let explanation = try PSBTCommands.ask(ExplainPSBT(psbt), options)
                options.say(explanation) { explanation in
                    explanation.rows.map { row in
                        [row.label, row.value, row.note].compactMap(\.self).map { Quotation.bare($0) }
                            .joined(separator: "\t")
                    }
                }
                if !options.json { explanation.warnings.forEach(Console.complain) }
            }
        }

        /// The transaction in the file or in the images.
        private func transaction() async throws(WalletError) -> PSBT {
            guard !image.isEmpty else {
                guard let file else { throw WalletError(.usage, localized("Name a file or --image.")) }
                return try PSBTCommands.read(file)
            }
            var collector = PSBTCollector()
            for path in image {
                let (next, content) = try await collector.adding(image: path)
                collector = next
                switch (content, file) {
                case (nil, _): continue
                case (.psbt(let psbt)?, nil): return psbt
                case (.psbt(let psbt)?, let file?): return try PSBTFile.combine(PSBTCommands.read(file), with: [psbt])
                case (.signed(let signed)?, let file?):
                    return try PSBTFile.combine(PSBTCommands.read(file), with: signed)
                case (.signed?, nil):
                    throw WalletError(
                        .usage, localized("The images have a signed transaction. Name the file of its PSBT as well."))
                }
            }
            let progress = collector.progress ?? localized("no parts")
            throw WalletError(.failed, localized("The transaction is not complete: \(progress, as: "progress")."))
        }
    }
}
