import Network
import WalletCore
import ArgumentParser
import EthereumWallet
import Foundation
import Testing

@testable import WalletApp

/// `drawbridge endpoint` for EVM chains, and what it leaves in the configuration file.
@Suite struct EndpointCommandTests {
    private let file = ConfigurationFile(
        FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID().uuidString)/config.json").path)

    private func run(_ arguments: String...) throws {
        var command = try EndpointCommand.parseAsRoot(arguments + ["--config", file.path])
        try command.run()
    }

    private func message(_ arguments: [String]) -> String? {
        let error = #expect(throws: (any Error).self) {
            var command = try EndpointCommand.parseAsRoot(arguments + ["--config", file.path])
            try command.run()
        }
        return error.map { EndpointCommand.message(for: $0) }
    }

    @Test func `a chain has several nodes, in the given order`() throws {
        defer { try? FileManager.default.removeItem(atPath: (file.path as NSString).deletingLastPathComponent) }
        try run("set", "1", "https://a.example", "https://b.example/key", "http://127.0.0.1:8545")
        let entry = try #require(try file.read().chains.first)
        #expect(entry.endpoint.url == "https://a.example")
        #expect(entry.alternatives.map(\.url) == ["https://b.example/key", "http://127.0.0.1:8545"])
        try run("list")
        // One address replaces all of them.
        try run("set", "1", "https://c.example")
        #expect(try file.read().chains.first?.alternatives == [])
        try run("remove", "1")
        #expect(try file.read().chains.isEmpty)
    }

    @Test func `servers can be reached by another proxy than all others, or by none`() throws {
        defer { try? FileManager.default.removeItem(atPath: (file.path as NSString).deletingLastPathComponent) }
        try run("set", "1", "https://a.example", "https://b.example", "--through", "direct")
        try run("set", "BTC", "tcp://x.onion:50001", "--through", "socks5://127.0.0.1:9050")
        var settings = try file.read()
        let entry = try #require(settings.chains.first)
        #expect(([entry.endpoint] + entry.alternatives).map(\.route) == [.direct, .direct])
        #expect(settings.electrum[.bitcoin]?.map(\.route.text) == ["socks5://127.0.0.1:9050"])
        #expect(message(["set", "1", "https://a.example", "--through", "tor"])?.contains("--through must be") == true)
        try run("set", "1", "https://a.example")
        settings = try file.read()
        #expect(settings.chains.first?.endpoint.route == .usual)
    }

    @Test func `an address that cannot be used is named, and nothing is set`() throws {
        #expect(message(["set", "1", "https://a.example", "http://b.example"])?.contains("http://b.example") == true)
        let many = (0...9).map { "https://n\($0).example" }
        #expect(message(["set", "1"] + many)?.contains("at most 9 addresses") == true)
        #expect(message(["check"])?.contains("No such server is set") == true)
        #expect(try file.read() == Settings())
    }
}
