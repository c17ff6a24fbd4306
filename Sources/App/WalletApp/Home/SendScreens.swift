import BigInt
import Bitcoin
import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletUI

/// The form in which the user enters a payment, and its end.
struct SendScreens {
    /// The account that pays.
    let account: AccountSummary

    /// What is sent.
    let balance: AssetBalance

    /// The speeds, from slow to fast; empty until a server has named them.
    var fees: [FeeOffer] = []

    /// The contacts on the chain.
    var contacts: [Contact] = []

    /// Whether the coins can be chosen, and how many are.
    var coins: (canBeChosen: Bool, chosen: Int) = (false, 0)

    /// The number of recipients.
    var payees = 1

    /// The link that filled in the form; `nil` if none did.
    var link: AskedPayment?

    /// The coin whose non-fungible token is sent; `nil` to send an amount.
    var item: HeldCoin?

    private var asset: HeldAsset { balance.asset }

    /// The form.
    ///
    /// - Parameters:
    ///   - values: What was entered, by the ID of the field.
    ///   - problems: What is wrong with it.
    /// - Returns: The screen, with the fields `to`, `amount`, `all`, `contact`, `note`, `fee`, `rate` and `picture`; the
    ///   fields of further recipients have their number at the end.
    func form(_ values: [String: String] = [:], _ problems: [String: String] = [:]) -> Screen {
        let heading = localized(
            "Send \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")")
        var screen = Screen(title: HomeScreens.title, heading: heading)
        screen.problems = problems
        if account.isWatchOnly {
            screen.paragraphs = [
                Form.Paragraph(
                    localized(
                        """
                        The keys of this account are in another wallet. The wallet makes a file (PSBT) that the other \
                        one signs.
                        """))
            ]
        }
        if account.isTest { screen.paragraphs.append(HomeText.testNetwork) }
        if let link {
            screen.paragraphs.append(
                Form.Paragraph(
                    link.label.map {
                        let name = Quotation.of($0, limit: 60)
                        return localized(
                            "Filled in from a payment link. The link calls the recipient \(name, as: "name").")
                    } ?? localized("Filled in from a payment link.")))
        }
        if let text = balance.text {
            screen.rows = [
                Approval.Row(localized("From"), .exact(account.id.address), note: account.name, role: .account),
                Approval.Row(localized("Balance"), .trusted(text), note: HomeText.badge(balance)),
            ]
        }
        screen.rows += item?.carried?.itemRows ?? []
        for place in 0..<payees { screen.fields += fields(of: place, values) }
        if payees == 1 {
            if !contacts.isEmpty {
                let choices =
                    [FormField.Choice("", label: localized("None"))]
                    + contacts.prefix(50).map { FormField.Choice($0.address, label: $0.name) }
                screen.fields.append(
                    FormField(
                        "contact", label: localized("Contact"),
                        .choice(choices, selected: values["contact"] ?? "")))
            }
        }
        if payees == 1, item == nil {
            screen.fields.append(
                FormField("all", label: localized("Send everything"), .checkbox(initial: values["all"] == "true")))
        }
        screen.fields.append(
            FormField(
                "note", label: localized("Note"), .text(initial: values["note"] ?? ""),
                hint: localized("Only you see it, in the history.")))
        screen.fields += feeFields(values)
        if payees == 1 {
            screen.fields.append(
                FormField(
                    "picture", label: localized("Picture of a QR code"), .file(initial: values["picture"] ?? ""),
                    hint: localized("Instead of a recipient.")))
        }
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        if account.id.chain.namespace == "bip122", asset.id.isCoin, payees < SendForm.mostPayees(on: account.id.chain) {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.payee.rawValue, label: localized("Add recipient")))
        }
        if coins.canBeChosen {
            screen.buttons.append(
                Screen.Button(
                    HomeScreens.Action.coins.rawValue,
                    label: coins.chosen == 0
                        ? localized("Choose coins…")
                        : localized(
                            "\(coins.chosen, as: "count") coin chosen…",
                            plural: "\(coins.chosen, as: "count") coins chosen…", count: coins.chosen)))
        }
        screen.buttons.append(
            Screen.Button(
                HomeScreens.Action.review.rawValue,
                label: account.isWatchOnly ? localized("Create PSBT") : localized("Review"), .next))
        return screen
    }

    /// Asks whether to open the payment link of a page.
    static func question(_ link: String, of page: Origin) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Open this payment link?"))
        screen.source = Screen.Source(page, .website)
        screen.rows = [Approval.Row(localized("Link"), .untrusted(link))]
        screen.paragraphs = [
            Form.Paragraph(
                localized("The wallet fills in the payment. Nothing is signed or sent before you approve it."))
        ]
        screen.buttons = [
            Screen.Button("no", label: localized("Cancel")),
            Screen.Button("yes", label: localized("Continue"), .paying),
        ]
        return screen
    }

    private var recipientHint: String {
        account.id.chain.eip155 == nil
            ? localized("An address, a payment link or the name of a contact.")
            : localized("An address, a payment link, a name such as alice.eth or the name of a contact.")
    }

    private func fields(of place: Int, _ values: [String: String]) -> [FormField] {
        let (to, amount) = (Send.field("to", place), Send.field("amount", place))
        let recipient = FormField(
            to, label: place == 0 ? localized("Recipient") : localized("Recipient \(place + 1, as: "number")"),
            .text(initial: values[to] ?? ""),
            hint: place == 0 ? recipientHint : nil)
        guard item == nil else { return [recipient] }
        return [
            recipient,
            FormField(
                amount,
                label: place == 0
                    ? localized("Amount in \(asset.shownSymbol, as: "symbol")")
                    : localized("Amount \(place + 1, as: "number")"), .text(initial: values[amount] ?? "")),
        ]
    }

    private func feeFields(_ values: [String: String]) -> [FormField] {
        let choices =
            fees.map { offer in
                FormField.Choice(
                    offer.pace.rawValue,
                    label: localized(
                        "\(offer.pace.label, as: "speed"): \(offer.rate, as: "rate") \(offer.unit, as: "unit")"))
            }
            + [FormField.Choice("rate", label: localized("Custom"))]
        guard let unit = fees.first?.unit else { return [] }
        return [
            FormField(
                "fee", label: localized("Network fee"), .choice(choices, selected: values["fee"] ?? "normal")),
            FormField(
                "rate", label: localized("Custom fee, in \(unit, as: "unit")"), .text(initial: values["rate"] ?? "")),
        ]
    }

    /// What is shown while the approval is open.
    var approving: Screen {
        var screen = Screen(
            title: HomeScreens.title,
            heading: localized(
                "Send \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")"))
        screen.busy = localized("The payment is prepared. Confirm it in the window that opens.")
        return screen
    }

    /// The coins of the account, to choose those that a payment spends.
    func choose(_ held: [HeldCoin], chosen: Set<String>) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Choose the coins to spend"))
        screen.paragraphs = [
            Form.Paragraph(
                localized("Spending coins together shows everyone that they have the same owner."))
        ]
        let coin = account.balances.first?.asset ?? asset
        // Coins that the user chose before come first: none of them is left out.
        let usable = held.filter { asset.id.isCoin ? $0.canBeSpent : $0.token == asset.id && !$0.isFrozen }
        let sorted = usable.filter { chosen.contains($0.outpoint) } + usable.filter { !chosen.contains($0.outpoint) }
        if usable.count < held.count {
            screen.paragraphs.append(
                Form.Paragraph(localized("Coins that are frozen, not available or without this asset are not listed.")))
        }
        if sorted.count > Self.mostCoins {
            screen.paragraphs.append(
                Form.Paragraph(
                    localized("The \(Self.mostCoins, as: "count") largest of \(sorted.count, as: "total") are listed."))
            )
        }
        screen.fields = sorted.prefix(Self.mostCoins).map { each in
            FormField(
                each.outpoint, label: label(of: each, coin),
                .checkbox(initial: chosen.contains(each.outpoint)),
                hint: (CoinScreens.facts(of: each) + [each.confirmations == 0 ? localized("unconfirmed") : nil])
                    .compactMap(\.self).joined(separator: " · "))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Use these coins"), .next),
        ]
        return screen
    }

    /// What a coin contains of the asset that is sent.
    private func label(of held: HeldCoin, _ coin: HeldAsset) -> String {
        guard !asset.id.isCoin, let carried = held.carried else { return coin.text(BigUInt(held.value)) }
        let amount = carried.amount > 0 ? asset.text(BigUInt(carried.amount)) : nil
        return [carried.capability == nil ? nil : localized("Item"), amount].compactMap(\.self).joined(separator: " · ")
    }

    /// The maximum number of coins in the list.
    private static let mostCoins = 500
}
