import Bridge
import Messages
import QR
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
        do throws(RPCError) {
            try beginSending(AskedPayment(link))
        } catch {
            window.report(error.sentence)
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
            step.screens.payees = min(step.screens.payees + 1, SendScreens.mostPayees)
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
        let account = step.screens.account.id
        do throws(WalletAppError) {
            var values = step.values
            if let picture = try await recipient(inPicture: values) { values["to"] = picture }
            if step.screens.item != nil { values["all"] = "true" }
            if let contact = values["contact"], !contact.isEmpty {
                guard SendEntry.trimmed(values["to"]).isEmpty else {
                    throw WalletAppError(
                        field: "contact", localized("Enter a recipient or choose a contact, not both."))
                }
                values["to"] = contact
            }
            if try beginsOther(values, step) { return }
            let entry = SendEntry(
                holdings: holdings, account: account, asset: step.screens.balance.asset,
                contacts: step.screens.contacts)
            let form = try await entry.read(values, payees: step.screens.payees, coins: step.coins.sorted())
            if step.screens.balance.state == .noServer { throw Self.noServer(of: step.screens.account) }
            if step.screens.account.isWatchOnly { return try await prepare(form) }
            step.part = .sent(try await send(form))
        } catch {
            step.part = .form
            // A server that does not work is no fault of what was entered.
            if let field = error.field {
                step.problems = [field: error.description]
            } else if !error.description.isEmpty {
                step.problem = error.description
            }
        }
        guard case .send(let shown) = self.step, case .approving = shown.part else { return }
        show(.send(step))
        refresh()
    }

    /// Opens the link in the recipient's field, if it is none for this form: the form of the asset that it asks for, or a
    /// connection.
    private func beginsOther(_ values: [String: String], _ step: SendStep) throws(WalletAppError) -> Bool {
        let (text, account) = (SendEntry.trimmed(values["to"]), step.screens.account.id)
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
            throw WalletAppError(field: "to", error.sentence)
        }
    }

    private static func noServer(of account: AccountSummary) -> WalletAppError {
        WalletAppError(
            localized(
                """
                No server is set for \(HomeText.chain(of: account), as: "network"). Set one under Servers, and try again.
                """))
    }

    /// Shows a payment from an account that is only watched, for the wallet with its keys.
    private func prepare(_ form: SendForm) async throws(WalletAppError) {
        do throws(RPCError) {
            let psbt = try await holdings.draft(form)
            await show(psbt, note: localized("The payment was prepared. Nothing is signed or sent."))
        } catch {
            throw WalletAppError(error.sentence)
        }
    }

    /// Sends a payment after the user's approval, and keeps its note.
    ///
    /// - Throws: Why it was not sent; an empty sentence if the user rejected it.
    private func send(_ form: SendForm) async throws(WalletAppError) -> SentTransaction {
        do throws(RPCError) {
            return try await HomeSending(wallet: wallet).send(form)
        } catch {
            throw error.kind == .rejected ? WalletAppError("") : WalletAppError(error)
        }
    }

    /// The text of the QR code in the picture that was chosen; `nil` if none was.
    private func recipient(inPicture values: [String: String]) async throws(WalletAppError) -> String? {
        let path = SendEntry.trimmed(values["picture"])
        guard !path.isEmpty else { return nil }
        guard SendEntry.trimmed(values["to"]).isEmpty else {
            throw WalletAppError(field: "picture", localized("Enter a recipient or choose a picture, not both."))
        }
        do throws(QRError) {
            return try await QRReader.usual.text(inFileAt: path)
        } catch {
            throw WalletAppError(field: "picture", "\(error)")
        }
    }
}

/// Sends a payment that the user entered in the window or the terminal.
@MainActor struct HomeSending {
    let wallet: PageWallet

    /// Shows the approval, sends the payment, and keeps its note.
    ///
    /// - Returns: The transaction, also if it is not known whether it was sent.
    /// - Throws: Why it was not sent.
    func send(_ form: SendForm) async throws(RPCError) -> SentTransaction {
        let holdings = wallet.services.holdings
        let sent = try await wallet.send("send", on: form.account.chain) { request throws(RPCError) in
            try await holdings.part(holdings.payments, for: form.account).send(form, for: request)
        }
        // A payment that was sent is sent, even if its note cannot be kept.
        if !form.note.isEmpty { try? await holdings.note(form.note, on: sent.txid, of: form.account) }
        return sent
    }
}
