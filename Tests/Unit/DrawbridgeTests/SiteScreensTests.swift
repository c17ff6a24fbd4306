import Bridge
import EthereumWallet
import HeadlessWallet
import Keys
import Testing
import WalletCore
import WalletMethods
import WalletUI

@testable import WalletWindow
@testable import WalletConnect

/// What the user sees of the sites, apps and payment services, and can do about them.
@MainActor @Suite struct SiteScreensTests {
    private let services: WalletServices
    private let own: [WalletAddress]
    private let origin: Origin

    init() throws {
        let active = try WalletSigner(signer: DemoKeys(), account: Account(name: "First", index: 0))
        active.add(others: [Account(name: "Second", index: 1)])
        own = active.ethereumAddresses
        origin = try Origin(serialized: "https://dapp.example")
        services = WalletServices(activeAccount: active, gate: Gate(approver: NobodyHere()))
        services.grants.switchAccount(to: own[0].address)
    }

    private func entries(_ sessions: [SessionDetails] = [], _ payments: PaymentSettings? = nil) -> [SiteEntry] {
        SiteList(services: services, sessions: sessions, payments: payments).entries
    }

    private func details(of entry: SiteEntry) -> Screen {
        SiteScreens(now: 1_800_003_700, hasSeveralAccounts: true).details(of: entry)
    }

    @Test(arguments: [AddressKind.bitcoin, .bitcoinCash, .simpleLedger])
    func `a site that may see only another account's coin address is shown with it, and can be disconnected`(
        _ kind: AddressKind
    ) async throws {
        try await services.grants.set(kind, for: origin, of: own[1].address, true)
        let entry = try #require(entries().first)
        #expect(entry.state == "Connected to another account")
        let second = try WalletSigner(signer: DemoKeys(), account: Account(name: "Second", index: 1))
        #expect(entry.addresses == [.init(address: second.address(kind), name: "Second", isNow: false)])
        let screen = details(of: entry)
        let row = try #require(screen.rows.first { $0.value == .exact(second.address(kind)) })
        #expect(row.label == "May see" && row.note == "Second")
        #expect(screen.buttons.contains { $0.label == "Disconnect" })
        #expect(!screen.buttons.contains { $0.label == "Change network…" })
        try await services.sites.disconnect(origin)
        #expect(entries().isEmpty)
    }

    @Test func `a site sees other accounts in addition to the active one on Ethereum only`() async throws {
        try await services.grants.give(.ethereum, to: origin)
        try await services.grants.set(.ethereum, for: origin, of: own[1].address, true)
        try await services.grants.set(.bitcoin, for: origin, of: own[1].address, true)
        let entry = try #require(entries().first)
        #expect(entry.addresses.map(\.isNow) == [true, false, true])
        #expect(entry.addresses.map(\.name) == ["First", "Second", "Second"])
        #expect(entry.state == "Connected")
        #expect(ListedSite(entry).sees.count == 3)
    }

    @Test func `a locked wallet lists what every account gave, and all of it can be revoked`() async throws {
        try await services.grants.give(.ethereum, to: origin)
        try await services.grants.set(.bitcoin, for: origin, of: "0xAccountOfAnotherWallet", true)
        services.sites.forgetKeys()
        let entry = try #require(entries().first)
        #expect(entry.addresses.map(\.address) == [own[0].address, "Bitcoin"])
        try await services.sites.disconnect(origin)
        #expect(entries().isEmpty)
        #expect(services.grants.everySite.isEmpty)
    }

    @Test func `a muted site and a blocked one say so, and their buttons take it back`() async throws {
        try await services.siteRules.use(by: origin, at: 100)
        try await services.siteRules.mute(origin, true)
        var entry = try #require(entries().first)
        #expect(entry.state == "Muted")
        #expect(details(of: entry).buttons.map(\.label) == ["Back", "Forget", "Unmute", "Block"])
        try await services.siteRules.block(origin, true, at: 200)
        entry = try #require(entries().first)
        #expect(entry.state == "Blocked")
        #expect(details(of: entry).buttons.map(\.label) == ["Back", "Unblock"])
    }

