import Bridge
import Desktop
import EthereumWallet
import HeadlessWallet
import Messages
import Primitives
import WalletCore
import WalletMethods
import WalletUI

/// One past transaction, and what can be done about it.
@MainActor final class TransactionPage: Page {
    enum Action: Hashable {
        case back, explorer, open, saveNote, sendAgain, giveUp
        case bump(FeeBump)
    }

    private let context: PageContext
    private var item: HistoryItem
    private var people: HistoryScreens.People
    private var bumps: [FeeBump] = []

    /// What the network says of it, if its outcome is open.
    private var open: OpenTransaction?

    /// Its bytes.
    private var raw: String?

    /// What the wallet is doing with it.
    private var busy: String?

    init(_ context: PageContext, _ item: HistoryItem, _ people: HistoryScreens.People) {
        (self.context, self.item, self.people) = (context, item, people)
    }

    var screen: Screen {
        let screens = HistoryScreens(accounts: context.holdings.accounts, now: context.now, people: people)
        var screen = screens.details(
            of: item, raw: raw, explorer: context.settings.explorer(of: item), bumps: bumps, open: open)
        guard let busy else { return screen }
        (screen.busy, screen.fields, screen.buttons) = (busy, [], [])
        return screen
    }

    func load() async {
        var filter = HistoryFilter()
        (filter.account, filter.text) = (item.account, item.txid)
        let found = (try? await context.holdings.history(filter, limit: 20)) ?? []
        if let now = found.first(where: { $0.txid == item.txid && $0.account == item.account }) { item = now }
        bumps = await context.wallet.headless.bumps(of: item)
        if await context.wallet.headless.openRecord(of: item) == nil { open = nil }
    }

    func ask() async {
        if let record = await context.wallet.headless.openRecord(of: item) {
            let status = await context.services.transactions.networkStatus(of: record)
            open = OpenTransaction(record: record, status: status)
            await load()
            context.stack?.redraw()
        }
        let others = Array(item.others.prefix(HistoryScreens.mostOthers))
        people.ensNames.merge(await context.names(of: others, on: item.account.chain)) { $1 }
        if raw == nil { raw = await context.holdings.raw(item).map { Hex.encode($0) } }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: return .back
        case .explorer: return .open(ExplorerPage(context, of: item))
        case .open:
            if let explorer = context.settings.explorer(of: item), !Programs.open(explorer) {
                context.report(localized("No program could open the explorer."))
            }
            return .stay
        case .saveNote: return await save(note: input[.note])
        case .bump(let way): return await bump(way)
        case .sendAgain: return await sendAgain()
        case .giveUp: return open.map { Navigation.open(GiveUpPage(context, $0)) } ?? .stay
        }
    }

    private func save(note: String) async -> Navigation {
        do throws(RPCError) {
            try await context.holdings.note(note, on: item.txid, of: item.account)
        } catch {
            context.report(error.sentence)
            return .stay
        }
        return .back
    }

    /// Replaces the transaction by one with a higher fee, pays for it with a child, or cancels it, after the ordinary
    /// approval.
    private func bump(_ way: FeeBump) async -> Navigation {
        do throws(RPCError) {
            let sent = try await context.wallet.headless.bump(item, way)
            if let sentence = sent.sentence { context.report(sentence) }
            return .back
        } catch {
            if error.kind != .rejected { context.report(error.sentence) }
            return .stay
        }
    }

    private func sendAgain() async -> Navigation {
        guard let record = open?.record else { return .stay }
        busy = localized("Sending it again…")
        context.draw(self)
        do throws(RPCError) {
            try await context.services.transactions.sendAgain(record)
        } catch {
            context.report(error.sentence)
        }
        await ask()
        busy = nil
        return .stay
    }
}

/// The question whether a transaction is given up.
@MainActor final class GiveUpPage: Page {
    enum Action: Hashable {
        case keep, giveUp
    }

    private let context: PageContext
    private let transaction: OpenTransaction
    private var isBusy = false

    init(_ context: PageContext, _ transaction: OpenTransaction) {
        (self.context, self.transaction) = (context, transaction)
    }

    var screen: Screen {
        var screen = Screen(localized("Give up this transaction?"))
        guard !isBusy else {
            screen.busy = localized("Asking the network once more…")
            return screen
        }
        screen.paragraphs = transaction.consequences
        screen.buttons = [
            Screen.Button(Action.keep, label: localized("Keep it")),
            Screen.Button(Action.giveUp, label: localized("Give it up")),
        ]
        return screen
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .giveUp else { return .back }
        isBusy = true
        context.draw(self)
        do throws(RPCError) {
            try await context.services.transactions.giveUp(transaction.record)
        } catch {
            context.report(error.sentence)
        }
        return .back
    }
}

