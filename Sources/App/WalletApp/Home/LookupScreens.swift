import EthereumWallet
import Bridge
import HeadlessWallet
import Messages
import WalletUI

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
                HomeScreens.Action.names.rawValue, label: .trusted(localized("ENS names")), detail: .trusted(names)),
            Screen.Choice(
                HomeScreens.Action.prices.rawValue, label: .trusted(localized("Prices")), detail: .trusted(priceState)),
            Screen.Choice(
                HomeScreens.Action.scams.rawValue, label: .trusted(localized("List of scam sites")),
                detail: .trusted(UserList.scamSites.sentence(about: settings.listCount))),
        ]
    }

    /// How names are looked up.
    func names(_ problems: [String: String] = [:]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("ENS names"))
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    A payment can go to a name such as alice.eth. Your node of Ethereum tells its address, so the node \
                    learns whom you pay. The approval shows the address.
                    """)),
            Form.Paragraph(
                localized(
                    """
                    Some names are kept outside the chain, on servers that their contracts choose (CCIP-read, EIP-3668). \
                    Such a server learns whom you pay and when, and your IP address unless you use a proxy.
                    """)),
        ]
        screen.fields = [
            FormField("names", label: localized("Look up names"), .checkbox(initial: settings.usesNames)),
            FormField(
                "gateways", label: localized("Also ask servers outside the chain"),
                .checkbox(initial: settings.usesGateways)),
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(HomeScreens.Action.servers.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Save"), .next),
        ]
        return screen
    }

    private var priceState: String {
        settings.priceSource.map {
            localized("From \($0.endpoint.origin.site, as: "source"), in \($0.currency, as: "currency")")
        } ?? localized("Turned off")
    }

    /// The price source.
    func prices(_ values: [String: String] = [:], _ problems: [String: String] = [:]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Prices"))
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    A price source tells what coins are worth. It learns when you use the wallet, and your IP address \
                    unless you use a proxy. It is always asked for all coins that the wallet knows, so it does not learn \
                    which of them you have.
                    """)),
            Form.Paragraph(localized("The wallet shows its prices without checking them.")),
        ]
        let choice = settings.priceSource
        screen.fields = [
            FormField(
                "address", label: localized("Address of the source"),
                .text(initial: values["address"] ?? choice?.endpoint.url ?? PriceSourceChoice.offered),
                hint: localized("CoinGecko, or a server with the same interface."), isRequired: true),
            FormField(
                "currency", label: localized("Currency"),
                .text(initial: values["currency"] ?? choice?.currency ?? PriceSourceChoice.offeredCurrency),
                hint: localized("A code of three letters, such as EUR."), isRequired: true),
        ]
        screen.problems = problems
        screen.buttons = [Screen.Button(HomeScreens.Action.servers.rawValue, label: localized("Back"))]
        if choice != nil {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.remove.rawValue, label: localized("Turn prices off")))
        }
        screen.buttons.append(
            Screen.Button(
                HomeScreens.Action.keep.rawValue,
                label: choice == nil ? localized("Turn prices on") : localized("Save"), .next))
        return screen
    }

    /// The list of scam sites.
    func scams(_ values: [String: String] = [:], _ problems: [String: String] = [:]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("List of scam sites"))
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    Requests of a site on the list have a warning. The list is read on this computer only: no \
                    server learns which sites you visit. It has the format of eth-phishing-detect.
                    """)),
            Form.Paragraph(UserList.scamSites.sentence(about: settings.listCount)),
        ]
        screen.fields = [
            FormField(
                "address", label: localized("Address of the list"),
                .text(initial: values["address"] ?? settings.listAddress ?? offeredList(values)),
                hint: localized("It begins with https://. Its server learns your IP address unless you use a proxy.")),
            FormField(
                "file", label: localized("File of the list"), .file(initial: values["file"] ?? ""),
                hint: localized("Instead of an address.")),
        ]
        screen.problems = problems
        screen.buttons = [Screen.Button(HomeScreens.Action.servers.rawValue, label: localized("Back"))]
        if settings.listCount != nil {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.remove.rawValue, label: localized("Remove the list")))
        }
        screen.buttons.append(
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Update the list"), .next))
        return screen
    }

    /// The list that is proposed while there is none: that of MetaMask.
    private func offeredList(_ values: [String: String]) -> String {
        settings.listCount == nil && (values["file"] ?? "").isEmpty ? PhishingListFile.offered : ""
    }

    /// What is shown while the list is fetched.
    var fetching: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("List of scam sites"))
        screen.busy = localized("The list is fetched…")
        return screen
    }
}
