import HeadlessWallet
import Network
import WalletCore
import ArgumentParser
import Bitcoin
import EthereumWallet
import Foundation
import Testing

@testable import WalletTerminal

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

    @Test func `test networks have servers, and other chains can be marked as test networks`() throws {
        defer { try? FileManager.default.removeItem(atPath: (file.path as NSString).deletingLastPathComponent) }
        try run("set", "Regtest", "tcp://localhost:50001")
        try run("set", "cashregtest", "tcp://localhost:50002")
        try run("set", "btc", "ssl://a.example:50002")
        #expect(try file.read().electrum.keys.map(\.rawValue).sorted() == ["BTC", "cashRegtest", "regtest"])
        try run("remove", "regtest")
        #expect(try file.read().electrum[.regtest] == nil)
        #expect(message(["set", "testnet3", "ssl://a.example:50002"])?.contains("testnet3") == true)
        // A chain of development, which the wallet knows as a test network, and one that the user marks.
        try run("set", "31337", "http://127.0.0.1:8545", "--name", "Anvil", "--symbol", "ETH")
        try run("set", "990099", "https://a.example", "--name", "Ours", "--symbol", "OUR", "--test")
        try run("set", "990098", "https://a.example", "--name", "Real", "--symbol", "REAL")
        let marks = try file.read().chains.map { ($0.chain.id, $0.chain.isTest) }
        #expect(marks.map(\.0) == [31_337, 990_098, 990_099])
        #expect(marks.map(\.1) == [true, false, true])
        // Another node does not remove the mark.
        try run("set", "990099", "https://b.example")
        #expect(try file.read().chains.last?.chain.isTest == true)
    }

    @Test func `a chain is known by its name, too`() throws {
        defer { try? FileManager.default.removeItem(atPath: (file.path as NSString).deletingLastPathComponent) }
        try run("set", "base", "https://a.example")
        try run("set", "Sepolia", "https://b.example")
        try run("set", "Bitcoin Cash", "ssl://c.example:50002")
        #expect(try file.read().chains.map(\.chain.id) == [8_453, 11_155_111])
        #expect(try file.read().electrum.keys.map(\.rawValue) == ["BCH"])
        for option in [["--name", "Bass"], ["--symbol", "BAS"], ["--test"]] {
            #expect(message(["set", "Base", "https://a.example"] + option)?.contains("knows “Base”") == true)
        }
        #expect(message(["set", "bch", "ssl://c.example:50002", "--test"])?.contains("knows “Bitcoin Cash”") == true)
        #expect(message(["remove", "Polygon"])?.contains("“Polygon” has no servers") == true)
        #expect(message(["set", "0", "https://a.example"])?.contains("must be a chain ID") == true)
        try run("remove", "eip155:8453")
        try run("remove", "sepolia")
        try run("remove", "bitcoincash")
        #expect(try file.read() == Settings())
        // Another name for a chain of the user's own.
        try run("set", "990099", "https://a.example", "--name", "Ours", "--symbol", "OUR")
        try run("set", "990099", "https://a.example", "--name", "Theirs")
        #expect(try file.read().chains.map { [$0.chain.name, $0.chain.symbol] } == [["Theirs", "OUR"]])
        #expect(message(["set", "Theirs", "https://a.example"])?.contains("must be a chain ID") == true)
    }

    @Test func `an address that cannot be used is named, and nothing is set`() throws {
        #expect(message(["set", "1", "https://a.example", "http://b.example"])?.contains("http://b.example") == true)
        let many = (0...9).map { "https://n\($0).example" }
        #expect(message(["set", "1"] + many)?.contains("at most 9 addresses") == true)
        #expect(message(["check"])?.contains("No such server is set") == true)
        #expect(try file.read() == Settings())
    }
}
