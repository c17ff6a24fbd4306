import ArgumentParser
import Bridge
import HeadlessWallet
import Messages

/// `drawbridge accounts`: the accounts and their addresses, and those that are only watched.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: localized("List your accounts, find those of the recovery phrase, or add a watch-only account."),
        subcommands: [List.self, Find.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List your accounts."),
            discussion: localized(
                """
                One line for each account and network: network, address, name, and “watchOnly” if its keys are in \
                another wallet, or “onDevice” if a hardware wallet signs for it.
                """))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [options] in
                let accounts = try await TerminalClient(options: options).perform(Balance())
                if accounts.isEmpty { options.noteEmpty() }
                options.say(accounts) { accounts in
                    accounts.map { account in
                        let place = account.watchOnly ? "watchOnly" : account.onDevice ? "onDevice" : "-"
                        let facts = [account.network, account.address, account.name].map { Quotation.bare($0) }
                        return (facts + [place]).joined(separator: "\t")
                    }
                }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add an account whose keys are in another wallet."),
            discussion: localized(
                """
                With --watch, the account is shown, and receives at its addresses; to send, the wallet makes a PSBT that \
                the wallet with the keys signs. With --device, a hardware wallet signs for the account on Ethereum by QR \
                codes (ERC-4527). Prints the first address.
                """))

        @Option(
            name: .customLong("watch"),
            help: ArgumentHelp(
                localized(
                    """
                    An extended public key (xpub, ypub, zpub), also with its origin in brackets in front, an output \
                    descriptor (BIP-380), or an address.
                    """)))
        var text: String?

        @Option(
            name: .customLong("device"),
            help: ArgumentHelp(
                localized("The export of a hardware wallet, ur:crypto-hdkey/… or ur:crypto-account/…, as text.")))
        var device: String?

        @Option(help: ArgumentHelp(localized("The number of the account in the export of a hardware wallet, from 0.")))
        var number: String?

        @Option(help: ArgumentHelp(localized("Your name for the account.")))
        var name: String?

        @Option(
            help: ArgumentHelp(localized("The network of a key or an address: bitcoin, bitcoinCash or a test network."))
        )
        var network: String?

        @Option(
            help: ArgumentHelp(
                localized("The addresses of an extended key: p2pkh, p2sh-p2wpkh, p2wpkh or p2tr.")))
        var type: String?

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                let isUsual = network == nil && type == nil
                guard (text == nil) != (device == nil), device == nil || isUsual, text == nil || number == nil else {
                    throw WalletError(
                        .usage,
                        localized("Give --watch with --network and --type, or --device with --number."))
                }
                let (client, name) = (TerminalClient(options: options), name ?? "")
                let added =
                    if let device {
                        try await client.perform(AddDevice(device, named: name, number: number ?? ""))
                    } else {
                        try await client.perform(
                            WatchAccount(text ?? "", named: name, network: network ?? "", type: type ?? ""))
                    }
                options.say(added) { [$0.address] }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove an account whose keys are elsewhere."))

        @Argument(help: ArgumentHelp(localized("The address of the account, as `drawbridge accounts` lists it.")))
        var address: String

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                _ = try await TerminalClient(options: options).perform(RemoveAccount(address))
                options.output.sayChanged()
            }
        }
    }
}
