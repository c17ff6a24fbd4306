import BigInt
import BitcoinWallet
import Bridge
import HeadlessWallet
import Messages
import QRWriter
import WalletCore
import WalletMethods
import WalletUI

/// An address to give to a sender, with its QR code and link.
@MainActor final class ReceivePage: Page {
    enum Action: Hashable {
        case back, addresses, newAddress, practise, update
    }

    private let context: PageContext
    private let screens: ReceiveScreens
    private var address: ReceiveAddress?
    private var values: [FieldID: String] = [:]
    private var notes: [String] = []

    /// When the page was opened, in seconds since 1970.
    private let since: Int64

    /// What has arrived since then.
    private var arrived: [HistoryItem] = []

    init(_ context: PageContext, _ asset: HeldAsset, _ account: AccountSummary) {
        (self.context, since) = (context, context.now)
        screens = ReceiveScreens(account: account, asset: asset, isPractice: context.practice != nil)
    }

    var screen: Screen {
        address.map { screens.receive($0, values, notes: notes, arrived: arrived) } ?? screens.asking
    }

    /// Shows what has arrived at the address that is shown; what the user has entered stays.
    func load() async {
        guard let address else { return }
        var filter = HistoryFilter()
        filter.account = screens.account.id
        filter.direction = .incoming
        // A block can be a little older than the payment that the user has just asked for.
        filter.from = since - Self.blockAge
        let found = (try? await context.holdings.history(filter, limit: Self.mostArrived)) ?? []
        let texts = Set(address.forms.map(\.text))
        let arrived = found.filter { item in
            screens.hasFreshAddresses
                ? item.others.contains(where: texts.contains)
                : item.changes.contains { $0.asset.id.isSame(as: screens.asset.id) }
        }
        guard self.address == address, self.arrived != arrived else { return }
        self.arrived = arrived
        values = context.stack?.values(on: self) ?? values
        context.draw(self)
    }

    private static let blockAge: Int64 = 60
    private static let mostArrived = 20

    /// Finds an address for the next sender; without a server, one that may have been used.
    func ask() async {
        guard address == nil else { return }
        let account = screens.account.id
        do throws(RPCError) {
            let source = try context.holdings.part(context.holdings.addresses, for: account)
            do throws(RPCError) {
                let found = try await source.newAddress(of: account)
                (address, notes) = (found, [])
                guard screens.hasFreshAddresses else { return note() }
                let isKnown = context.holdings.accounts.first { $0.id == account }?.balances.first?.units != nil
                if !isKnown {
                    notes.append(
                        localized(
                            """
                            The wallet cannot check which addresses were used, because no server has answered yet. You \
                            can receive at this address.
                            """))
                }
                let known = try source.addresses(of: account)
                if let warning = found.gapWarning(among: known) { notes.append(warning) }
            } catch {
                address = try source.addresses(of: account).first
                notes = [
                    localized(
                        """
                        The wallet cannot check which addresses were used. \(error.sentence, as: "reason") You can \
                        receive at this address.
                        """)
                ]
            }
            note()
        } catch {
            context.report(error.sentence)
        }
    }

    /// Adds what the user must know of demo keys.
    private func note() {
        guard context.services.activeAccount.notice != nil else { return }
        notes.append(localized("Do not send anything of value to this address: it would be lost."))
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        values = input.values
        switch action {
        case .back: return .back
        case .update: await keepLabel()
        case .newAddress:
            (address, notes, arrived, values[.label]) = (nil, [], [], nil)
            context.draw(self)
            await ask()
        case .addresses:
            let account = screens.account.id
            let source = try? context.holdings.part(context.holdings.addresses, for: account)
            return .open(AddressesPage((try? source?.addresses(of: account)) ?? []))
        case .practise:
            if let text = address?.text { await context.practise(screens.asset, to: text) }
        }
        return .stay
    }

