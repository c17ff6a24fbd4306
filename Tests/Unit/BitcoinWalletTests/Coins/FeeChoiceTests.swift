import Bitcoin
import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct FeeChoiceTests {
    private static let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]

    private func wallet() async throws -> CoinSite {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        return wallet
    }

    private func fee(of wallet: CoinSite) async throws -> UInt64 {
        1_000_000 - (try await wallet.last().outputs.reduce(0) { $0 + $1.value })
    }

    @Test func `what is signed has the fee that was shown last`() async throws {
        let wallet = try await wallet()
        wallet.site.earlier = [.adjusted(["fee-rate": "5.5"]), .adjusted(["fee-rate": "12"])]
        #expect(await wallet.send(Self.wish)["data"] != nil)
        let (sent, fee) = (try await wallet.last(), try await fee(of: wallet))
        #expect(fee >= 12 * UInt64(sent.virtualSize) && fee <= 12 * UInt64(sent.virtualSize + 4))
        #expect(wallet.site.shown.last?.adjustments.first?.value == "12")
        #expect(
            wallet.site.shown.last?.rows.first { $0.label == "Network fee" }?.value
                == .trusted("\(DecimalText.text(ofSatoshis: fee)) BCH"))
    }

    @Test(arguments: ["0", "0.999", "", "-1", "1e3", "many", "10000.001", "1.0001", "5000"])
    func `an unusable rate is reported, and cannot be approved`(rate: String) async throws {
        let wallet = try await wallet()
        wallet.site.earlier = [.adjusted(["fee-rate": .init(rate)])]
        let answer = await wallet.send(Self.wish)
        #expect(wallet.site.shown.last?.hasProblem == true)
        #expect(answer["data"] == nil)
        #expect(await wallet.cash.broadcasts.isEmpty)
    }

    @Test func `a rate far beyond the next block's is a danger`() async throws {
        let wallet = try await wallet()
        wallet.site.earlier = [.adjusted(["fee-rate": "500"])]
        _ = await wallet.send(Self.wish)
        #expect(wallet.site.shown.last?.level == .danger)
    }

    @Test func `an approval says that nobody has estimated the fee`() async throws {
        let wallet = try await wallet()
        _ = await wallet.send(Self.wish)
        #expect(wallet.site.shown.last?.warnings.contains { $0.text.contains("no estimate") } == false)
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "1"))
        await wallet.cash.behave { $0.rate = nil }
        _ = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.003"])
        let approval = try #require(wallet.site.shown.last)
        #expect(
            approval.warnings.contains { $0.text.hasPrefix("The server gave no estimate of the fee rate. At 1 sat/") })
        #expect(approval.adjustments.first?.note == "no server estimates a rate")
    }

    @Test func `an excessive rate from a server is not proposed`() async throws {
        let wallet = try await wallet()
        await wallet.cash.behave { $0.rate = .max }
        _ = await wallet.send(Self.wish)
        #expect(wallet.site.shown.first?.adjustments.first?.value == "500")
    }

    @Test func `a server's rate far above the usual is not shown as normal`() async throws {
        let wallet = try await wallet()
        await wallet.cash.behave { $0.rate = 100_000 }
        _ = await wallet.send(Self.wish)
        let dangers = wallet.site.shown.first?.warnings.filter { $0.level == .danger }.map(\.text) ?? []
        #expect(
            dangers.contains { $0.hasPrefix("Payments on Bitcoin Cash rarely cost more than 20 sat/byte. The fee is ") }
        )
    }

    @Test func `a server whose rate for the next block is far above its rate for a day is not believed`() async throws {
        let wallet = try CoinSite()
        await wallet.bitcoin.behave { ($0.rate, $0.patientRate) = (150_000, 2_000) }
        let script = try CoinSite.own(CoinSite.bitcoinReceiving + "0", on: .bitcoin)
        await wallet.bitcoin.pay(10_000_000, to: script)
        let wish: JSON = ["to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.05"]
        _ = await wallet.send(wish)
        let dangers = wallet.site.shown.first?.warnings.filter { $0.level == .danger }.map(\.text) ?? []
        #expect(
            dangers.contains {
                $0.hasPrefix("The fee rate is more than 20 times what a payment costs that can wait for a day.")
            })
        let honest = try CoinSite()
        await honest.bitcoin.behave { ($0.rate, $0.patientRate) = (150_000, 20_000) }
        await honest.bitcoin.pay(10_000_000, to: script)
        _ = await honest.send(wish)
        #expect(honest.site.shown.first?.level == .caution)
    }

    @Test func `a server that claims an excessive minimum relay fee cannot make the user pay it`() async throws {
        let wallet = try await wallet()
        await wallet.cash.behave { $0.relayRate = .max }
        wallet.site.earlier = [.adjusted(["fee-rate": "5"])]
        #expect(await wallet.send(Self.wish)["data"] != nil)
        #expect(wallet.site.shown.first?.adjustments.first?.value == "5")
        #expect(wallet.site.shown.last?.hasProblem == false)
    }
}
