import ArgumentParser
import HeadlessWallet
import Messages
import WalletCore

/// `drawbridge send`: sends coins or tokens, after the approval in the wallet's window.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: localized("Send coins or tokens."),
        discussion: localized(
            """
            An open window of the wallet shows the payment, and you approve it there. From a watch-only account, nothing \
            is sent: a PSBT for the wallet with the keys is printed as Base64 text. Exit status: 0 if it was sent, 1 if \
            it failed, 2 if no window is open or the wallet is locked, 3 if you rejected it, 4 if it is not known whether \
            it was sent. With 4, do not send it again before you have looked for it: `drawbridge history` has its state.
            """))

    @Argument(help: ArgumentHelp(localized("The amount, such as 0.5, or “all”.")))
    var amount: String

    @Argument(help: ArgumentHelp(localized("The symbol, such as BTC or ETH, or the contract of a token.")))
    var asset: String

    @Argument(
        help: ArgumentHelp(localized("An address, a payment link, the name of a contact, or a name such as alice.eth."))
    )
    var recipient: String

    @Option(
        name: .customLong("also"),
        help: ArgumentHelp(
            localized("Another recipient on Bitcoin or Bitcoin Cash, as AMOUNT:ADDRESS; it can be repeated.")))
    var others: [String] = []

    @Option(help: ArgumentHelp(localized("The network: a chain ID, a name, or an identifier such as eip155:1.")))
    var network: String?

    @Option(help: ArgumentHelp(localized("The account, by its address or its name.")))
    var account: String?

    @Option(help: ArgumentHelp(localized("The fee: slow, normal, fast, or a rate.")))
    var fee = "normal"

    @Option(help: ArgumentHelp(localized("A note for the history.")))
    var note: String?

    @Option(
        name: .customLong("coin"),
        help: ArgumentHelp(localized("A coin to spend, as TXID:INDEX; it can be repeated.")))
    var coins: [String] = []

    @OptionGroup var options: TerminalOptions

    func validate() throws {
        for other in others where !other.contains(":") {
            throw ValidationError(localized("Another recipient must be AMOUNT:ADDRESS."))
        }
    }

    func run() throws {
        try Asynchronously.run { [self] in
            var payees = [Send.Payee(recipient, Send.Amount(amount))]
            for other in others {
                let parts = other.split(separator: ":", maxSplits: 1).map(String.init)
                payees.append(Send.Payee(parts.last ?? "", .typed(parts.first ?? "")))
            }
            let asset = AssetReference(asset, AccountReference(network: network, account: account))
            let outcome = try TerminalClient(options: options).ask(
                Send(asset, to: payees, fee: SendForm.Fee(fee), note: note ?? "", coins: coins),
                else: localized("No window of the wallet is open to approve the payment. Run `drawbridge`."))
            switch outcome {
            case .sent(let sent): try TerminalClient.tell(sent, options)
            case .psbt(let text): options.say(outcome) { _ in [text] }
            }
        }
    }
}
