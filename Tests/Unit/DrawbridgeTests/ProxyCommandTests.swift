import ArgumentParser
import Bitcoin
import Foundation
import HeadlessWallet
import Network
import Testing
import WalletCore

@testable import WalletTerminal

/// `drawbridge proxy`, and what it leaves in the configuration file.
@Suite struct ProxyCommandTests {
    private let file = ConfigurationFile(
        FileManager.default.temporaryDirectory.appendingPathComponent("proxy-\(UUID().uuidString)/config.json").path)

    private func run(_ arguments: String...) throws {
        var command = try ProxyCommand.parseAsRoot(arguments + ["--config", file.path])
        try command.run()
    }

    @Test func `the proxy is set and removed, and other settings stay`() throws {
        defer { try? FileManager.default.removeItem(atPath: (file.path as NSString).deletingLastPathComponent) }
        var settings = Settings()
        settings.set(.bitcoin, [LineAddress(host: "localhost", port: 50_001, isSecure: false)])
        settings.payments.appID = "app"
        try file.write(settings)
        try run("set", "socks5://127.0.0.1:9050")
        settings.proxy = .socks5(host: "127.0.0.1", port: 9050)
        #expect(try file.read() == settings)
        try run("set", "http://proxy.example:3128")
        #expect(try file.read().proxy == .http(host: "proxy.example", port: 3128))
        try run("show")
        try run("none")
        settings.proxy = .none
        #expect(try file.read() == settings)
    }

    @Test(arguments: [
        "", "none", "tor.example:9050", "socks5://tor.example", "socks5://user:word@tor.example:1",
        "https://proxy.example:1", "socks5://tor.example:9050/",
    ])
    func `an invalid proxy URL is refused, and nothing is set`(address: String) throws {
        let error = #expect(throws: (any Error).self) { try run("set", address) }
        let sentence = "The proxy must be socks5://host:port or http://host:port, without a name and password: "
        #expect(error.map { ProxyCommand.message(for: $0) }?.contains(sentence + address) == true)
        #expect(try file.read() == Settings())
    }
}