/// The explorer of a network, which shows its transactions in the user's browser.
@MainActor final class ExplorerPage: Page {
    enum Action: Hashable {
        case back, save
    }

    private let context: PageContext
    private let chain: String
    private var template: String
    private var problem: String?

    init(_ context: PageContext, of item: HistoryItem) {
        (self.context, chain) = (context, item.account.chain.description)
        template = context.settings.explorers[chain] ?? ""
    }

    var screen: Screen { HistoryScreens.explorer(template, problem) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .save else { return .back }
        template = input[.explorer]
        do throws(WalletError) {
            try await context.settings.set(explorer: template, of: chain)
            return .back
        } catch {
            problem = error.description
            return .stay
        }
    }
}

/// A transaction whose outcome is open, and what the network says of it.
struct OpenTransaction: Hashable {
    let record: TransactionRecord
    let status: NetworkStatus

    /// Its state in the network, and what the buttons do.
    func paragraphs(_ bumps: [FeeBump]) -> [Screen.Paragraph] {
        var paragraphs: [Screen.Paragraph] = []
        switch status {
        case .known: paragraphs.append(Screen.Paragraph(localized("The network has it. It is not confirmed yet.")))
        case .missing:
            paragraphs += [
                Screen.Paragraph(
                    record.state == .signed
                        ? localized("It is signed, but no server that was asked has it: it was probably never sent.")
                        : localized("None of the servers that were asked has it."), tone: .caution),
                Screen.Paragraph(localized("“Send again” rebroadcasts the same transaction. You cannot pay twice.")),
                Screen.Paragraph(
                    record.nonce != nil
                        ? localized("“Give up” releases its nonce for your next transaction.")
                        : localized("“Give up” releases its coins for other payments.")),
            ]
        case .unasked: paragraphs.append(Screen.Paragraph(localized("No server answered."), tone: .caution))
        case .underway: paragraphs.append(Screen.Paragraph(localized("It is being sent.")))
        }
        if bumps.contains(.faster) {
            paragraphs.append(
                Screen.Paragraph(
                    localized(
                        """
                        “Speed up” sends the same transaction with a higher fee. Only one of the two can be confirmed.
                        """)))
        }
        if bumps.contains(.cancelling) {
            paragraphs.append(
                Screen.Paragraph(
                    localized(
                        """
                        “Cancel the transaction” replaces it with an empty transaction to yourself. Whichever is \
                        confirmed first wins.
                        """)))
        }
        return paragraphs
    }

    /// What giving it up means.
    var consequences: [Screen.Paragraph] {
        let hasNonce = record.nonce != nil
        return [
            Screen.Paragraph(
                hasNonce
                    ? localized(
                        """
                        It stays signed. Anyone who has a copy, such as a merchant or a server, can still send it, until \
                        another transaction with its nonce is confirmed.
                        """)
                    : localized(
                        """
                        It stays signed. Anyone who has a copy, such as a merchant or a server, can still send it.
                        """), tone: .danger),
            Screen.Paragraph(localized("The wallet keeps watching for its confirmation.")),
            Screen.Paragraph(
                hasNonce
                    ? localized(
                        "Your next transaction uses its nonce. Once that is confirmed, this one cannot be confirmed.")
                    : localized("If you pay the same again, it may be paid twice.")),
        ]
    }
}

extension HistoryScreens {
    /// One transaction.
    ///
    /// - Parameters:
    ///   - item: The transaction.
    ///   - raw: Its bytes; `nil` if they are not known.
    ///   - explorer: The explorer's address of the transaction; `nil` if none is set.
    ///   - bumps: How its fee can be bumped, and whether it can be cancelled.
    ///   - open: What the network says of it, if its outcome is open and the network was asked.
    /// - Returns: The screen, with the field `note`.
    func details(
        of item: HistoryItem, raw: String?, explorer: String?, bumps: [FeeBump] = [], open: OpenTransaction? = nil
    ) -> Screen {
        var screen = Screen(Self.what(item))
        let account = account(of: item)
        if account?.isTest == true { screen.paragraphs.append(HomeText.testNetwork) }
        if let word = Self.wordOfNode(about: item) { screen.paragraphs.append(word) }
        if let open { screen.paragraphs += open.paragraphs(bumps) }
        screen.rows = rows(of: item, account, raw: raw, explorer: explorer)
        screen.fields = [FormField(.note, label: localized("Note"), .text(initial: item.note))]
        screen.buttons = [
            Screen.Button(TransactionPage.Action.back, label: localized("Back")),
            Screen.Button(TransactionPage.Action.explorer, label: localized("Explorer…")),
        ]
        screen.buttons += bumps.map { Screen.Button(TransactionPage.Action.bump($0), label: $0.label) }
        if open?.status == .missing {
            screen.buttons += [
                Screen.Button(TransactionPage.Action.sendAgain, label: localized("Send again")),
                Screen.Button(TransactionPage.Action.giveUp, label: localized("Give up…")),
            ]
        }
        if explorer != nil {
            screen.buttons.append(
                Screen.Button(TransactionPage.Action.open, label: localized("Open in explorer")))
        }
        screen.buttons.append(Screen.Button(TransactionPage.Action.saveNote, label: localized("Save note"), .next))
        return screen
    }

