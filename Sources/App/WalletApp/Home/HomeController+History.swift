import BitcoinWallet
import Bridge
import Desktop
import EthereumWallet
import HeadlessWallet
import Messages
import Primitives
import WalletCore
import WalletMethods
import WalletUI

/// The history that the window shows: the list, one transaction, the entry of an explorer, or the export.
struct HistoryStep {
    /// What is shown of it.
    enum Part {
        case list
        case filters
        case item(HistoryItem, raw: String?)
        case explorer(HistoryItem, raw: String?)
        case export
    }

    var filter = HistoryFilter()
    var items: [HistoryItem] = []

    /// What the list lacks.
    var gaps: [HistoryGap] = []
    var part = Part.list

    /// What is known of the addresses of others.
    var people = HistoryScreens.People()

    /// How the fee of the transaction that is shown can be raised.
    var raises: [FeeBump] = []

    /// The explorer's address of the transaction that is shown.
    var explorer: String?
    var problem: String?
    var values: [String: String] = [:]

    func screen(_ accounts: [AccountSummary], now: Int64) -> Screen {
        let screens = HistoryScreens(accounts: accounts, now: now, people: people)
        return switch part {
        case .list: screens.list(items, filter, gaps)
        case .filters: screens.narrowing(filter)
        case .item(let item, let raw):
            screens.details(of: item, raw: raw, explorer: explorer, raises: raises)
        case .explorer: screens.explorer(values["explorer"] ?? "", problem)
        case .export: screens.export(values, problem)
        }
    }
}

extension HomeController {
    func showHistory(of account: AccountID? = nil) {
        var filter = HistoryFilter()
        filter.account = account
        showHistory(filter)
    }

    func showHistory(_ filter: HistoryFilter) {
        tasks.start { await self.listHistory(filter) }
    }

    private func listHistory(_ filter: HistoryFilter) async {
        var step = HistoryStep(filter: filter)
        step.gaps = holdings.gaps(filter)
        do throws(RPCError) {
            step.items = try await holdings.history(filter, limit: HistoryScreens.most)
        } catch {
            window.report(error.sentence)
        }
        step.people = HistoryScreens.People((try? await holdings.contacts.contacts()) ?? [])
        for (chain, others) in Self.others(in: step.items) {
            step.people.ensNames.merge(knownNames(of: others, on: chain)) { $1 }
        }
        show(.history(step))
        await name(step)
    }

    /// Adds the names of ENS of those with whom the newest transactions were made, as far as they have one.
    private func name(_ step: HistoryStep) async {
        var found: [String: String] = [:]
        for (chain, others) in Self.others(in: step.items) {
            found.merge(await names(of: others, on: chain)) { $1 }
        }
        let values = window.screens.values
        guard found != step.people.ensNames, case .history(var shown) = self.step, case .list = shown.part,
            shown.items == step.items, HistoryScreens.filter(in: values).text == shown.filter.text
        else { return }
        shown.people.ensNames = found
        show(.history(shown))
    }

    /// The addresses of others in the newest items on EVM chains, each once.
    private static func others(in items: [HistoryItem]) -> [ChainID: [String]] {
        var others: [ChainID: [String]] = [:]
        var count = 0
        for item in items where item.account.chain.eip155 != nil && count < mostNamed {
            guard item.others.count == 1, let other = item.others.first,
                others[item.account.chain]?.contains(other) != true
            else { continue }
            others[item.account.chain, default: []].append(other)
            count += 1
        }
        return others
    }

    private static var mostNamed: Int { 20 }

    func showTransaction(_ id: String, in step: HistoryStep) {
        guard let item = step.items.first(where: { HistoryScreens.id($0) == id }) else { return }
        tasks.start { [self] in
            let raw = await holdings.raw(item).map { Hex.encode($0) }
            var step = step
            step.part = .item(item, raw: raw)
            step.explorer = settings.explorer(of: item)
            step.raises = await wallet.headless.bumps(of: item)
            show(.history(step))
            let others = Array(item.others.prefix(HistoryScreens.mostOthers))
            let found = await names(of: others, on: item.account.chain)
            guard found.contains(where: { step.people.ensNames[$0.key] != $0.value }),
                case .history(var shown) = self.step, case .item(let same, _) = shown.part, same == item,
                window.screens.values["note"] == item.note
            else { return }
            shown.people.ensNames.merge(found) { $1 }
            show(.history(shown))
        }
    }

