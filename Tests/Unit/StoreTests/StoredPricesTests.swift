import BigInt
import Ethereum
import EthereumWallet
import Testing
import WalletCore

@testable import Store

@Suite struct StoredPricesTests {
    @Test func `the first price of each day is kept for a month, across restarts`() async throws {
        let folder = try TestFolder()
        let store = try Store(folder: folder.path)
        let token = try EthereumAddress("0x514910771AF9Ca656af840dff83E8264EcF986CA")
        func price(_ token: EthereumAddress?, _ units: BigUInt, day: Int64, chain: UInt64 = 1) -> EarlierPrice {
            EarlierPrice(chainID: chain, token: token, rates: units...(units + 3), at: day * 86_400 + 5, servers: 2)
        }
        let huge = BigUInt(10).power(60)
        try await store.prices.keep([price(nil, huge, day: 100), price(token, 7, day: 100)])
        try await store.prices.keep([
            price(token, 9, day: 100), price(token, 8, day: 101), price(nil, 1, day: 101, chain: 10),
        ])
        let other = try Store(folder: folder.path)
        #expect(
            Set(try await other.prices.prices(on: 1))
                == [price(nil, huge, day: 100), price(token, 7, day: 100), price(token, 8, day: 101)])
        #expect(try await other.prices.prices(on: 10) == [price(nil, 1, day: 101, chain: 10)])
        #expect(try await other.prices.prices(on: .max).isEmpty)
        try await other.prices.keep([price(token, 5, day: 132)])
        #expect(Set(try await store.prices.prices(on: 1)) == [price(token, 8, day: 101), price(token, 5, day: 132)])
        try await store.prices.keep([])
    }
}