    /// The facts about a transaction.
    private func rows(
        of item: HistoryItem, _ account: AccountSummary?, raw: String?, explorer: String?
    ) -> [Approval.Row] {
        var rows = [
            Approval.Row(localized("State"), .trusted(Self.state(item.state))),
            Approval.Row(localized("Account"), .exact(item.account.address), note: account?.name, role: .account),
        ]
        if let account {
            rows.append(
                Approval.Row(localized("Network"), .trusted(account.shownChain), role: .network))
        }
        if let at = item.at { rows.append(Approval.Row(localized("Time"), .trusted(HomeText.moment(at)))) }
        rows += item.changes.map { Approval.Row(localized("Amount"), .trusted($0.text), role: .amount) }
        for other in item.others.prefix(Self.mostOthers) {
            rows.append(
                Approval.Row(
                    Self.label(ofOthersOf: item), .exact(other),
                    note: people.contact(other, on: item.account.chain), role: .recipient))
            guard let name = people.ensNames[other] else { continue }
            rows.append(RequestExplainer.nameRow(name, isMutual: true))
        }
        if let fee = item.fee { rows.append(Approval.Row(localized("Fee"), .trusted(fee.text), role: .fee)) }
        if let origin = item.origin {
            rows.append(Approval.Row(localized("Requested by"), .untrusted(origin)))
        }
        if let site = item.nodeSite {
            rows.append(
                Approval.Row(localized("Node set by"), .untrusted(site), note: localized("it can report anything")))
        }
        rows.append(Approval.Row(localized("Transaction ID"), .exact(item.txid)))
        rows += item.replies.filter { !$0.server.isEmpty }.map {
            Approval.Row(localized("Sent to"), .exact($0.server), note: $0.note)
        }
        if let explorer { rows.append(Approval.Row(localized("Explorer"), .exact(explorer))) }
        if let raw { rows.append(Approval.Row(localized("Raw transaction"), .untrusted(raw))) }
        return rows
    }

    /// What the user must know of an item whose node a site named.
    private static func wordOfNode(about item: HistoryItem) -> Screen.Paragraph? {
        guard let site = item.nodeSite.map({ Quotation.of($0, limit: 80) }) else { return nil }
        return Screen.Paragraph(
            item.what == nil
                ? localized(
                    """
                    Only the node that \(site, as: "site") set for this network reports this transaction. It can report \
                    anything, and the wallet cannot check it.
                    """)
                : localized(
                    """
                    The state of this transaction is reported by the node that \(site, as: "site") set for this \
                    network. It can report anything, and the wallet cannot check it.
                    """), tone: .caution)
    }

    /// On Bitcoin, what arrives has no senders, and the addresses are the account's own.
    private static func label(ofOthersOf item: HistoryItem) -> String {
        guard item.direction == .incoming else { return localized("To") }
        return item.account.chain.namespace == "bip122" ? localized("Received at") : localized("From")
    }

    /// The maximum number of addresses of others that are shown of a transaction.
    static let mostOthers = 20

    /// The entry of the explorer of a chain.
    static func explorer(_ template: String, _ problem: String? = nil) -> Screen {
        var screen = Screen(localized("Choose an explorer"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    An explorer is a web site about the transactions of a network. It learns which transaction you look \
                    at, and your IP address. It is opened in your browser, and only when you press the button.
                    """))
        ]
        screen.fields = [
            FormField(
                .explorer, label: localized("Address of the explorer"), .text(initial: template),
                hint: localized("It contains {txid}, such as https://explorer.example/tx/{txid}."), isRequired: true)
        ]
        if let problem { screen.problems = [.explorer: problem] }
        screen.buttons = [
            Screen.Button(ExplorerPage.Action.back, label: localized("Back")),
            Screen.Button(ExplorerPage.Action.save, label: localized("Save"), .next),
        ]
        return screen
    }
}

extension FeeBump {
    fileprivate var label: String {
        switch self {
        case .replacement: localized("Bump fee…")
        case .child: localized("Child pays for parent…")
        case .faster: localized("Speed up…")
        case .cancelling: localized("Cancel the transaction…")
        }
    }
}
