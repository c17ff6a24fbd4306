import WalletUI
import Bitcoin
import BitcoinWallet
import Bridge
import Network
import TestServers
import Testing
import WalletCore
import WalletMethods
@testable import EthereumWallet
@testable import WalletApp
@testable import WalletTesting

/// The servers of a network that the user sets in the window: certificates, order and health.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServerListTests {
    private let services: WalletServices
    private let setting: ServerSetting

    init() throws {
        services = try TestSite().services
        setting = ServerSetting(chains: services.chains, coins: services.coins, proxy: ProxySetting())
    }

    /// Lets only addresses with `fingerprint` be used, as a server with a certificate of its own does.
    private func trustOnly(_ fingerprint: CertificateFingerprint?) {
        services.coins.dial = { utxoChain, addresses in
            let isTrusted = addresses.allSatisfy { $0.fingerprint == fingerprint }
            return FakeCoinServer(utxoChain, trouble: isTrusted ? nil : .wire(.untrusted))
        }
    }

    private func values(_ port: Int) -> [String: String] {
        ["host": "localhost", "port": "\(port)", "security": "authority", "fingerprint": ""]
    }

    @Test func `a certificate of its own is shown, and used only once the user trusts it`() async throws {
        let peer = try await SocketPeer(.selfSigned) { _ in }
        let fingerprint = CertificateFingerprint(of: try TestIdentity.selfSigned.certificate())
        trustOnly(fingerprint)
        let network = ServedNetwork.coin(.bitcoin)
        let outcome = await setting.use(values(peer.port), for: network, isFurther: true)
        guard case .untrusted(let trust) = outcome else {
            Issue.record("The question about the certificate is missing.")
            return
        }
        #expect(trust.fingerprint == fingerprint)
        #expect(services.coins.addresses.isEmpty)
        let trusted = await setting.use(trust.trusted(values(peer.port)), for: network, isFurther: true)
        guard case .used = trusted else {
            Issue.record("It is not used.")
            return
        }
        #expect(services.coins.addresses[.bitcoin]?.map(\.text) == ["ssl://localhost:\(peer.port)#\(fingerprint)"])
    }

    @Test func `a certificate that changed is a danger, with both fingerprints`() async throws {
        let peer = try await SocketPeer(.selfSigned) { _ in }
        let old = try #require(CertificateFingerprint(String(repeating: "AB", count: 32)))
        let new = CertificateFingerprint(of: try TestIdentity.selfSigned.certificate())
        trustOnly(new)
        let network = ServedNetwork.coin(.bitcoin)
        let line = LineAddress(host: "localhost", port: peer.port, fingerprint: old)
        let health = await setting.health(of: .electrum(line), network)
        #expect(health == .otherCertificate(new))
        let server = ServerListScreens.Server(address: .electrum(line), health: health)
        let screen = ServerListScreens(network: network, servers: [server]).details(of: server)
        #expect(screen.paragraphs.contains { $0.tone == .danger })
        let shown = screen.rows.map(\.value.text)
        #expect(shown.contains(old.grouped) && shown.contains(new.grouped))
        let notice = ServerForms.sentence(about: line, showing: new)
        #expect(notice.hasPrefix("Danger") && notice.contains(old.grouped) && notice.contains(new.grouped))
        // The form names it, too, and sets nothing.
        var entered = values(peer.port)
        (entered["security"], entered["fingerprint"]) = ("fingerprint", old.description)
        guard case .problem(let problem) = await setting.use(entered, for: network, isFurther: true) else {
            Issue.record("The certificate is accepted.")
            return
        }
        #expect(problem.field == "fingerprint" && problem.sentence.contains(new.grouped))
        #expect(services.coins.addresses.isEmpty)
    }

    @Test func `a server with a certificate of an authority is no danger`() async throws {
        trustOnly(nil)
        let line = LineAddress(host: "localhost", port: 50_002)
        let health = await setting.health(of: .electrum(line), .coin(.bitcoin))
        #expect(health.text(now: 3_600) == "works, block 840000, found 60 minutes ago")
        #expect(health.text(now: 60) == "works, block 840000, found 1 minute ago")
        #expect(health.text(now: 10_800) == "works, block 840000, found 3 hours ago")
        #expect(health.text(now: -5) == "works, block 840000, found 0 minutes ago")
    }

    @Test func `several servers of a currency are kept in their order, each once`() async throws {
        trustOnly(nil)
        var stored: [[String]] = []
        services.coins.keep = { _, addresses in stored.append(addresses.map(\.text)) }
        let network = ServedNetwork.coin(.bitcoinCash)
        for port in [1, 2, 2, 3] { _ = await setting.use(values(port), for: network, isFurther: true) }
        #expect(stored.last == (1...3).map { "ssl://localhost:\($0)" })
        #expect(stored.count == 3)
        try await setting.set(setting.addresses(of: network).reversed(), for: network)
        #expect(stored.last == (1...3).reversed().map { "ssl://localhost:\($0)" })
        try await setting.set([], for: network)
        #expect(services.coins.servers[.bitcoinCash] == nil)
        #expect(setting.addresses(of: network).isEmpty)
        // Without “further”, the new one replaces the others.
        for port in [4, 5] { _ = await setting.use(values(port), for: network, isFurther: false) }
        #expect(stored.last == ["ssl://localhost:5"])
    }

    @Test func `servers that another program has set are used without being stored again`() async throws {
        trustOnly(nil)
        services.coins.keep = { _, _ throws(RPCError) in throw RPCError(.failed, "It was stored.") }
        let line = LineAddress(host: "localhost", port: 1)
        #expect(services.coins.load([line], for: .bitcoin))
        #expect(!services.coins.load([line], for: .bitcoin))
        #expect(services.coins.load([line.reached(by: .direct)], for: .bitcoin))
        let endpoint = try Endpoint("https://a.example")
        #expect(services.chains.load([endpoint], for: .ethereum))
        #expect(!services.chains.load([endpoint], for: .ethereum))
        #expect(services.chains.load([], for: .ethereum))
        #expect(!services.chains.hasNode(.ethereum))
    }
}
