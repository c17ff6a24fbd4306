import Bitcoin
import BitcoinWallet
import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletUI

/// The forms for sweeping a private key or a seed of Electrum: the key, and what it holds.
struct SweepScreens {
    /// What the key holds.
    let holdings: [(utxoChain: UTXOChain, holding: CoinSweep.Holding)]

    /// The accounts on Bitcoin and Bitcoin Cash that can receive it.
    let accounts: [AccountSummary]

    /// The account that is proposed.
    let proposed: AccountID?

    /// Asks for the key.
    static func key(image: String) -> Screen {
        Screen(
            title: title, heading: localized("Sweep a private key"),
            paragraphs: [
                Screen.Paragraph(
                    localized(
                        """
                        Everything that a key holds, such as that of a paper wallet, is sent to a new address of your \
                        account. The key itself is not kept. Seeds of Electrum and Electron Cash can be swept, too, also \
                        those of versions before 2.0.
                        """)),
                Screen.Paragraph(
                    localized(
                        "The servers of Bitcoin and Bitcoin Cash learn the addresses of the key. Do not use the key again."
                    ),
                    tone: .caution),
            ],
            fields: [
                FormField(
                    .key, label: localized("Private key or Electrum seed"), .secret,
                    hint: localized("In the wallet import format (WIF), as on a paper wallet, or 12 or 24 words.")),
                FormField(
                    .extension, label: localized("Extension words of the seed"), .secret,
                    hint: localized("Only if the seed was extended with words of its own in Electrum.")),
                FormField(
                    .image, label: localized("Image of a QR code"), .file(initial: image),
                    hint: localized("Instead of the key.")),
            ], verb: localized("Continue"))
    }

    /// Asks what is sent, and to which account if there are several.
    var choice: Screen {
        var screen = Screen(
            title: Self.title, heading: localized("What the key holds"),
            paragraphs: [Screen.Paragraph(localized("You see the fee and approve the payment in the next step."))],
            fields: [
                FormField(
                    .holding, label: localized("Send"),
                    .choice(
                        holdings.enumerated().map { .init("\($0)", label: Self.label($1.utxoChain, $1.holding)) },
                        selected: "0"))
            ], verb: localized("Review"))
        if holdings.contains(where: { $0.holding.balance.withTokens > 0 }) {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized("Coins with tokens stay at the address of the key: the wallet does not sweep tokens."),
                    tone: .caution))
        }
        if needsAccount {
            screen.fields.append(
                FormField(
                    .account, label: localized("To account"),
                    .choice(
                        accounts.map {
                            .init(
                                $0.id.description,
                                label: localized(
                                    "\($0.name, as: "account") on \($0.chainName, as: "network"), \($0.id.address, as: "address")"
                                ))
                        }, selected: (accounts.first { $0.id == proposed } ?? accounts.first)?.id.description ?? "")))
        }
        return screen
    }

    /// The place of the chosen holding, and the account that receives it.
    ///
    /// - Throws: Which answer cannot be used.
    func read(_ values: [FieldID: String]) throws(WalletError) -> (place: Int, account: AccountID) {
        guard let place = Int(values[.holding] ?? ""), holdings.indices.contains(place) else {
            throw WalletError(field: .holding, localized("Choose what is sent."))
        }
        let utxoChain = holdings[place].utxoChain
        let possible = accounts.filter { $0.id.chain == utxoChain.chainID }
        if needsAccount {
            guard let account = possible.first(where: { $0.id.description == values[.account] }) else {
                throw WalletError(
                    field: .account, localized("Choose an account on \(utxoChain.name, as: "network")."))
            }
            return (place, account.id)
        }
        guard let account = possible.first(where: { $0.id == proposed }) ?? possible.first else {
            throw WalletError(
                field: .holding, localized("You have no account on \(utxoChain.name, as: "network")."))
        }
        return (place, account.id)
    }

    /// Whether more than one account can receive what the key holds.
    private var needsAccount: Bool {
        let chains = Set(holdings.map(\.utxoChain.chainID))
        return chains.contains { chain in accounts.count { $0.id.chain == chain } > 1 }
    }

    private static func label(_ utxoChain: UTXOChain, _ holding: CoinSweep.Holding) -> String {
        let (balance, unit) = (holding.balance, utxoChain.unit)
        let amount = "\(DecimalText.text(ofSatoshis: balance.confirmed)) \(unit)"
        let label = localized(
            """
            \(amount, as: "amount") on \(utxoChain.name, as: "network"), \
            \(holding.scriptType.rawValue.uppercased(), as: "scriptType") \(holding.address, as: "address")
            """)
        guard balance.unconfirmed > 0 else { return label }
        let arriving = "\(DecimalText.text(ofSatoshis: balance.unconfirmed)) \(unit)"
        return localized("\(label, as: "holding"), and \(arriving, as: "amount") unconfirmed")
    }

    private static var title: String { localized("Drawbridge – sweep a key") }
}
