import BigInt
import Bitcoin
import Bridge
import HeadlessWallet
import Messages
import QRReader
import WalletCore
import WalletMethods
import WalletUI

/// The form in which the user enters a payment, until it is sent.
@MainActor final class SendPage: Page {
    enum Action: Hashable {
        case back, addRecipient, coins, form, useCoins, review
    }

    /// What is shown of it.
    private enum Part {
        case form, coins([HeldCoin]), approving
    }

    private let context: PageContext
    private var screens: SendScreens
    private var part = Part.form
    private var values: [FieldID: String]
    private var problems: [FieldID: String] = [:]

    /// Why the payment was not sent, if no field is the reason.
    private var problem: String?

    /// The coins that it spends; empty for any.
    private var coins: Set<String>

    init(
        _ context: PageContext, _ balance: AssetBalance, from account: AccountSummary,
        _ values: [FieldID: String] = [:],
        spending coins: Set<String> = [], item: HeldCoin? = nil, link: AskedPayment? = nil
    ) {
        (self.context, self.values, self.coins) = (context, values, coins)
        screens = SendScreens(account: account, balance: balance)
        screens.link = link
        screens.item = item
        screens.coins.canBeChosen =
            item == nil && context.holdings.coinControl[account.id.chain.namespace] != nil
    }

    /// The form for the payment that a link asks for, filled in.
    convenience init(
        _ context: PageContext, _ asked: AskedPayment, keeping values: [FieldID: String] = [:]
    ) throws(RPCError) {
        let (account, balance) = try asked.payer(among: context.holdings.accounts)
        var values = values
        values[.to] = asked.address
        if let units = asked.units { values[.amount] = balance.asset.number(units) }
        self.init(context, balance, from: account, values, link: asked)
    }

    /// First asks which coins are spent.
    func choose(among held: [HeldCoin]) { part = .coins(held) }

    var screen: Screen {
        var screens = screens
        screens.coins.chosen = coins.count
        switch part {
        case .coins(let held): return screens.choose(held, chosen: coins)
        case .approving: return screens.approving
        case .form: break
        }
        var screen = screens.form(values, problems)
        if let problem { screen.paragraphs.insert(Screen.Paragraph(problem, tone: .caution), at: 0) }
        return screen
    }

    func load() async {
        let contacts = (try? await context.holdings.contacts.contacts()) ?? []
        screens.contacts = contacts.filter { $0.chain == screens.account.id.chain.description }
    }