    @Test func `an app shows its networks, its times and its end, and can be muted and blocked`() async throws {
        let session = try SessionSample.session()
        let entry = try #require(entries([session]).first)
        let screen = SiteScreens(now: 1_800_003_700, sessions: [session], relay: .connected(since: 0)).details(
            of: entry)
        #expect(
            screen.rows.map(\.label) == [
                "State", "Says it is at", "Sees", "Network", "First used", "Last used", "Ends",
            ])
        #expect(screen.rows[0].value.text == "Connected" && screen.rows[3].value.text == "Ethereum, Base")
        #expect(screen.rows[2].value == .exact(SessionSample.account))
        #expect(screen.rows[5].note == "1 hour ago" && screen.rows[6].value.text == "2027-01-22 08:00 UTC")
        #expect(screen.buttons.map(\.label) == ["Back", "Mute until restart", "Block", "Disconnect"])
        let ruled = try #require(entry.ruled)
        let document = try #require(DocumentID(String(repeating: "0", count: 32)))
        try await services.siteRules.block(ruled, true, at: 100)
        #expect(services.siteRules.refuses(.session(SessionPeer(session))))
        #expect(!services.siteRules.refuses(.page(origin: origin, document: document)))
        #expect(entries([session]).map(\.state) == ["Blocked"])
        // What is kept about a session is not a site of its own.
        #expect(entries().isEmpty)
    }

    @Test func `the names and addresses of apps are shown as untrusted text`() throws {
        let session = try SessionSample.session(name: "Your wallet\u{202E}", url: "https://evil.example/Connected")
        let list = apps([session])
        #expect(list.choices.first?.label == .untrusted("Your wallet\u{202E}"))
        #expect(list.choices.first?.detail == .untrusted("https://evil.example/Connected"))
        let details = SiteScreens(now: 0, sessions: [session]).details(of: try #require(entries([session]).first))
        #expect(details.heading == "Connected to “Your wallet⟨U+202E⟩”")
        #expect(details.rows[1].value == .untrusted("https://evil.example/Connected"))
    }

    @Test func `the list says why apps cannot reach the wallet`() throws {
        let session = try SessionSample.session()
        #expect(apps([], SessionSettings()).paragraphs[1].text.contains("No relay is set."))
        let off = SessionSettings(relay: "wss://relay.example", isEnabled: false)
        #expect(apps([session], off).paragraphs.first?.text.contains("turned off") == true)
        let refused = apps([session], relay: .refused(.projectMissing))
        #expect(refused.paragraphs.first?.text == "The relay requires a project ID.")
        #expect(refused.choices.first?.badge == "Offline")
        #expect(apps([session], relay: .connected(since: 0)).choices.first?.badge == "Connected")
        let waiting = try SessionSample.session(isSettled: false)
        #expect(apps([waiting], relay: .connected(since: 0)).choices.first?.badge == "Waiting for the app")
    }

    @Test func `an app of version 1 has no end, and says what it uses`() throws {
        let session = try SessionSample.session(version: .v1)
        let shown = SiteScreens(now: 0, sessions: [session]).details(of: try #require(entries([session]).first))
        #expect(shown.rows.last?.value.text == "when you disconnect it")
        #expect(shown.paragraphs.contains { $0.text.contains("version 1") })
    }

    @Test func `only several apps can be disconnected at once, after a question`() throws {
        let one = try SessionSample.session()
        let two = try SessionSample.session(digit: "b")
        #expect(!apps([one]).actions(of: SitesPage.Action.self).contains(.disconnectAll))
        #expect(apps([one, two]).actions(of: SitesPage.Action.self).contains(.disconnectAll))
        #expect(DisconnectAllPage.screen(count: 2).paragraphs.first?.text.hasPrefix("2 apps") == true)
    }

    private func apps(
        _ sessions: [SessionDetails], _ settings: SessionSettings = SessionSettings(relay: "wss://relay.example"),
        relay: RelayState = .offline
    ) -> Screen {
        SiteScreens(now: 1_800_003_700, sessions: sessions, settings: settings, relay: relay).list(entries(sessions))
    }

    @Test func `a payment service shows whose forms it may show, and whether its links open`() throws {
        var settings = PaymentSettings(gateway: "https://pay.example/v1")
        settings.forms = ["https://forms.example"]
        let entry = try #require(entries([], settings).first)
        let screen = details(of: entry)
        #expect(screen.heading == "pay.example")
        #expect(screen.choices.map(\.label.text) == ["https://forms.example"])
        #expect(screen.buttons.map(\.label) == ["Back", "Stop opening links"])
        settings.opensLinks = false
        let closed = try #require(entries([], settings).first)
        #expect(closed.state == "Payment links are not opened")
        #expect(details(of: closed).buttons.map(\.label) == ["Back", "Open links"])
        let form = SiteScreens.form("https://forms.example", of: try Origin(serialized: "https://pay.example"))
        #expect(form.buttons.map(\.label) == ["Back", "Remove"])
    }

    @Test func `forgetting a site forgets its network, and its pages are told`() async throws {
        let base = try #require(services.chains.chain(id: 8_453))
        try await services.chains.choose(base, for: origin)
        try await services.siteRules.move(origin, to: 8_453, at: 100)
        #expect(entries().first?.chain == "Base")
        var events: [Event] = []
        let subscription = services.eventBus.subscribe { event, _ in events.append(event) }
        defer { _ = subscription }
        try await services.forget(origin)
        #expect(entries().isEmpty)
        #expect(services.chains.chain(of: origin) == services.chains.initial)
        #expect(events == [.chainChanged("0x1")])
    }
}

/// What a payment service may do.
@MainActor @Suite struct PaymentPermissionsTests {
    @Test func `a link of the service opens only until the user stops it`() async throws {
        let link = "https://pay.walletconnect.com/?pid=pay_1"
        let permissions = PaymentPermissions(PaymentSettings(), nil)
        #expect(permissions.isPayment(link))
        try await permissions.openLinks(false)
        #expect(!permissions.isPayment(link))
        try await permissions.openLinks(true)
        #expect(permissions.isPayment(link))
    }

    @Test func `forms of a removed origin are refused from then on`() async throws {
        var settings = PaymentSettings()
        settings.forms = ["https://forms.example", "https://other.example"]
        let permissions = PaymentPermissions(settings, nil)
        var rules: [PaymentSettings] = []
        permissions.settingChanges.add { rules.append($0) }
        try await permissions.remove(form: "https://forms.example")
        #expect(rules.map(\.forms) == [["https://other.example"]])
        let rule = PaymentSetup.forms(try #require(rules.last))
        #expect((try? rule.form(at: "https://forms.example/form")) == nil)
        #expect((try? rule.form(at: "https://other.example/form")) != nil)
    }

    @Test func `the settings keep that links are not opened, and refuse other values`() throws {
        var settings = Settings()
        settings.payments.opensLinks = false
        #expect(try Settings(parsing: settings.text).payments == settings.payments)
        #expect(throws: WalletError.self) {
            try Settings(parsing: Array(#"{"payments": {"opensLinks": "no"}}"#.utf8))
        }
    }
}

/// An approver that is never asked.
private final class NobodyHere: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}
