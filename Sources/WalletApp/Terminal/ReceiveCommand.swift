import ArgumentParser
import BigInt
import Bitcoin
import BitcoinWallet
import Bridge
import Messages
import QREncoder
import Store
import WalletCore

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
        try TerminalClient.run { [self] in
            let client = TerminalClient(options: options)
            let members: JSONObject = [
                "asset": .string(asset), "network": .string(network ?? ""), "account": .string(account ?? ""),
            ]
            let answer: JSON
            if let live = try client.ask("receive", members) {
                answer = live
            } else {
                answer = try await stored(.object(members))
                Console.complain(localized("No window of the wallet is open: this address may have been used."))
            }
            try show(answer)
        }
    }

    /// The account's address in the store.
    @MainActor private func stored(_ request: JSON) async throws -> JSON {
        let accounts = try await TerminalClient(options: options).store().figures.load()
        guard !accounts.isEmpty else {
            throw WalletAppError(
                .locked, localized("No window of the wallet is open, and no account is known yet. Run `drawbridge`."))
        }
        let (account, balance) = try TerminalAsset(request).find(in: accounts)
        // The address of the account's ID has no prefix.
        let utxoChain = account.id.utxoChain
        let isCash = utxoChain?.ledger == .bitcoinCash
        let text = isCash ? "\(utxoChain?.network.cashPrefix ?? ""):\(account.id.address)" : account.id.address
        let forms = utxoChain.map { CoinWallet.forms(of: text, on: $0) } ?? [ReceiveAddress.Written(.usual, text)]
        return TerminalJSON.address(
            ReceiveAddress(account.id, forms: forms, path: "", state: .shown), balance.asset, of: account)
    }

    @MainActor private func show(_ answer: JSON) throws {
        guard let id = answer["asset"]?.string.flatMap({ AssetID($0) }), let forms = answer["forms"]?.object,
            let first = answer["address"]?.string
        else { throw WalletAppError(.failed, localized("The wallet’s window did not answer.")) }
        guard let text = form.map({ forms[$0]?.string }) ?? first else {
            throw WalletAppError(.usage, localized("The address does not have this form."))
        }
        let held = HeldAsset(
            id, symbol: answer["symbol"]?.string ?? "", decimals: answer["decimals"]?.number?.integer ?? 0,
            isVouchedFor: answer["known"]?.bool == true)
        var units: BigUInt?
        if let amount {
            guard let number = held.units(try ServerAnswer.number(amount, field: "amount")), number > 0 else {
                throw WalletAppError(
                    .usage, localized("Enter an amount of \(held.shownSymbol, as: "symbol"), such as 0.5."))
            }
            units = number
        }
        let link = ReceiveLink.text(to: text, held, units: units, label: label ?? "") ?? text
        if options.json {
            guard case .object(var members) = answer else { return }
            members["address"] = .string(text)
            members["link"] = .string(link)
            return Console.say(JSON.object(members).text)
        }
        if answer["test"]?.bool == true {
            Console.complain(localized("This is a test network. Its coins have no value."))
        }
        Console.say(text)
        if amount != nil || label != nil { Console.say(link) }
        if qr { for line in QRCode(link)?.lines ?? [] { Console.draw(line) } }
    }
}
