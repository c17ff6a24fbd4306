import Bridge
import Keys
import Testing
import WalletCore

@testable import WalletMethods
@testable import WalletTesting

/// Sites that the user connects to several accounts of a wallet.
@MainActor @Suite struct SeveralAccountsTests {
    private let site: TestSite
    private let addresses: [String]

    init() throws {
        let active = try WalletSigner(signer: DemoKeys(), account: Account(name: "First", index: 0))
        active.add(others: [Account(name: "Second", index: 1), Account(name: "Third", index: 2)])
        addresses = active.ethereumAddresses.map(\.address)
        site = try TestSite(activeAccount: active)
        site.services.grants.switchAccount(to: addresses[0])
    }

    private var lower: [JSON] { addresses.map { .string($0.lowercased()) } }

    /// Lets the user tick the accounts at `places`, and approve.
    private func tick(_ places: Int...) {
        var values: [String: String] = [:]
        for (place, address) in addresses.enumerated().dropFirst() {
            values[address] = places.contains(place) ? "true" : "false"
        }
        site.earlier = [.adjusted(values), .approved]
    }

    @Test func `a site sees only the account in use unless the user ticks others`() async throws {
        #expect(await site.ask("eth_requestAccounts")["result"] == [lower[0]])
        #expect(site.shown.last?.adjustments.map(\.id) == Array(addresses.dropFirst()))
        #expect(site.shown.last?.adjustments.map(\.value) == ["false", "false"])
        #expect(await site.ask("eth_accounts")["result"] == [lower[0]])
        let other = await site.ask("personal_sign", ["0x01", .string(addresses[1])])
        #expect(other["error"]?["code"] == 4100)
    }

    @Test func `ticked accounts follow the one in use, and each can sign with its own key`() async throws {
        tick(2)
        #expect(await site.ask("eth_requestAccounts")["result"] == [lower[0], lower[2]])
        #expect(await site.ask("eth_coinbase")["result"] == lower[0])
        for place in [0, 2] {
            let signature = await site.ask("personal_sign", ["0x6869", .string(addresses[place])])["result"]
            let recovered = await site.ask("personal_ecRecover", ["0x6869", signature ?? .null])["result"]
            #expect(recovered == lower[place])
            #expect(site.shown.last?.rows.first?.value.text == addresses[place])
            #expect(site.shown.last?.rows.first?.note == (place == 0 ? "First" : "Third"))
        }
        #expect(await site.ask("personal_sign", ["0x6869", .string(addresses[1])])["error"]?["code"] == 4100)
    }

    @Test func `permissions report the accounts, and revoking them revokes all`() async throws {
        tick(1, 2)
        _ = await site.ask("eth_requestAccounts")
        let permissions = await site.ask("wallet_getPermissions")["result"]
        #expect(permissions?[0]?["caveats"]?[0]?["value"] == .array(lower))
        #expect(await site.ask("wallet_revokePermissions", [["eth_accounts": [:]]])["result"] == .null)
        #expect(await site.ask("eth_accounts")["result"] == [])
        #expect(await site.ask("wallet_getPermissions")["result"] == [])
        // The next connection starts without them.
        site.decision = .approved
        #expect(await site.ask("eth_requestAccounts")["result"] == [lower[0]])
    }

    @Test func `a new request for permissions shows what is ticked, and can change it`() async throws {
        tick(1)
        _ = await site.ask("eth_requestAccounts")
        tick(2)
        let permissions = await site.ask("wallet_requestPermissions", [["eth_accounts": [:]]])["result"]
        #expect(permissions?[0]?["caveats"]?[0]?["value"] == [lower[0], lower[2]])
        site.decision = .rejected
        _ = await site.ask("wallet_requestPermissions", [["eth_accounts": [:]]])
        #expect(await site.ask("eth_accounts")["result"] == [lower[0], lower[2]])
    }

    @Test func `a site that knows some accounts sees none while another one is in use`() async throws {
        tick(1)
        _ = await site.ask("eth_requestAccounts")
        let sites = site.services.sites
        let third = Account(name: "Third", index: 2)
        try sites.use(DemoKeys(), third)
        site.services.activeAccount.add(
            others: [Account(name: "First", index: 0), Account(name: "Second", index: 1)])
        #expect(await site.ask("eth_accounts")["result"] == [])
        #expect(await site.ask("personal_sign", ["0x01", .string(addresses[0])])["error"]?["code"] == 4100)
        try sites.use(DemoKeys(), Account(name: "Second", index: 1))
        site.services.activeAccount.add(others: [Account(name: "First", index: 0), third])
        // The account in use comes first.
        #expect(await site.ask("eth_accounts")["result"] == [lower[1], lower[0]])
    }

    @Test func `the user changes the accounts of a site, and its pages are told`() async throws {
        tick(1)
        _ = await site.ask("eth_requestAccounts")
        var events: [Event] = []
        let subscription = site.services.eventBus.subscribe { event, _ in events.append(event) }
        defer { _ = subscription }
        let (sites, origin) = (site.services.sites, site.peer.origin)
        try await sites.connect(origin, to: [addresses[0], addresses[2]])
        #expect(await site.ask("eth_accounts")["result"] == [lower[0], lower[2]])
        try await sites.connect(origin, to: [addresses[0], addresses[2]])
        try await sites.disconnect(origin)
        #expect(await site.ask("eth_accounts")["result"] == [])
        #expect(sites.connectedSites.isEmpty)
        #expect(events.count == 2)
    }
}
