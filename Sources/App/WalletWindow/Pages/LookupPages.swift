import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletUI

/// What others are asked besides servers of networks.
enum Lookup: Hashable {
    case names, prices, scams

    /// The page with its settings.
    @MainActor func page(_ context: PageContext, _ settings: LookupSettings) -> any Page {
        switch self {
        case .names: NamesPage(settings)
        case .prices: PricesPage(context, settings)
        case .scams: ScamListPage(context, settings)
        }
    }
}

/// How names of ENS are looked up.
@MainActor final class NamesPage: Page {
    enum Action: Hashable {
        case back, save
    }

    let isForLocked = true
    private let settings: LookupSettings
    private var problem: String?

    init(_ settings: LookupSettings) { self.settings = settings }

    var screen: Screen { LookupScreens(settings: settings).names(problem.map { [.names: $0] } ?? [:]) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .save else { return .back }
        do throws(WalletError) {
            try await settings.perform(
                NameLookups(lookup: input.isChecked(.names), gateways: input.isChecked(.gateways)))
            return .back
        } catch {
            problem = error.description
            return .stay
        }
    }
}

/// The source of prices.
@MainActor final class PricesPage: Page {
    enum Action: Hashable {
        case back, save, turnOff
    }

    let isForLocked = true
    private let context: PageContext
    private let settings: LookupSettings
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    init(_ context: PageContext, _ settings: LookupSettings) { (self.context, self.settings) = (context, settings) }

    var screen: Screen { LookupScreens(settings: settings).prices(values, problems) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action != .back else { return .back }
        values = input.values
        do throws(WalletError) {
            try await settings.perform(
                SetPrices(action == .save ? input[.address] : nil, currency: input[.currency]))
            context.home?.refresh()
            return .back
        } catch {
            problems = [error.field ?? .address: error.description]
            return .stay
        }
    }
}

/// The list of scam sites.
@MainActor final class ScamListPage: Page {
    enum Action: Hashable {
        case back, update, remove
    }

    let isForLocked = true
    private let context: PageContext
    private let settings: LookupSettings
    private var isFetching = false
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    init(_ context: PageContext, _ settings: LookupSettings) { (self.context, self.settings) = (context, settings) }

    var screen: Screen {
        let screens = LookupScreens(settings: settings)
        return isFetching ? screens.fetching : screens.scams(values, problems)
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action != .back else { return .back }
        (values, problems) = (input.values, [:])
        let (address, file) = (input[.address], input[.file])
        do throws(WalletError) {
            if action == .remove { try await settings.removeList() } else { try await update(address, file) }
            values = [:]
        } catch {
            let field = error.field ?? (file.isEmpty || action == .remove ? .address : .file)
            problems = [field: error.description]
        }
        isFetching = false
        return .stay
    }

    private func update(_ address: String, _ file: String) async throws(WalletError) {
        // A file counts more than an address that the wallet proposed.
        let filledIn = [settings.listAddress, PhishingListFile.offered]
        guard address.isEmpty || file.isEmpty || filledIn.contains(address) else {
            throw WalletError(field: .file, localized("Enter an address or choose a file, not both."))
        }
        guard file.isEmpty || !file.contains("://") else {
            throw WalletError(field: .file, localized("This is not a file. Enter the address above."))
        }
        guard !file.isEmpty || address.hasPrefix("https://") else {
            throw WalletError(field: .address, localized("The address of the list must begin with https://."))
        }
        isFetching = true
        context.draw(self)
        try await settings.updateList(from: file.isEmpty ? address : file)
    }
}

/// The screens about names of ENS, prices and the list of scam sites.
@MainActor struct LookupScreens {
    let settings: LookupSettings

    /// The lines that lead here, below the networks.
    var choices: [Screen.Choice] {
        let names =
            if !settings.usesNames {
                localized("Turned off")
            } else if settings.usesGateways {
                localized("Looked up with your node, and with the servers that names refer to")
            } else {
                localized("Looked up only on your Ethereum node")
            }
        return [
            Screen.Choice(
                ServersPage.Action.lookup(.names), label: .trusted(localized("ENS names")), detail: .trusted(names)),
            Screen.Choice(
                ServersPage.Action.lookup(.prices), label: .trusted(localized("Prices")), detail: .trusted(priceState)),
            Screen.Choice(
                ServersPage.Action.lookup(.scams), label: .trusted(localized("List of scam sites")),
                detail: .trusted(UserList.scamSites.sentence(about: settings.listCount))),
        ]
    }

