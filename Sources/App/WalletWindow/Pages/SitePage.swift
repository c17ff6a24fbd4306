import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletConnect
import WalletCore
import WalletMethods
import WalletUI

/// A site, an app or a payment service: what it may see, and what the user can do about it.
///
/// The window says if a change is not on disk (``WalletServices/Event/unsavedPermissions``).
@MainActor final class SitePage: Page {
    enum Action: Hashable {
        case back, disconnect, forget, accounts, network
        case block(Bool)
        case mute(Bool)
        case openLinks(Bool)
        case form(String)
    }

    private let context: PageContext
    private var entry: SiteEntry

    init(_ context: PageContext, _ entry: SiteEntry) { (self.context, self.entry) = (context, entry) }

    /// The site with an origin, also if it never asked the wallet.
    convenience init(_ context: PageContext, site origin: Origin) {
        self.init(context, SiteEntry(kind: .site(origin), name: .exact(origin.site)))
    }

    var isForLocked: Bool { if case .app = entry.kind { true } else { false } }

    var screen: Screen { SiteScreens(context).details(of: entry) }

    func load() async {
        // A site that was forgotten is shown as one that never asked.
        if let now = context.siteEntries.first(where: { $0.id == entry.id }) {
            entry = now
        } else if let origin = entry.origin {
            entry = SiteEntry(kind: .site(origin), name: .exact(origin.site))
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        let services = context.services
        switch (action, entry.kind) {
        case (.back, _): return .back
        case (.disconnect, .app(let topic)):
            await disconnect(topic)
            return .back
        case (.disconnect, .site(let origin)): try? await services.sites.disconnect(origin)
        case (.forget, .site(let origin)):
            try? await services.forget(origin)
            return .back
        case (.accounts, .site(let origin)): return .open(SiteAccountsPage(context, origin))
        case (.network, .site(let origin)): return .open(SiteNetworkPage(context, origin))
        case (.block(let isBlocked), _): if let origin = entry.ruled { try? await services.block(origin, isBlocked) }
        case (.mute(let isMuted), _):
            if let origin = entry.ruled { try? await services.siteRules.mute(origin, isMuted) }
        case (.openLinks(let opens), .paymentService):
            do throws(WalletError) {
                try await context.payments?.openLinks(opens)
            } catch {
                context.report(error.description)
            }
        case (.form(let form), .paymentService(let origin)): return .open(SiteFormPage(context, form, of: origin))
        case (.disconnect, .paymentService), (.forget, _), (.accounts, _), (.network, _), (.openLinks, _), (.form, _):
            break
        }
        await load()
        return .stay
    }

    private func disconnect(_ topic: String) async {
        guard let topic = Topic(topic), let origin = entry.ruled else { return }
        await context.sessions?.disconnect(topic)
        let rules = context.services.siteRules
        if context.sessions?.sessions.contains(where: { $0.topic == topic }) != true, rules.records[origin] != nil {
            try? await rules.block(origin, false, at: context.now)
            try? await rules.forget(origin)
        }
    }
}

/// The choice of the accounts that a site sees.
@MainActor final class SiteAccountsPage: Page {
    enum Action: Hashable {
        case back, save
    }

    private let context: PageContext
    private let origin: Origin

    init(_ context: PageContext, _ origin: Origin) { (self.context, self.origin) = (context, origin) }

    var screen: Screen {
        var screen = Screen(localized("Accounts for \(origin.site, as: "site")"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    The site sees the addresses of these accounts and learns that they belong together. It sees none \
                    while you use another account.
                    """))
        ]
        screen.fields = context.services.sites.choices(for: origin).map { own, isConnected in
            FormField(FieldID(own.address), label: own.account.name, .checkbox(initial: isConnected), hint: own.address)
        }
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.save, label: localized("Save"), .next),
        ]
        return screen
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        if action == .save {
            try? await context.services.sites.connect(origin, to: input.checked)
        }
        return .back
    }
}

/// The choice of the network of a site.
@MainActor final class SiteNetworkPage: Page {
    enum Action: Hashable {
        case back
        case chain(UInt64)
    }

    private let context: PageContext
    private let origin: Origin

    init(_ context: PageContext, _ origin: Origin) { (self.context, self.origin) = (context, origin) }

    private var chains: [Chain] { context.services.chains.chains.filter(context.services.chains.hasNode) }

    var screen: Screen {
        var screen = Screen(localized("Network of \(origin.site, as: "site")"))
        let current = context.services.chains.chain(of: origin)
        screen.choices = chains.map {
            Screen.Choice(
                Action.chain($0.id), label: $0.words, badge: $0.id == current.id ? localized("Current") : nil)
        }
        screen.buttons = [Screen.Button(Action.back, label: localized("Back"))]
        return screen
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        if case .chain(let id) = action, let chain = chains.first(where: { $0.id == id }) {
            try? await context.services.ethereum.choose(chain.hexID, for: origin)
        }
        return .back
    }
}

/// An origin of the forms of a payment service.
@MainActor final class SiteFormPage: Page {
    enum Action: Hashable {
        case back, remove
    }

    private let context: PageContext
    private let form: String
    private let service: Origin

    init(_ context: PageContext, _ form: String, of service: Origin) {
        (self.context, self.form, self.service) = (context, form, service)
    }

    var screen: Screen { SiteScreens.form(form, of: service) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .remove else { return .back }
        do throws(WalletError) {
            try await context.payments?.remove(form: form)
        } catch {
            context.report(error.description)
        }
        return .back
    }
}
