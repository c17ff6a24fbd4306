import Bridge
import HeadlessWallet
import Messages
import QRReader
import WalletCore
import WalletMethods
import WalletUI

/// A payment that the user enters, or its end.
struct SendStep {
    /// What is shown of it.
    enum Part {
        case form, coins([HeldCoin]), approving, sent(SentTransaction)
    }

    var screens: SendScreens
    var part = Part.form
    var values: [String: String] = [:]
    var problems: [String: String] = [:]

    /// Why the payment was not sent, if no field is the reason.
    var problem: String?
    var coins: Set<String> = []

    init(screens: SendScreens, coins: Set<String> = []) {
        self.screens = screens
        self.coins = coins
    }

    var screen: Screen {
        var screens = screens
        screens.coins.chosen = coins.count
        return switch part {
        case .form: form(screens)
        case .coins(let held): screens.choose(held, chosen: coins)
        case .approving: screens.approving
        case .sent(let transaction): transaction.screen
        }
    }
}

extension SendStep {
    /// The payment that was entered.
    ///
    /// - Throws: Which entries do not fit together.
    fileprivate func entered(_ values: [String: String]) throws(WalletError) -> Send {
        let isAll = screens.payees == 1 && (screens.item != nil || values["all"] == "true")
        let payees = try (0..<screens.payees).map { place throws(WalletError) in
            let typed = EnteredText.trimmed(values[Send.field("amount", place)])
            guard !isAll || typed.isEmpty else {
                throw WalletError(
                    field: Send.field("amount", place), localized("Leave this empty to send everything."))
            }
            return Send.Payee(values[Send.field("to", place)] ?? "", isAll ? .all : .typed(typed))
        }
        let rate = EnteredText.trimmed(values["rate"])
        guard values["fee"] == "rate" || rate.isEmpty else {
            throw WalletError(
                field: "rate", localized("Choose “Custom” to use this fee, or leave this empty."))
        }
        return Send(
            AssetReference(screens.balance.asset.id, of: screens.account.id), to: payees,
            fee: values["fee"] == "rate" ? .rate(rate) : SendForm.Fee(values["fee"] ?? "normal"),
            note: values["note"] ?? "", coins: coins.sorted())
    }

    private func form(_ screens: SendScreens) -> Screen {
        var screen = screens.form(values, problems)
        if let problem { screen.paragraphs.insert(Form.Paragraph(problem, tone: .caution), at: 0) }
        return screen
    }
}

extension HomeController {
    /// Shows the form for the payment that a link asks for; if the wallet is locked, once it is open.
    func open(link: String) {
        window.present()
        guard !isLocked else {
            waitingLink = link
            onUnlock?()
            return
        }
        tasks.start { [self] in
            // A wallet that was just unlocked does not show all accounts yet.
            await holdings.open()
            guard !isLocked else { return waitingLink = link }
            do throws(RPCError) {
                try beginSending(AskedPayment(link))
            } catch {
                window.report(error.sentence)
            }
        }
    }

    /// Shows the form for `asked`, filled in.
    private func beginSending(_ asked: AskedPayment, keeping values: [String: String] = [:]) throws(RPCError) {
        let (account, balance) = try asked.payer(among: screens.accounts)
        var values = values
        values["to"] = asked.address
        if let units = asked.units { values["amount"] = balance.asset.number(units) }
        beginSending(balance, from: account, values, link: asked)
    }

    func beginSending(
        _ balance: AssetBalance, from account: AccountSummary, _ values: [String: String] = [:],
        spending coins: Set<String> = [], item: HeldCoin? = nil, link: AskedPayment? = nil
    ) {
        var screens = SendScreens(account: account, balance: balance)
        screens.link = link
        screens.item = item
        screens.coins.canBeChosen = item == nil && holdings.coinControl[account.id.chain.namespace] != nil
        var step = SendStep(screens: screens, coins: coins)
        step.values = values
        show(.send(step))
        tasks.start { await self.complete(account.id) }
    }