    /// How names are looked up.
    func names(_ problems: [FieldID: String] = [:]) -> Screen {
        var screen = Screen(localized("ENS names"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    A payment can go to a name such as alice.eth. Your node of Ethereum tells its address, so the node \
                    learns whom you pay. The approval shows the address.
                    """)),
            Screen.Paragraph(
                localized(
                    """
                    Some names are kept outside the chain, on servers that their contracts choose (CCIP-read, EIP-3668). \
                    Such a server learns whom you pay and when, and your IP address unless you use a proxy.
                    """)),
        ]
        screen.fields = [
            FormField(.names, label: localized("Look up names"), .checkbox(initial: settings.usesNames)),
            FormField(
                .gateways, label: localized("Also ask servers outside the chain"),
                .checkbox(initial: settings.usesGateways)),
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(NamesPage.Action.back, label: localized("Back")),
            Screen.Button(NamesPage.Action.save, label: localized("Save"), .next),
        ]
        return screen
    }

    private var priceState: String {
        settings.priceSource.map {
            localized("From \($0.endpoint.origin.site, as: "source"), in \($0.currency, as: "currency")")
        } ?? localized("Turned off")
    }

    /// The price source.
    func prices(_ values: [FieldID: String] = [:], _ problems: [FieldID: String] = [:]) -> Screen {
        var screen = Screen(localized("Prices"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    A price source tells what coins are worth. It learns when you use the wallet, and your IP address \
                    unless you use a proxy. It is always asked for all coins that the wallet knows, so it does not learn \
                    which of them you have.
                    """)),
            Screen.Paragraph(localized("The wallet shows its prices without checking them.")),
        ]
        let choice = settings.priceSource
        screen.fields = [
            FormField(
                .address, label: localized("Address of the source"),
                .text(initial: values[.address] ?? choice?.endpoint.url ?? PriceSourceChoice.offered),
                hint: localized("CoinGecko, or a server with the same interface."), isRequired: true),
            FormField(
                .currency, label: localized("Currency"),
                .text(initial: values[.currency] ?? choice?.currency ?? PriceSourceChoice.offeredCurrency),
                hint: localized("A code of three letters, such as EUR."), isRequired: true),
        ]
        screen.problems = problems
        screen.buttons = [Screen.Button(PricesPage.Action.back, label: localized("Back"))]
        if choice != nil {
            screen.buttons.append(
                Screen.Button(PricesPage.Action.turnOff, label: localized("Turn prices off")))
        }
        screen.buttons.append(
            Screen.Button(
                PricesPage.Action.save,
                label: choice == nil ? localized("Turn prices on") : localized("Save"), .next))
        return screen
    }

    /// The list of scam sites.
    func scams(_ values: [FieldID: String] = [:], _ problems: [FieldID: String] = [:]) -> Screen {
        var screen = Screen(localized("List of scam sites"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    Requests of a site on the list have a warning. The list is read on this computer only: no \
                    server learns which sites you visit. It has the format of eth-phishing-detect.
                    """)),
            Screen.Paragraph(UserList.scamSites.sentence(about: settings.listCount)),
        ]
        screen.fields = [
            FormField(
                .address, label: localized("Address of the list"),
                .text(initial: values[.address] ?? settings.listAddress ?? offeredList(values)),
                hint: localized("It begins with https://. Its server learns your IP address unless you use a proxy.")),
            FormField(
                .file, label: localized("File of the list"), .file(initial: values[.file] ?? ""),
                hint: localized("Instead of an address.")),
        ]
        screen.problems = problems
        screen.buttons = [Screen.Button(ScamListPage.Action.back, label: localized("Back"))]
        if settings.listCount != nil {
            screen.buttons.append(
                Screen.Button(ScamListPage.Action.remove, label: localized("Remove the list")))
        }
        screen.buttons.append(
            Screen.Button(ScamListPage.Action.update, label: localized("Update the list"), .next))
        return screen
    }

    /// MetaMask's list, which is proposed until one is set.
    private func offeredList(_ values: [FieldID: String]) -> String {
        settings.listCount == nil && (values[.file] ?? "").isEmpty ? PhishingListFile.offered : ""
    }

    /// What is shown while the list is fetched.
    var fetching: Screen {
        var screen = Screen(localized("List of scam sites"))
        screen.busy = localized("The list is fetched…")
        return screen
    }
}
