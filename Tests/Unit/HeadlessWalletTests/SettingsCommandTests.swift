import Bridge
import EthereumWallet
import Foundation
import Network
import Testing
import WalletCore
import WalletMethods

@testable import HeadlessWallet
@testable import WalletTesting

/// Commands about the settings, on their file.
@MainActor @Suite struct SettingsCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "setting-commands-\(UUID().uuidString)")
    private let file: ConfigurationFile

    init() { file = ConfigurationFile(folder.appending(path: "config.json").path) }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The JSON of the outcome.
    @discardableResult private func perform<Command: SettingsCommand>(_ command: Command) throws -> String {
        CommandCoding.json(try file.perform(command)).text
    }

    private func text() throws -> String { String(decoding: try file.read().text, as: UTF8.self) }

    @Test func `what is not set is null in JSON, and reading makes no file`() throws {
        #expect(try perform(ShowProxy()) == #"{"address":null}"#)
        #expect(try perform(ShowPrices()) == #"{"address":null,"currency":null}"#)
        #expect(try perform(NameLookups()) == #"{"lookup":true,"gateways":false}"#)
        #expect(try perform(ListServers()) == "[]")
        #expect(
            try perform(ShowPaymentService())
                == #"{"gateway":null,"appId":null,"apiKey":false,"forms":[],"links":true}"#)
        #expect(try perform(ShowWalletConnect()).hasPrefix(#"{"relay":null,"projectId":null,"enabled":true,"#))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        // Nor does a command that changes nothing.
        try perform(SetProxy(nil))
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `each setting is changed alone, and listed as it was set`() throws {
        defer { remove() }
        try perform(SetServers("1", ["https://a.example", "https://b.example"], through: "direct"))
        try perform(SetServers("regtest", ["tcp://localhost:50001"]))
        try perform(SetServers("990099", ["https://c.example"], named: "Ours", symbol: "OUR", isTest: true))
        try perform(SetProxy("socks5://127.0.0.1:9050"))
        try perform(SetPrices("https://prices.example", currency: "chf"))
        try perform(SetPaymentService(apiKey: "key", forms: ["https://forms.example"]))
        try perform(SetWalletConnect(relay: "wss://relay.example", verification: true))
        #expect(try perform(NameLookups(gateways: true)) == #"{"lookup":true,"gateways":true}"#)
        #expect(
            try perform(ListServers()) == """
                [{"chain":"1","name":"Ethereum","address":"https://a.example","through":"direct","test":false},\
                {"chain":"1","name":"Ethereum","address":"https://b.example","through":"direct","test":false},\
                {"chain":"990099","name":"Ours","address":"https://c.example","through":null,"test":true},\
                {"chain":"regtest","name":"Bitcoin regtest (test network)","address":"tcp://localhost:50001","through":null,"test":true}]
                """)
        #expect(try perform(ShowPrices()) == #"{"address":"https://prices.example","currency":"CHF"}"#)
        // The key is not shown.
        #expect(try perform(ShowPaymentService()).contains(#""apiKey":true,"forms":["https://forms.example"]"#))
        #expect(try perform(ShowWalletConnect()).contains(#""relay":"wss://relay.example""#))
        let before = try text()
        try perform(SetProxy(nil))
        #expect(try text() == before.replacing(",\n  \"proxy\": \"socks5://127.0.0.1:9050\"", with: ""))
        for chain in ["1", "regtest", "990099"] { try perform(RemoveServers(chain)) }
        try perform(ForgetPaymentService())
        try perform(SetPrices(nil))
        try perform(NameLookups(gateways: false))
        #expect(try file.read().chains.isEmpty)
        #expect(try file.read().payments == PaymentSettings())
    }

    private nonisolated static let refused: [any SettingsCommand] = [
        SetProxy("tor"), SetPrices("http://prices.example", currency: "EUR"),
        SetPrices("https://a.example", currency: "E"),
        SetServers("1", []), SetServers("1", ["http://a.example"]), SetServers("0", ["https://a.example"]),
        SetServers("77", ["https://a.example"]), SetServers("BTC", ["tcp://a.example:1"]),
        SetServers("1", ["https://a.example"], through: "tor"),
        SetServers("1", [String](repeating: "https://a.example", count: 10)), RemoveServers("1"), RemoveServers("BTC"),
        SetPaymentService(), SetPaymentService(gateway: "ftp://a.example"), SetPaymentService(appID: "a b"),
        SetPaymentService(forms: ["http://a.example"]), SetWalletConnect(),
        SetWalletConnect(relay: "https://a.example"),
        SetWalletConnect(projectID: "a b"), SetWalletConnect(verificationKey: "http://a.example"),
    ]

    @Test(arguments: refused.indices)
    func `what cannot be used is refused with a sentence, and nothing is set`(index: Int) {
        func check<Command: SettingsCommand>(_ command: Command) {
            let error = #expect(throws: WalletError.self) { try file.perform(command) }
            #expect(error?.description.isEmpty == false)
        }
        check(Self.refused[index])
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a wallet carries them out while it is locked, and one without a file refuses`() async throws {
        defer { remove() }
        let site = try TestSite()
        site.services.sites.forgetKeys()
        let wallet = Wallet(site.services, site.dispatcher, settings: ConfigurationChanges(file))
        let request = CommandCoding.request(SetProxy("socks5://127.0.0.1:9050"))
        #expect(await CommandCoding.answer(request, by: wallet)["error"] == nil)
        #expect(try file.read().proxy == .socks5(host: "127.0.0.1", port: 9_050))
        let answer = await CommandCoding.answer(CommandCoding.request(ShowProxy()), by: wallet)
        #expect(try CommandCoding.outcome(of: ShowProxy.self, in: answer).address == "socks5://127.0.0.1:9050")
        let refused = await CommandCoding.answer(request, by: Wallet(site.services, site.dispatcher))
        #expect(refused["kind"] == "failed")
    }
}
