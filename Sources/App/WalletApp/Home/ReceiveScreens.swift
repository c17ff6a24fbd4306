import BigInt
import BitcoinWallet
import Bridge
import HeadlessWallet
import Messages
import QRWriter
import WalletCore
import WalletUI

/// The screens about receiving: an address with its QR code and link, and the addresses that were given out.
struct ReceiveScreens {
    /// The account.
    let account: AccountSummary

    /// What is received.
    let asset: HeldAsset

    /// Whether the user can get some for practice.
    var isPractice = false

    /// Whether each sender gets an address of their own.
    var hasFreshAddresses: Bool { account.id.chain.namespace == "bip122" }

    /// An address to give to a sender.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - values: What was entered: `form`, `amount` and `label`.
    ///   - notes: What the user must know about the address.
    ///   - arrived: What has arrived since it is shown.
    /// - Returns: The screen.
    func receive(
        _ address: ReceiveAddress, _ values: [String: String] = [:], notes: [String] = [], arrived: [HistoryItem] = []
    ) -> Screen {
        let heading = localized(
            "Receive \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")")
        var screen = Screen(title: HomeScreens.title, heading: heading)
        let written = address.written(
            for: asset, as: values["form"].flatMap { ReceiveAddress.Form(rawValue: $0) })
        let text = written?.text ?? ""
        let amount = EnteredText.trimmed(values["amount"])
        let (units, problem) = Self.units(amount, of: asset)
        let label = values["label"].map { EnteredText.trimmed($0) } ?? address.label
        if let problem { screen.problems = ["amount": problem] }
        let link = ReceiveLink.text(to: text, asset, units: units, label: label) ?? text
        screen.paragraphs = notes.map { Form.Paragraph($0, tone: .caution) }
        // A wallet for practice has a note of its own.
        if account.isTest, !isPractice { screen.paragraphs.append(HomeText.testNetwork) }
        screen.rows = arrived.map { item in
            Approval.Row(
                localized("Received"), .trusted(HistoryScreens.what(item)), note: HistoryScreens.state(item.state),
                role: .amount)
        }
        screen.rows += [
            Approval.Row(localized("Address"), .exact(text), note: Self.state(address.state), role: .account)
        ]
        if link != text { screen.rows.append(Approval.Row(localized("Link"), .exact(link))) }
        if !address.path.isEmpty { screen.rows.append(Approval.Row(localized("Key path"), .trusted(address.path))) }
        // The QR code of a plain address has its scheme, so that any wallet knows the network.
        screen.picture = QRCode(link)?.picture(localized("QR code of \(link, as: "address")"))
        if address.forms.count > 1 {
            screen.fields.append(
                FormField(
                    "form", label: localized("Form"),
                    .choice(
                        address.forms.map { .init($0.form.rawValue, label: Self.name(of: $0.form)) },
                        selected: written?.form.rawValue ?? "")))
        }
        screen.fields.append(
            FormField(
                "amount", label: localized("Amount"), .text(initial: amount),
                hint: localized("Optional. It goes into the link and the QR code.")))
        if hasFreshAddresses {
            screen.fields.append(
                FormField(
                    "label", label: localized("Your name or purpose"), .text(initial: label),
                    hint: localized("Optional. The sender sees it.")))
        }
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        if hasFreshAddresses {
            screen.buttons += [
                Screen.Button(HomeScreens.Action.used.rawValue, label: localized("Addresses")),
                Screen.Button(HomeScreens.Action.fresh.rawValue, label: localized("New address")),
            ]
        }
        if isPractice {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.practise.rawValue, label: localized("Send me some")))
        }
        screen.buttons.append(
            Screen.Button(HomeScreens.Action.link.rawValue, label: localized("Update link"), .next))
        return screen
    }

    /// What is shown while a server is asked which addresses are used.
    var asking: Screen {
        var screen = Screen(
            title: HomeScreens.title,
            heading: localized(
                "Receive \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")"))
        screen.busy = localized("Looking for an address that was not used…")
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        return screen
    }

    /// The addresses that were given out.
    func used(_ addresses: [ReceiveAddress]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Addresses of this account"))
        screen.rows = addresses.prefix(200).map { address in
            Approval.Row(
                address.label.isEmpty ? localized("Address") : address.label, .exact(address.text),
                note: Self.state(address.state))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back"))
        ]
        return screen
    }

    /// The warning about an address that a restore would not find; `nil` if it would.
    ///
    /// The addresses are those of the account, the newest first.
    static func gapWarning(about address: ReceiveAddress, among addresses: [ReceiveAddress]) -> String? {
        let older = addresses.drop { $0.text != address.text }
        let unused = older.prefix { address in if case .used = address.state { false } else { true } }.count
        guard unused > Int(CoinLedger.gap) else { return nil }
        return localized(
            """
            The last \(unused - 1, as: "count") addresses that were shown are unused. A wallet that restores your \
            recovery phrase stops after \(Int(CoinLedger.gap), as: "limit") unused addresses, so it would not find a \
            payment to this one. Give an earlier address out again: “Addresses” lists them.
            """)
    }

    /// The amount that was typed, or what is wrong with it; neither for none.
    private static func units(_ typed: String, of asset: HeldAsset) -> (units: BigUInt?, problem: String?) {
        guard !typed.isEmpty else { return (nil, nil) }
        do throws(WalletError) {
            let units = asset.units(try EnteredText.number(typed, field: "amount")) ?? 0
            guard units == 0 else { return (units, nil) }
            return (nil, localized("Enter an amount of \(asset.shownSymbol, as: "symbol"), such as 0.5."))
        } catch {
            return (nil, error.description)
        }
    }

    static func state(_ state: ReceiveAddress.State) -> String? {
        switch state {
        case .fresh: localized("new")
        case .shown: nil
        case .used(let count):
            localized(
                "used in \(count, as: "count") transaction", plural: "used in \(count, as: "count") transactions",
                count: count)
        }
    }

    static func name(of form: ReceiveAddress.Form) -> String {
        switch form {
        case .usual: localized("Usual form")
        case .cashAddr: localized("CashAddr")
        case .tokenAware: localized("CashAddr for tokens (z…)")
        case .legacy: localized("Legacy form, for old wallets")
        }
    }
}
