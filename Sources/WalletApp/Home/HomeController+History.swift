import BitcoinWallet
import Bridge
import Desktop
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
        case item(HistoryItem, raw: String?)
        case explorer(HistoryItem, raw: String?)
        case export
    }

    var filter = HistoryFilter()
    var items: [HistoryItem] = []
    var part = Part.list

    /// How the fee of the transaction that is shown can be raised.
    var raises: [CoinWallet.FeeRaise] = []

    /// The explorer's address of the transaction that is shown.
    var explorer: String?
    var problem: String?
    var values: [String: String] = [:]

    func screen(_ accounts: [AccountSummary], now: Int64) -> Screen {
        let screens = HistoryScreens(accounts: accounts, now: now)
        return switch part {
        case .list: screens.list(items, filter)
        case .item(let item, let raw):
            screens.details(of: item, raw: raw, explorer: explorer, canRaise: !raises.isEmpty)
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
        do throws(RPCError) {
            step.items = try await holdings.history(filter, limit: HistoryScreens.most)
        } catch {
            window.report(error.sentence)
        }
        show(.history(step))
    }

    func showTransaction(_ id: String, in step: HistoryStep) {
        guard let item = step.items.first(where: { HistoryScreens.id($0) == id }) else { return }
        tasks.start { [self] in
            let raw = await holdings.raw(item).map { Hex.encode($0) }
            var step = step
            step.part = .item(item, raw: raw)
            step.explorer = settings.explorer(of: item)
            step.raises = holdings.coinWallet.feeRaises(of: item.txid, in: item.account)
            show(.history(step))
        }
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: HistoryStep) {
        var step = step
        switch (action, step.part) {
        case (.search, .list): showHistory(HistoryScreens.filter(in: values))
        case (.export, .list):
            (step.part, step.values, step.problem) = (.export, [:], nil)
            show(.history(step))
        case (.write, .export): tasks.start { await self.export(values, step) }
        case (.raise, .item(let item, _)): tasks.start { await self.raiseFee(of: item, step) }
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
        let path = ServerAnswer.trimmed(values["file"])
        let format = HistoryExport.Format(rawValue: values["format"] ?? "") ?? .csv
        do {
            let items = try await holdings.history(step.filter, limit: .max)
            let text = HistoryExport.text(of: items, as: format)
            try await Task.detached { try NewFile.write(Array(text.utf8), to: path) }.value
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
            try await holdings.note(ServerAnswer.trimmed(text), on: item.txid, of: item.account)
        } catch {
            return window.report(error.sentence)
        }
        showHistory(step.filter)
    }

    /// Replaces the payment by one with a higher fee, or pays for it with a child, after the ordinary approval.
    private func raiseFee(of item: HistoryItem, _ step: HistoryStep) async {
        let (coins, isReplacement) = (holdings.coinWallet, step.raises.contains(.replacement))
        let outcome = await wallet.dispatcher.run("raise") { request throws(RPCError) in
            isReplacement
                ? .string(try await coins.replace(item.txid, in: item.account, for: request))
                : .string(try await coins.payForParent(item.txid, in: item.account, for: request))
        }
        switch outcome {
        case .success: showHistory(step.filter)
        case .failure(let error):
            if error.kind != .rejected { window.report(error.sentence) }
        }
    }

    private func save(explorer template: String, of item: HistoryItem, _ raw: String?, _ step: HistoryStep) async {
        var step = step
        let template = ServerAnswer.trimmed(template)
        step.values = ["explorer": template]
        do throws(WalletAppError) {
            try await settings.set(explorer: template, of: item.account.chain.description)
            step.part = .item(item, raw: raw)
            step.explorer = settings.explorer(of: item)
        } catch {
            step.problem = error.description
        }
        show(.history(step))
    }
}