    /// Asks for the fees.
    func ask() async {
        let account = screens.account.id
        guard let source = try? context.holdings.part(context.holdings.payments, for: account),
            let fees = try? await source.fees(of: account), fees != screens.fees
        else { return }
        screens.fees = fees
        guard case .form = part else { return }
        values = context.stack?.values(on: self) ?? values
        context.draw(self)
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: return .back
        case .addRecipient:
            (values, problems, problem) = (input.values, [:], nil)
            screens.payees = min(screens.payees + 1, SendForm.mostPayees(on: screens.account.id.chain))
        case .coins:
            values = input.values
            let account = screens.account.id
            do throws(RPCError) {
                let source = try context.holdings.part(context.holdings.coinControl, for: account)
                part = .coins(try await source.coins(of: account))
            } catch {
                context.report(error.sentence)
            }
        case .form: part = .form
        case .useCoins: (coins, part) = (input.checked, .form)
        case .review:
            (values, problems, problem) = (input.values, [:], nil)
            part = .approving
            context.draw(self)
            return await review()
        }
        return .stay
    }

    /// Reads the form, and shows the ordinary approval.
    private func review() async -> Navigation {
        defer { part = .form }
        do throws(WalletError) {
            var values = values
            if let image = try await recipient(inImage: values) { values[.to] = image }
            if let contact = values[.contact], !contact.isEmpty {
                guard EnteredText.trimmed(values[.to]).isEmpty else {
                    throw WalletError(
                        field: .contact, localized("Enter a recipient or choose a contact, not both."))
                }
                values[.to] = contact
            }
            if let other = try other(values) { return other }
            let outcome = try await context.wallet.headless.perform(try entered(values))
            switch outcome {
            case .sent(let sent): return .replace(SentPage(context, sent))
            case .psbt(let psbt):
                let page = PSBTPage(context)
                await page.show(
                    try await PSBTFile.reading(text: psbt),
                    note: localized("The payment was prepared. Nothing is signed or sent."))
                return .replace(page)
            }
        } catch {
            // A server that does not work is no fault of what was entered.
            if let field = error.field {
                problems = [field: error.description]
            } else if screens.balance.state == .noServer {
                problem = Self.noServer(of: screens.account)
            } else if error.kind != .rejected {
                problem = error.description
            }
            return .stay
        }
    }

    /// The payment that was entered.
    ///
    /// - Throws: Which entries do not fit together.
    private func entered(_ values: [FieldID: String]) throws(WalletError) -> Send {
        let isAll = screens.payees == 1 && (screens.item != nil || values[.all] == "true")
        let payees = try (0..<screens.payees).map { place throws(WalletError) in
            let typed = EnteredText.trimmed(values[Send.field(.amount, place)])
            guard !isAll || typed.isEmpty else {
                throw WalletError(
                    field: Send.field(.amount, place), localized("Leave this empty to send everything."))
            }
            return Send.Payee(values[Send.field(.to, place)] ?? "", isAll ? .all : .typed(typed))
        }
        let rate = EnteredText.trimmed(values[.rate])
        guard values[.fee] == "rate" || rate.isEmpty else {
            throw WalletError(
                field: .rate, localized("Choose “Custom” to use this fee, or leave this empty."))
        }
        return Send(
            AssetReference(screens.balance.asset.id, of: screens.account.id), to: payees,
            fee: values[.fee] == "rate" ? .rate(rate) : SendForm.Fee(values[.fee] ?? "normal"),
            note: values[.note] ?? "", coins: coins.sorted())
    }

    /// The page for a link in the recipient's field that belongs to another form; `nil` for an address or a link of this
    /// form.
    private func other(_ values: [FieldID: String]) throws(WalletError) -> Navigation? {
        let (text, account) = (EnteredText.trimmed(values[.to]), screens.account.id)
        guard screens.payees == 1, screens.item == nil else { return nil }
        guard AskedPayment.isMeant(by: text) else {
            guard context.links.takeText(text) else { return nil }
            self.values[.to] = ""
            return .stay
        }
        do throws(RPCError) {
            let asked = try AskedPayment(text, on: account.chain)
            let isAddress = asked.units == nil && asked.isForCoin(of: account.chain)
            guard !isAddress, !asked.assets.contains(screens.balance.asset.id) else { return nil }
            // From a test network, nothing leads to coins with value.
            let payer = try asked.payer(among: context.holdings.accounts).account
            guard payer.isTest == screens.account.isTest else { return nil }
            // An amount that was typed is one of the other asset.
            return .replace(try SendPage(context, asked, keeping: values.filter { $0.key == .note }))
        } catch {
            throw WalletError(field: .to, error.sentence)
        }
    }

    private static func noServer(of account: AccountSummary) -> String {
        localized(
            """
            No server is set for \(account.shownChain, as: "network"). Set one under Servers, and try again.
            """)
    }

    /// The text of the QR code in the image that was chosen; `nil` if none was.
    private func recipient(inImage values: [FieldID: String]) async throws(WalletError) -> String? {
        let path = EnteredText.trimmed(values[.image])
        guard !path.isEmpty else { return nil }
        guard EnteredText.trimmed(values[.to]).isEmpty else {
            throw WalletError(field: .image, localized("Enter a recipient or choose an image, not both."))
        }
        do throws(QRError) {
            return try await QRImageReader.usual.text(inFileAt: path)
        } catch {
            throw WalletError(field: .image, "\(error)")
        }
    }
}

/// A transaction that was sent, or of which it is not known whether it was.
@MainActor final class SentPage: Page {
    enum Action: Hashable {
        case history, done
    }

    private let context: PageContext
    private let sent: SentTransaction

    init(_ context: PageContext, _ sent: SentTransaction) { (self.context, self.sent) = (context, sent) }

