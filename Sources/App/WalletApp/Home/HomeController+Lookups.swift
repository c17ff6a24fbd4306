import EthereumWallet
import HeadlessWallet
import Messages
import WalletUI

/// The settings of names, or those of the list of scam sites, that the window shows.
struct LookupStep {
    /// What is shown of them.
    enum Part {
        case names(problems: [String: String])
        case scams(values: [String: String], problems: [String: String])
        case prices(values: [String: String], problems: [String: String])
        case fetching
    }

    let screens: LookupScreens
    var part: Part

    @MainActor var screen: Screen {
        switch part {
        case .names(let problems): screens.names(problems)
        case .scams(let values, let problems): screens.scams(values, problems)
        case .prices(let values, let problems): screens.prices(values, problems)
        case .fetching: screens.fetching
        }
    }
}

extension HomeController {
    /// Shows the settings with this ID; `false` if there are none.
    func showLookups(_ id: String) -> Bool {
        guard let settings = wallet.lookups else { return false }
        let part: LookupStep.Part
        switch HomeScreens.Action(rawValue: id) {
        case .names: part = .names(problems: [:])
        case .scams: part = .scams(values: [:], problems: [:])
        case .prices: part = .prices(values: [:], problems: [:])
        default: return false
        }
        show(.lookups(LookupStep(screens: LookupScreens(settings: settings), part: part)))
        return true
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: LookupStep) {
        switch (action, step.part) {
        case (.keep, .names): tasks.start { await self.keepNames(values, step) }
        case (.keep, .scams): tasks.start { await self.updateScams(values, step) }
        case (.keep, .prices): tasks.start { await self.keepPrices(values, step) }
        case (.remove, .prices): tasks.start { await self.keepPrices(nil, step) }
        case (.remove, .scams): tasks.start { await self.removeScams(values, step) }
        default: showServers()
        }
    }

    private func keepNames(_ values: [String: String], _ step: LookupStep) async {
        var step = step
        do throws(WalletError) {
            try await step.screens.settings.perform(
                NameLookups(lookup: values["names"] == "true", gateways: values["gateways"] == "true"))
            showServers()
        } catch {
            step.part = .names(problems: ["names": error.description])
            show(.lookups(step))
        }
    }

    /// Stores the price source that the user entered, or that there is none.
    private func keepPrices(_ values: [String: String]?, _ step: LookupStep) async {
        var step = step
        do throws(WalletError) {
            let address = values.map { EnteredText.trimmed($0["address"]) }
            try await step.screens.settings.perform(
                SetPrices(address, currency: EnteredText.trimmed(values?["currency"])))
            showServers()
            refresh()
        } catch {
            step.part = .prices(values: values ?? [:], problems: [error.field ?? "address": error.description])
            show(.lookups(step))
        }
    }

    private func updateScams(_ values: [String: String], _ step: LookupStep) async {
        var step = step
        let (address, file) = (EnteredText.trimmed(values["address"]), EnteredText.trimmed(values["file"]))
        do throws(WalletError) {
            // A file counts more than an address that the wallet proposed.
            let filledIn = [step.screens.settings.listAddress, PhishingListFile.offered]
            guard address.isEmpty || file.isEmpty || filledIn.contains(address) else {
                throw WalletError(field: "file", localized("Enter an address or choose a file, not both."))
            }
            guard file.isEmpty || !file.contains("://") else {
                throw WalletError(field: "file", localized("This is not a file. Enter the address above."))
            }
            guard !file.isEmpty || address.hasPrefix("https://") else {
                throw WalletError(field: "address", localized("The address of the list must begin with https://."))
            }
            step.part = .fetching
            show(.lookups(step))
            try await step.screens.settings.updateList(from: file.isEmpty ? address : file)
            step.part = .scams(values: [:], problems: [:])
        } catch {
            let field = error.field ?? (file.isEmpty ? "address" : "file")
            step.part = .scams(values: values, problems: [field: error.description])
        }
        if case .lookups = self.step { show(.lookups(step)) }
    }

    private func removeScams(_ values: [String: String], _ step: LookupStep) async {
        var step = step
        do throws(WalletError) {
            try await step.screens.settings.removeList()
            step.part = .scams(values: [:], problems: [:])
        } catch {
            step.part = .scams(values: values, problems: ["address": error.description])
        }
        if case .lookups = self.step { show(.lookups(step)) }
    }
}