    /// Stores the name or purpose in the link with the address, so that the list of addresses has it.
    private func keepLabel() async {
        guard screens.hasFreshAddresses, let address else { return }
        context.draw(self)
        let label = EnteredText.trimmed(values[.label])
        do throws(RPCError) {
            try await context.holdings.coinWallet.label(label, onAddress: address.text, of: screens.account.id)
        } catch {
            context.report(error.sentence)
        }
    }
}

/// The addresses that were given out.
@MainActor final class AddressesPage: Page {
    enum Action: Hashable {
        case back
    }

    private let addresses: [ReceiveAddress]

    init(_ addresses: [ReceiveAddress]) { self.addresses = addresses }

    var screen: Screen { ReceiveScreens.used(addresses) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation { .back }
}

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
        _ address: ReceiveAddress, _ values: [FieldID: String] = [:], notes: [String] = [], arrived: [HistoryItem] = []
    ) -> Screen {
        let heading = localized(
            "Receive \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")")
        var screen = Screen(heading)
        let written = address.written(
            for: asset, as: values[.form].flatMap { ReceiveAddress.Form(rawValue: $0) })
        let text = written?.text ?? ""
        let amount = EnteredText.trimmed(values[.amount])
        let (units, problem) = Self.units(amount, of: asset)
        let label = values[.label].map { EnteredText.trimmed($0) } ?? address.label
        if let problem { screen.problems = [.amount: problem] }
        let link = ReceiveLink.text(to: text, asset, units: units, label: label) ?? text
        screen.paragraphs = notes.map { Screen.Paragraph($0, tone: .caution) }
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
        screen.image = QRCode(link)?.image(localized("QR code of \(link, as: "address")"))
        if address.forms.count > 1 {
            screen.fields.append(
                FormField(
                    .form, label: localized("Form"),
                    .choice(
                        address.forms.map { .init($0.form.rawValue, label: Self.name(of: $0.form)) },
                        selected: written?.form.rawValue ?? "")))
        }
        screen.fields.append(
            FormField(
                .amount, label: localized("Amount"), .text(initial: amount),
                hint: localized("Optional. It goes into the link and the QR code.")))
        if hasFreshAddresses {
            screen.fields.append(
                FormField(
                    .label, label: localized("Your name or purpose"), .text(initial: label),
                    hint: localized("Optional. The sender sees it.")))
        }
        screen.buttons = [Screen.Button(ReceivePage.Action.back, label: localized("Back"))]
        if hasFreshAddresses {
            screen.buttons += [
                Screen.Button(ReceivePage.Action.addresses, label: localized("Addresses")),
                Screen.Button(ReceivePage.Action.newAddress, label: localized("New address")),
            ]
        }
        if isPractice {
            screen.buttons.append(
                Screen.Button(ReceivePage.Action.practise, label: localized("Send me some")))
        }
        screen.buttons.append(
            Screen.Button(ReceivePage.Action.update, label: localized("Update QR code"), .next))
        return screen
    }

    /// What is shown while a server is asked which addresses are used.
    var asking: Screen {
        var screen = Screen(
            localized(
                "Receive \(asset.shownSymbol, as: "symbol") on \(account.shownChain, as: "network")"))
        screen.busy = localized("Looking for an address that was not used…")
        screen.buttons = [Screen.Button(ReceivePage.Action.back, label: localized("Back"))]
        return screen
    }

    /// The addresses that were given out.
    static func used(_ addresses: [ReceiveAddress]) -> Screen {
        var screen = Screen(localized("Addresses of this account"))
        screen.rows = addresses.prefix(200).map { address in
            Approval.Row(
                address.label.isEmpty ? localized("Address") : address.label, .exact(address.text),
                note: Self.state(address.state))
        }
        screen.buttons = [
            Screen.Button(AddressesPage.Action.back, label: localized("Back"))
        ]
        return screen
    }

    /// The amount that was typed, or what is wrong with it; neither for none.
    private static func units(_ typed: String, of asset: HeldAsset) -> (units: BigUInt?, problem: String?) {
        guard !typed.isEmpty else { return (nil, nil) }
        do throws(WalletError) {
            let units = asset.units(try EnteredText.number(typed, field: .amount)) ?? 0
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