    /// Adds what must be asked first to the form: the contacts, and the fees.
    private func complete(_ account: AccountID) async {
        let contacts = ((try? await holdings.contacts.contacts()) ?? [])
            .filter { $0.chain == account.chain.description }
        var fees: [FeeOffer] = []
        if let source = try? holdings.part(holdings.payments, for: account) {
            fees = (try? await source.fees(of: account)) ?? []
        }
        guard case .send(var step) = self.step, step.screens.account.id == account else { return }
        step.screens.contacts = contacts
        step.screens.fees = fees
        guard case .form = step.part else {
            self.step = .send(step)
            return
        }
        step.values = window.screens.values
        show(.send(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: SendStep) {
        var step = step
        switch (action, step.part) {
        case (.payee, .form):
            (step.values, step.problems, step.problem) = (values, [:], nil)
            step.screens.payees = min(step.screens.payees + 1, SendForm.mostPayees(on: step.screens.account.id.chain))
            show(.send(step))
        case (.coins, .form):
            step.values = values
            tasks.start { await self.showCoins(step) }
        case (.back, .coins):
            step.part = .form
            show(.send(step))
        case (.keep, .coins):
            step.coins = Set(values.filter { $0.value == "true" }.keys)
            step.part = .form
            show(.send(step))
        case (.review, .form):
            (step.values, step.problems, step.problem) = (values, [:], nil)
            step.part = .approving
            show(.send(step))
            tasks.start { await self.review(step) }
        default: show()
        }
    }

    private func showCoins(_ step: SendStep) async {
        var step = step
        let account = step.screens.account.id
        do throws(RPCError) {
            let source = try holdings.part(holdings.coinControl, for: account)
            step.part = .coins(try await source.coins(of: account))
        } catch {
            window.report(error.sentence)
        }
        show(.send(step))
    }

    /// Reads the form, and shows the ordinary approval.
    private func review(_ step: SendStep) async {
        var step = step
        do throws(WalletError) {
            var values = step.values
            if let picture = try await recipient(inPicture: values) { values["to"] = picture }
            if let contact = values["contact"], !contact.isEmpty {
                guard EnteredText.trimmed(values["to"]).isEmpty else {
                    throw WalletError(
                        field: "contact", localized("Enter a recipient or choose a contact, not both."))
                }
                values["to"] = contact
            }
            if try beginsOther(values, step) { return }
            let send = try step.entered(values)
            switch try await wallet.headless.perform(send) {
            case .sent(let sent): step.part = .sent(sent)
            case .psbt(let psbt):
                return await show(
                    try await PSBTFile.reading(text: psbt),
                    note: localized("The payment was prepared. Nothing is signed or sent."))
            }
        } catch {
            step.part = .form
            // A server that does not work is no fault of what was entered.
            if let field = error.field {
                step.problems = [field: error.description]
            } else if step.screens.balance.state == .noServer {
                step.problem = Self.noServer(of: step.screens.account)
            } else if error.kind != .rejected {
                step.problem = error.description
            }
        }
        guard case .send(let shown) = self.step, case .approving = shown.part else { return }
        show(.send(step))
    }

    /// Opens the link in the recipient's field, if it is none for this form: the form of the asset that it asks for, or a
    /// connection.
    private func beginsOther(_ values: [String: String], _ step: SendStep) throws(WalletError) -> Bool {
        let (text, account) = (EnteredText.trimmed(values["to"]), step.screens.account.id)
        guard step.screens.payees == 1, step.screens.item == nil else { return false }
        guard AskedPayment.isMeant(by: text) else {
            guard onOtherLink?(text) == true else { return false }
            var form = step
            (form.part, form.values["to"]) = (.form, "")
            show(.send(form))
            return true
        }
        do throws(RPCError) {
            let asked = try AskedPayment(text, on: account.chain)
            let isAddress = asked.units == nil && asked.isForCoin(of: account.chain)
            guard !isAddress, !asked.assets.contains(step.screens.balance.asset.id) else { return false }
            // From a test network, nothing leads to coins with value.
            guard try asked.payer(among: screens.accounts).account.isTest == step.screens.account.isTest else {
                return false
            }
            // An amount that was typed is one of the other asset.
            try beginSending(asked, keeping: values.filter { $0.key == "note" })
            return true
        } catch {
            throw WalletError(field: "to", error.sentence)
        }
    }

    private static func noServer(of account: AccountSummary) -> String {
        localized(
            """
            No server is set for \(account.shownChain, as: "network"). Set one under Servers, and try again.
            """)
    }

    /// The text of the QR code in the picture that was chosen; `nil` if none was.
    private func recipient(inPicture values: [String: String]) async throws(WalletError) -> String? {
        let path = EnteredText.trimmed(values["picture"])
        guard !path.isEmpty else { return nil }
        guard EnteredText.trimmed(values["to"]).isEmpty else {
            throw WalletError(field: "picture", localized("Enter a recipient or choose a picture, not both."))
        }
        do throws(QRError) {
            return try await QRImageReader.usual.text(inFileAt: path)
        } catch {
            throw WalletError(field: "picture", "\(error)")
        }
    }
}