    /// Draws the list or a transaction again after a change, unless the user is entering something.
    func refreshHistory(_ step: HistoryStep) async {
        let values = window.screens.values
        switch step.part {
        case .list where HistoryScreens.filter(in: values).text == step.filter.text: break
        case .item(let item, _) where values["note"] == item.note: break
        default: return
        }
        guard let items = try? await holdings.history(step.filter, limit: HistoryScreens.most),
            items != step.items || holdings.gaps(step.filter) != step.gaps, window.screens.values == values,
            case .history(let shown) = self.step
        else { return }
        var step = step
        (step.items, step.gaps) = (items, holdings.gaps(step.filter))
        switch (step.part, shown.part) {
        case (.list, .list) where shown.filter == step.filter: show(.history(step))
        case (.item(let item, let raw), .item(let same, _)) where same == item:
            guard let new = items.first(where: { HistoryScreens.id($0) == HistoryScreens.id(item) }), new != item
            else { return }
            step.part = .item(new, raw: raw)
            step.raises = await wallet.headless.bumps(of: new)
            show(.history(step))
        default: break
        }
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: HistoryStep) {
        var step = step
        switch (action, step.part) {
        case (.search, .list):
            var filter = step.filter
            filter.text = HistoryScreens.filter(in: values).text
            showHistory(filter)
        case (.filters, .list):
            step.part = .filters
            show(.history(step))
        case (.search, .filters):
            var filter = HistoryScreens.filter(in: values)
            filter.text = step.filter.text
            showHistory(filter)
        case (.export, .list):
            (step.part, step.values, step.problem) = (.export, [:], nil)
            show(.history(step))
        case (.write, .export): tasks.start { await self.export(values, step) }
        case (.raise, .item(let item, _)): tasks.start { await self.raiseFee(of: item, .replacement, step) }
        case (.child, .item(let item, _)): tasks.start { await self.raiseFee(of: item, .child, step) }
        case (.faster, .item(let item, _)): tasks.start { await self.raiseFee(of: item, .faster, step) }
        case (.cancelling, .item(let item, _)): tasks.start { await self.raiseFee(of: item, .cancelling, step) }
        case (.note, .item(let item, _)): tasks.start { await self.note(values["note"] ?? "", on: item, step) }
        case (.explorer, .item(let item, let raw)):
            step.part = .explorer(item, raw: raw)
            step.values = ["explorer": settings.explorers[item.account.chain.description] ?? ""]
            step.problem = nil
            show(.history(step))
        case (.open, .item):
            if let explorer = step.explorer, !Programs.open(explorer) {
                window.report(localized("No program could open the explorer."))
            }
        case (.back, .explorer(let item, let raw)):
            step.part = .item(item, raw: raw)
            show(.history(step))
        case (.save, .explorer(let item, let raw)):
            tasks.start { await self.save(explorer: values["explorer"] ?? "", of: item, raw, step) }
        default: showHistory(step.filter)
        }
    }

    private func export(_ values: [String: String], _ step: HistoryStep) async {
        var step = step
        step.values = values
        let path = EnteredText.trimmed(values["file"])
        let format = HistoryExport.Format(rawValue: values["format"] ?? "") ?? .csv
        do {
            let (items, accounts) = (try await holdings.history(step.filter, limit: .max), holdings.accounts)
            let entries = await ListedTransaction.list(items, among: accounts)
            try await Task.detached {
                let text = HistoryExport.text(of: entries, as: format)
                try NewFile.write(Array(text.utf8), to: path)
            }.value
            window.report(localized("The history was written to \(path, as: "file")."))
            return showHistory(step.filter)
        } catch let error as RPCError {
            step.problem = error.sentence
        } catch {
            step.problem = "\(error)"
        }
        show(.history(step))
    }

    private func note(_ text: String, on item: HistoryItem, _ step: HistoryStep) async {
        do throws(RPCError) {
            try await holdings.note(EnteredText.trimmed(text), on: item.txid, of: item.account)
        } catch {
            return window.report(error.sentence)
        }
        showHistory(step.filter)
    }

    /// Replaces the payment by one with a higher fee, pays for it with a child, or cancels it, after the ordinary
    /// approval.
    private func raiseFee(of item: HistoryItem, _ way: FeeBump, _ step: HistoryStep) async {
        do throws(RPCError) {
            let sent = try await wallet.headless.bump(item, way)
            if let sentence = sent.sentence { window.report(sentence) }
            showHistory(step.filter)
        } catch {
            if error.kind != .rejected { window.report(error.sentence) }
        }
    }

    private func save(explorer template: String, of item: HistoryItem, _ raw: String?, _ step: HistoryStep) async {
        var step = step
        let template = EnteredText.trimmed(template)
        step.values = ["explorer": template]
        do throws(WalletError) {
            try await settings.set(explorer: template, of: item.account.chain.description)
            step.part = .item(item, raw: raw)
            step.explorer = settings.explorer(of: item)
        } catch {
            step.problem = error.description
        }
        show(.history(step))
    }
}
