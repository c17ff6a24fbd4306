import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import QRWriter

/// `drawbridge receive`: an address to receive at.
struct ReceiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receive", abstract: localized("Show an address to receive at."),
        discussion: localized(
            """
            On Bitcoin and Bitcoin Cash, an open window of the wallet gives an address that was not used before. Without \
            one, the first address of the account is shown.
            """))

    @Argument(help: ArgumentHelp(localized("The symbol, such as BTC or ETH, or the contract of a token.")))
    var asset: String

    @Option(help: ArgumentHelp(localized("The network: a chain ID, a name, or an identifier such as eip155:1.")))
    var network: String?

    @Option(help: ArgumentHelp(localized("The account, by its address or its name.")))
    var account: String?

    @Option(help: ArgumentHelp(localized("The amount in the link.")))
    var amount: String?

    @Option(help: ArgumentHelp(localized("Your name or the purpose, in the link.")))
    var label: String?

    @Option(help: ArgumentHelp(localized("The form: usual, cashAddr, tokenAware or legacy.")))
    var form: String?

    @Flag(help: ArgumentHelp(localized("Print the QR code.")))
    var qr = false

    @OptionGroup var options: TerminalOptions

    func run() throws {
        try Asynchronously.run { [self] in
            let client = TerminalClient(options: options)
            let command = Receive(AssetReference(asset, AccountReference(network: network, account: account)))
            let live = try client.ask(command)
            let given = if let live { live } else { try await client.perform(command) }
            if live == nil {
                Console.complain(localized("No window of the wallet is open: this address may have been used."))
            }
            let address = try given.asked(form: form, amount: amount, label: label)
            if options.json { return Console.say(CommandCoding.json(address).text) }
            if address.test { Console.complain(localized("This is a test network. Its coins have no value.")) }
            if let warning = address.warning { Console.complain(warning) }
            Console.say(address.address)
            guard let link = address.link else { return }
            if amount != nil || label != nil { Console.say(link) }
            if qr { for line in QRCode(link)?.lines ?? [] { Console.draw(line) } }
        }
    }
}
