import HeadlessWallet
import WalletUI
import Bitcoin
import BitcoinWallet
import Bridge
import Network
import Synchronization
import TestServers
import Testing
import WalletCore
import WalletMethods
@testable import EthereumWallet
@testable import WalletWindow
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
            return FakeCoinServer(utxoChain, problem: isTrusted ? nil : .wire(.untrusted))
        }
    }

    private func values(_ port: Int) -> [FieldID: String] {
        [.host: "localhost", .port: "\(port)", .security: "authority", .fingerprint: ""]
    }

    @Test(arguments: [true, false])
    func `a self-signed certificate is shown, and used only once the user trusts it`(isPasted: Bool) async throws {
        let peer = try await SocketPeer(.selfSigned) { _ in }
        let fingerprint = CertificateFingerprint(of: try TestIdentity.selfSigned.certificate())
        trustOnly(fingerprint)
        let network = ServedNetwork.coin(.bitcoin)
        // A user may paste the whole address into the field of the host.
        let entered =
            isPasted ? values(peer.port).merging([.host: "ssl://localhost:\(peer.port)"]) { $1 } : values(peer.port)
        let outcome = await setting.add(entered, for: network)
        guard case .untrusted(let trust) = outcome else {
            Issue.record("The question about the certificate is missing.")
            return
        }
        #expect(trust.fingerprint == fingerprint)
        #expect(services.coins.addresses.isEmpty)
        let trusted = await setting.add(trust.trusted(entered), for: network)
        guard case .used = trusted else {
            Issue.record("It is not used.")
            return
        }
        #expect(services.coins.addresses[.bitcoin]?.map(\.text) == ["ssl://localhost:\(peer.port)#\(fingerprint)"])
    }

    @Test func `a node with a self-signed certificate is asked only once the user trusts it`() async throws {
        let requests = Mutex(0)
        let peer = try await SocketPeer(.selfSigned) { connection in
            while let (_, body) = try await connection.request() {
                requests.withLock { $0 += 1 }
                let id = try JSON(parsing: body)["id"]?.number?.text ?? ""
                try await connection.respond(Array(#"{"jsonrpc":"2.0","id":\#(id),"result":"0x1"}"#.utf8))
            }
        }
        let chains = ChainBook(dial: { [client = WebClient()] in JSONRPCNode($0, sender: client) })
        let setting = ServerSetting(chains: chains, coins: services.coins, proxy: ProxySetting())
        let entered: [FieldID: String] = [.node: "https://localhost:\(peer.port)/rpc"]
        let network = ServedNetwork.chain(.ethereum)
        guard case .untrusted(let trust) = await setting.add(entered, for: network) else {
            Issue.record("The question about the certificate is missing.")
            return
        }
        let own = CertificateFingerprint(of: try TestIdentity.selfSigned.certificate())
        #expect(trust.fingerprint == own && !chains.hasNode(.ethereum))
        #expect(requests.withLock { $0 } == 0)
        guard case .used = await setting.add(trust.trusted(entered), for: network) else {
            Issue.record("It is not used.")
            return
        }
        let address = try #require(setting.addresses(of: network).first)
        #expect(address.text == "https://localhost:\(peer.port)/rpc#\(own)")
        guard case .node(let health) = await setting.health(of: address, network), health.isUsable(now: 0) else {
            Issue.record("It is not asked.")
            return
        }
        await peer.close()
        let other = try await SocketPeer(.server, port: peer.port) { connection in
            if try await connection.request() != nil { Issue.record("A request arrived.") }
        }
        let shown = CertificateFingerprint(of: try TestIdentity.server.certificate())
        #expect(await setting.health(of: address, network) == .otherCertificate(shown))
        await other.close()
    }

    @Test func `a server that shows another certificate after the question is not used`() async throws {
        let peer = try await SocketPeer(.selfSigned) { _ in }
        services.coins.dial = { utxoChain, _ in FakeCoinServer(utxoChain, problem: .wire(.untrusted)) }
        let network = ServedNetwork.coin(.bitcoin)
        guard case .untrusted(let trust) = await setting.add(values(peer.port), for: network) else {
            Issue.record("The question about the certificate is missing.")
            return
        }
        await peer.close()
        let other = try await SocketPeer(.server, port: peer.port) { _ in }
        let outcome = await setting.add(trust.trusted(values(other.port)), for: network)
        guard case .problem(let problem) = outcome else {
            Issue.record("The other certificate is used, or asked about again.")
            return
        }
        let shown = CertificateFingerprint(of: try TestIdentity.server.certificate())
        #expect(problem.field == .fingerprint && problem.sentence.contains(shown.grouped))
        #expect(services.coins.addresses.isEmpty)
    }

    @Test func `the groups in which a fingerprint is shown can be entered`() throws {
        let fingerprint = try #require(CertificateFingerprint(String(repeating: "AB", count: 32)))
        var entered = values(50_002)
        (entered[.security], entered[.fingerprint]) = ("fingerprint", " \(fingerprint.grouped)\n")
        guard case .address(let address) = ServerAnswer.read(entered) else {
            Issue.record("It is refused.")
            return
        }
        #expect(address.fingerprint == fingerprint)
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
        let notice = ServerNotices.sentence(about: .electrum(line), showing: new)
        #expect(notice.hasPrefix("Danger") && notice.contains(old.grouped) && notice.contains(new.grouped))
        // The form names it, too, and sets nothing.
        var entered = values(peer.port)
        (entered[.security], entered[.fingerprint]) = ("fingerprint", old.description)
        guard case .problem(let problem) = await setting.add(entered, for: network) else {
            Issue.record("The certificate is accepted.")
            return
        }
        #expect(problem.field == .fingerprint && problem.sentence.contains(new.grouped))
        #expect(services.coins.addresses.isEmpty)
    }

    @Test func `a server with a certificate of an authority is not a danger`() async throws {
        trustOnly(nil)
        let line = LineAddress(host: "localhost", port: 50_002)
        let health = await setting.health(of: .electrum(line), .coin(.bitcoin))
        #expect(health.text(now: 3_600) == "works, block 840000, found 60 minutes ago")
        #expect(health.text(now: 60) == "works, block 840000, found 1 minute ago")
        #expect(health.text(now: 10_800) == "works, block 840000, found 3 hours ago")
        #expect(health.text(now: -5) == "works, block 840000, found 0 minutes ago")
        #expect(health.text(now: 86_399) == "works, block 840000, found 23 hours ago")
    }

    @Test func `a server that is behind is marked, with a caution, where coins have value`() async throws {
        trustOnly(nil)
        let line = LineAddress(host: "localhost", port: 50_002)
        for utxoChain in UTXOChain.allCases {
            let network = ServedNetwork.coin(utxoChain)
            let health = await setting.health(of: .electrum(line), network)
            for (now, isBehind) in [(Int64(86_399), false), (86_400, true), (2_000 * 86_400, true), (.max, true)] {
                let server = ServerListScreens.Server(address: .electrum(line), health: health)
                let screens = ServerListScreens(network: network, servers: [server, server], now: now)
                let shown = screens.details(of: server).paragraphs.filter { $0.tone == .caution }
                #expect((shown.count == 1) == (isBehind && !utxoChain.isTest), "\(utxoChain), \(now)")
                let text = screens.list.choices.first?.detail?.text ?? ""
                #expect(text.hasPrefix(isBehind && !utxoChain.isTest ? "behind" : "works"), "\(utxoChain): \(text)")
            }
        }
        let health = await setting.health(of: .electrum(line), .coin(.bitcoin))
        #expect(health.text(now: 86_400) == "behind: the newest block of this server, 840000, is 1 day old")
        #expect(health.text(now: 900 * 86_400) == "behind: the newest block of this server, 840000, is 900 days old")
        let caution = try #require(health.lag(now: 900 * 86_400)).caution
        #expect(
            caution.hasPrefix("The newest block of this server is 900 days old, so the wallet misses newer payments."))
        let test = await setting.health(of: .electrum(line), .coin(.testnet4))
        #expect(test.text(now: 900 * 86_400) == "works, block 840000, found 900 days ago")
        let own = await setting.health(of: .electrum(line), .coin(.regtest))
        #expect(own.text(now: 900 * 86_400) == "works, block 840000")
        #expect(own.text(now: 60) == "works, block 840000, found 1 minute ago")
    }

    @Test func `several servers of a currency are kept in their order, each once`() async throws {
        trustOnly(nil)
        var stored: [[String]] = []
        services.coins.keep = { _, addresses in stored.append(addresses.map(\.text)) }
        let network = ServedNetwork.coin(.bitcoinCash)
        for port in [1, 2, 2, 3] { _ = await setting.add(values(port), for: network) }
        #expect(stored.last == (1...3).map { "ssl://localhost:\($0)" })
        #expect(stored.count == 3)
        try await setting.set(setting.addresses(of: network).reversed(), for: network)
        #expect(stored.last == (1...3).reversed().map { "ssl://localhost:\($0)" })
        try await setting.set([], for: network)
        #expect(services.coins.servers[.bitcoinCash] == nil)
        #expect(setting.addresses(of: network).isEmpty)
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
