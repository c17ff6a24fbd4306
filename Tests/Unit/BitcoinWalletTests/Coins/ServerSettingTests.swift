import Bitcoin
import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

/// Servers of currencies that the user sets while the wallet runs.
@MainActor @Suite struct ServerSettingTests {
    private let address = LineAddress(host: "electrum.example", port: 50_002)

    private func payment() throws -> JSON {
        ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"]
    }

    @Test func `a configured server is used for payments from then on, and is stored`() async throws {
        let site = try TestSite()
        var problems: [String] = []
        var kept: [String] = []
        let server = FakeCoinServer(.bitcoinCash)
        await server.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let coins = site.services.coins
        coins.problems.add { problems.append("\($0.0.rawValue) \($0.1)") }
        coins.dial = { _, _ in server }
        coins.keep = { utxoChain, addresses in kept.append("\(utxoChain.rawValue) \(addresses.map(\.text))") }
        let refused = await site.link("sendAssets", try payment())
        #expect(refused["error"]?["description"]?.string?.contains("no server for Bitcoin Cash") == true)
        #expect(problems == ["BCH missing"])
        try await coins.set([address], for: .bitcoinCash)
        #expect(kept == [#"BCH ["ssl://electrum.example:50002"]"#])
        #expect(coins.addresses == [.bitcoinCash: [address]])
        let sent = await site.link("sendAssets", try payment())
        #expect(sent["error"] == nil)
        #expect(await server.broadcasts.count == 1)
    }

    @Test func `an unreachable server changes nothing, and its problem is reported`() async throws {
        let wallet = try CoinSite()
        let dead = FakeCoinServer(.bitcoinCash)
        await dead.behave { $0.problem = .wire(.unreachable) }
        let coins = wallet.site.services.coins
        var kept = 0
        coins.dial = { _, _ in dead }
        coins.keep = { _, _ in kept += 1 }
        let error = await #expect(throws: RPCError.self) { try await coins.set([address], for: .bitcoinCash) }
        #expect(error?.message == "The Electrum server cannot be reached.")
        #expect(kept == 0 && coins.addresses.isEmpty)
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        #expect(await wallet.send(try payment())["error"] == nil)
    }

    @Test func `a failing server is reported, and another one replaces it at once`() async throws {
        let wallet = try CoinSite()
        let coins = wallet.site.services.coins
        var problems: [String] = []
        coins.problems.add { problems.append("\($0.0.rawValue) \($0.1)") }
        await wallet.cash.behave { $0.problem = .wire(.timedOut) }
        #expect(await wallet.send(try payment())["error"] != nil)
        #expect(problems == ["BCH failing"])
        let server = FakeCoinServer(.bitcoinCash)
        await server.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        coins.dial = { _, _ in server }
        try await coins.set([address], for: .bitcoinCash)
        #expect(await wallet.send(try payment())["error"] == nil)
        #expect(await server.broadcasts.count == 1)
    }

    @Test func `servers that cannot be stored are not used`() async throws {
        let site = try TestSite()
        let coins = site.services.coins
        coins.dial = { utxoChain, _ in FakeCoinServer(utxoChain) }
        coins.keep = { _, _ throws(RPCError) in throw RPCError(.failed, "The wallet could not save the server.") }
        await #expect(throws: RPCError.self) { try await coins.set([address], for: .bitcoin) }
        #expect(coins.servers.isEmpty && coins.addresses.isEmpty)
    }
}
