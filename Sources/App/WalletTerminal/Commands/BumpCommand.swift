import ArgumentParser
import HeadlessWallet
import Messages

/// `drawbridge bump`: bumps the fee of a pending transaction, after the approval in the wallet's window.
struct BumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump", abstract: localized("Bump the fee of a pending transaction, or cancel it."),
        discussion: localized(
            """
            An open window of the wallet shows the new transaction, and you approve it there. On Bitcoin, it replaces the \
            payment (BIP-125) if it can be replaced; otherwise, and on Bitcoin Cash, a payment to yourself pays for both. \
            On EVM chains, it has the same nonce. Exit status: 0 if it was sent, 1 if it failed, 2 if no window is open or \
            the wallet is locked, 3 if you rejected it, 4 if it is not known whether it was sent.
            """), aliases: ["raise"])

    @Argument(help: ArgumentHelp(localized("The transaction ID, as `drawbridge history` lists it.")))
    var txid: String

    @Option(help: ArgumentHelp(localized("On Bitcoin and Bitcoin Cash: slow, normal, fast, or a rate.")))
    var fee: String?

    @Flag(help: ArgumentHelp(localized("Pay with a child transaction, also if the payment can be replaced.")))
    var child = false

    @Flag(help: ArgumentHelp(localized("On EVM chains: cancel the transaction.")))
    var cancel = false

    @OptionGroup var options: TerminalOptions

    func run() throws {
        try Asynchronously.run { [self] in
            let sent = try TerminalClient(options: options).ask(
                BumpFee(txid, cancel ? .cancel : child ? .child : .usual, fee: fee ?? ""),
                else: localized("No window of the wallet is open to approve the payment. Run `drawbridge`."))
            try TerminalClient.tell(sent, options)
        }
    }
}
