import ArgumentParser
import Bridge
import HeadlessWallet
import Messages

/// `drawbridge message`: signs and verifies messages.
struct MessageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: localized("Sign or verify a message."),
        discussion: localized(
            """
            Messages are signed by BIP-137 or BIP-322 with Bitcoin addresses, by BIP-137 with addresses of Bitcoin Cash, \
            and by EIP-191 with addresses on EVM chains.
            """), subcommands: [Sign.self, Verify.self])

    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Sign a message with an address of yours, after you approve it in the window."))

        @Argument(help: ArgumentHelp(localized("An address of your wallet.")))
        var address: String

        @Argument(help: ArgumentHelp(localized("The message.")))
        var message: String

        @Option(name: .customLong("standard"), help: ArgumentHelp(localized("On Bitcoin: bip137 or bip322.")))
        var form: String?

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                let signed = try TerminalClient(options: options).ask(
                    SignMessage(message, with: address, form: form ?? ""),
                    else: localized("No window of the wallet is open. Run `drawbridge`."))
                options.say(signed) { [$0.signature] }
            }
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Check whether the owner of an address signed a message."),
            discussion: localized("Exit status: 0 if the signature is valid, 1 if it is not."))

        @Argument(help: ArgumentHelp(localized("The address.")))
        var address: String

        @Argument(help: ArgumentHelp(localized("The message.")))
        var message: String

        @Argument(help: ArgumentHelp(localized("The signature.")))
        var signature: String

        @OptionGroup var output: JSONOption

        func run() throws {
            try Asynchronously.run { [self] in
                let isValid = try SignMessage.isSigned(message, by: address, signature)
                guard let isValid else {
                    throw WalletError(
                        .failed, localized("The wallet cannot check signatures of this kind of address."))
                }
                if output.json { Console.say(JSON.object(["valid": .bool(isValid)]).text) }
                guard isValid else { throw WalletError(.failed, localized("The signature is not valid.")) }
                if !output.json { Console.say(localized("The signature is valid.")) }
            }
        }
    }
}
