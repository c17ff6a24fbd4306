import Bitcoin
import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// What is done or confirmed only with a proof.
@MainActor @Suite struct ProofTests {
    private static let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]

    private func paid() async throws -> (wallet: CoinSite, sent: BitcoinTransaction) {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        _ = await wallet.send(Self.wish)
        return (wallet, try await wallet.last())
    }

    @Test func `a payment is confirmed when its block is proven, whatever a server says before`() async throws {
        let (wallet, sent) = try await paid()
        await wallet.cash.add(sent, height: 200)
        await wallet.cash.behave { $0.proves = false }
        await wallet.site.services.transactions.resolve()
        #expect(await wallet.journal.recent(limit: 1).map(\.state) == [.sent])
        await wallet.cash.behave { $0.proves = true }
        await wallet.site.services.transactions.resolve()
        #expect(await wallet.journal.recent(limit: 1).map(\.state) == [.mined(succeeded: true)])
    }

    @Test func `a payment is replaced when the block of another is proven, whatever a server says before`()
        async throws
    {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        await wallet.cash.behave { $0.fate = .unknown }
        _ = await wallet.send(Self.wish)
        let sent = try await wallet.last()
        let other = BitcoinTransaction(inputs: sent.inputs, outputs: [Output(5, to: Script([0x51]))])
        for height in [nil, 120] {
            await wallet.cash.add(other, height: height)
            await wallet.cash.behave { $0.proves = false }
            await wallet.site.services.transactions.resolve()
            #expect(await wallet.journal.recent(limit: 1).map(\.state) == [.unknown])
        }
        await wallet.cash.behave { $0.proves = true }
        await wallet.site.services.transactions.resolve()
        #expect(await wallet.journal.recent(limit: 1).map(\.state) == [.replaced(by: other.id.description)])
    }

    @Test func `a coin that is only said to be in a block is not confirmed`() async throws {
        let wallet = try CoinSite()
        await wallet.bitcoin.pay(
            1_000_000, to: try CoinSite.own(CoinSite.bitcoinReceiving + "0", on: .bitcoin), height: 90)
        await wallet.bitcoin.behave { $0.proves = false }
        let balance = try await wallet.site.services.coins.balance(on: .bitcoin)
        #expect((balance.confirmed, balance.unconfirmed) == (0, 1_000_000))
        let wish: JSON = ["to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.001"]
        #expect(await wallet.send(wish)["error"]?["type"] == "SEND_ERROR")
        await wallet.bitcoin.behave { $0.proves = true }
        #expect(try await wallet.site.services.coins.balance(on: .bitcoin).confirmed == 1_000_000)
        #expect(await wallet.send(wish)["data"] != nil)
    }

    @Test func `a proof is requested once`() async throws {
        let wallet = try CoinSite()
        for index in 0..<45 {
            await wallet.cash.pay(1_000, to: try CoinSite.own("\(CoinSite.receiving)\(index % 5)"))
        }
        #expect(try await wallet.site.services.coins.balance(on: .bitcoinCash).confirmed == 45_000)
        let asked = await wallet.cash.proofs
        #expect(try await wallet.site.services.coins.balance(on: .bitcoinCash).confirmed == 45_000)
        #expect(asked == 45)
        #expect(await wallet.cash.proofs == 45)
    }
}