    var screen: Screen {
        var screen = Screen(localized("Sent"))
        if sent.state == .unknown {
            screen = Screen(localized("Unknown outcome"))
            screen.paragraphs = [Screen.Paragraph(sent.sentence ?? "", tone: .caution)]
        } else {
            screen.mark = .done
            screen.paragraphs = [
                Screen.Paragraph(localized("The network has the transaction. The history shows when it is confirmed."))
            ]
            screen.paragraphs += sent.sentence.map { [Screen.Paragraph($0)] } ?? []
        }
        screen.rows = [Approval.Row(localized("Transaction ID"), .exact(sent.txid))]
        screen.buttons = [
            Screen.Button(Action.history, label: localized("History")),
            Screen.Button(Action.done, label: localized("Done"), .next),
        ]
        return screen
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        action == .history ? .root(HistoryPage(context)) : .home
    }
}

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
    /// - Returns: The screen, with the fields `to`, `amount`, `all`, `contact`, `note`, `fee`, `rate` and `image`; the
    ///   fields of further recipients have their number at the end.
    func form(_ values: [FieldID: String] = [:], _ problems: [FieldID: String] = [:]) -> Screen {
        let heading = localized(
            "Send \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")")
        var screen = Screen(heading)
        screen.problems = problems
        if account.isWatchOnly {
            screen.paragraphs = [
                Screen.Paragraph(
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
                Screen.Paragraph(
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
                // Beside the field that it fills.
                screen.fields.insert(
                    FormField(
                        .contact, label: localized("Contact"),
                        .choice(choices, selected: values[.contact] ?? "")), at: 1)
            }
        }
        if payees == 1, item == nil {
            screen.fields.append(
                FormField(.all, label: localized("Send everything"), .checkbox(initial: values[.all] == "true")))
        }
        screen.fields.append(
            FormField(
                .note, label: localized("Note"), .text(initial: values[.note] ?? ""),
                hint: localized("Only you see it, in the history.")))
        screen.fields += feeFields(values)
        if payees == 1 {
            screen.fields.append(
                FormField(
                    .image, label: localized("Image of a QR code"), .file(initial: values[.image] ?? ""),
                    hint: localized("Instead of a recipient.")))
        }
        screen.buttons = [Screen.Button(SendPage.Action.back, label: localized("Back"))]
        if account.id.chain.namespace == "bip122", asset.id.isCoin, payees < SendForm.mostPayees(on: account.id.chain) {
            screen.buttons.append(
                Screen.Button(SendPage.Action.addRecipient, label: localized("Add recipient")))
        }
        if coins.canBeChosen {
            screen.buttons.append(
                Screen.Button(
                    SendPage.Action.coins,
                    label: coins.chosen == 0
                        ? localized("Choose coins…")
                        : localized(
                            "\(coins.chosen, as: "count") coin chosen…",
                            plural: "\(coins.chosen, as: "count") coins chosen…", count: coins.chosen)))
        }
        screen.buttons.append(
            Screen.Button(
                SendPage.Action.review,
                label: account.isWatchOnly ? localized("Create PSBT") : localized("Review"), .next))
        return screen
    }

    /// Asks whether to open the payment link of a page.
    static func question(_ link: String, of page: Origin) -> Screen {
        var screen = Screen(localized("Open this payment link?"))
        screen.source = Screen.Source(page, .website)
        screen.rows = [Approval.Row(localized("Link"), .untrusted(link))]
        screen.paragraphs = [
            Screen.Paragraph(
                localized("The wallet fills in the payment. Nothing is signed or sent before you approve it."))
        ]
        screen.buttons = [
            Screen.Button(Screen.Answer.cancel, label: localized("Cancel")),
            Screen.Button(Screen.Answer.submit, label: localized("Continue"), .paying),
        ]
        return screen
    }

    private var recipientHint: String {
        account.id.chain.eip155 == nil
            ? localized("An address, a payment link or the name of a contact.")
            : localized("An address, a payment link, a name such as alice.eth or the name of a contact.")
    }

    private func fields(of place: Int, _ values: [FieldID: String]) -> [FormField] {
        let (to, amount) = (Send.field(.to, place), Send.field(.amount, place))
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

    private func feeFields(_ values: [FieldID: String]) -> [FormField] {
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
                .fee, label: localized("Network fee"), .choice(choices, selected: values[.fee] ?? "normal")),
            FormField(
                .rate, label: localized("Custom fee, in \(unit, as: "unit")"), .text(initial: values[.rate] ?? "")),
        ]
    }

    /// What is shown while the approval is open.
    var approving: Screen {
        var screen = Screen(
            localized(
                "Send \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")"))
        screen.busy = localized("The payment is prepared. Confirm it in the window that opens.")
        return screen
    }

    /// The coins of the account, to choose those that a payment spends.
    func choose(_ held: [HeldCoin], chosen: Set<String>) -> Screen {
        var screen = Screen(localized("Choose the coins to spend"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized("Spending coins together shows everyone that they have the same owner."))
        ]
        let coin = account.balances.first?.asset ?? asset
        // Coins that the user chose before come first: none of them is left out.
        let usable = held.filter { asset.id.isCoin ? $0.canBeSpent : $0.token == asset.id && !$0.isFrozen }
        let sorted = usable.filter { chosen.contains($0.outpoint) } + usable.filter { !chosen.contains($0.outpoint) }
        if usable.count < held.count {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized("Coins that are frozen, not available or without this asset are not listed.")))
        }
        if sorted.count > Self.mostCoins {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized("The \(Self.mostCoins, as: "count") largest of \(sorted.count, as: "total") are listed."))
            )
        }
        screen.fields = sorted.prefix(Self.mostCoins).map { each in
            FormField(
                FieldID(each.outpoint), label: label(of: each, coin),
                .checkbox(initial: chosen.contains(each.outpoint)),
                hint: (CoinScreens.facts(of: each) + [each.confirmations == 0 ? localized("unconfirmed") : nil])
                    .compactMap(\.self).joined(separator: " · "))
        }
        screen.buttons = [
            Screen.Button(SendPage.Action.form, label: localized("Back")),
            Screen.Button(SendPage.Action.useCoins, label: localized("Use these coins"), .next),
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
