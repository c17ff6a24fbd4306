import ArgumentParser
import BigInt
import Bridge
import Foundation
@testable import HeadlessWallet
import Network
import Synchronization
import Testing
import WalletCore
@testable import EthereumWallet
@testable import WalletTerminal
@testable import WalletWindow

/// The price source: what it is asked, and what of its answers is shown.
@MainActor @Suite struct PricesTests {
    /// Answers each request the same way, and notes the addresses.
    private final class Source: HTTPSender {
        private let answer: String
        private let all = Mutex<[String]>([])

        init(_ answer: String) { self.answer = answer }

        var asked: [String] { all.withLock(\.self) }

        func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
            all.withLock { $0.append(request.url) }
            guard answer.utf8.count <= request.sizeLimit else { throw .tooLarge }
            return HTTPResponse(status: 200, headers: [], body: Array(answer.utf8))
        }
    }

    private func list(_ answer: String, currency: String = "EUR") async throws -> PriceList? {
        let choice = try PriceSourceChoice("https://prices.example/simple", currency: currency)
        return await WebPriceSource(choice: choice, sender: Source(answer)).prices(at: 100)
    }

    private func balance(
        _ units: BigUInt, _ symbol: String = "ETH", id: String = "eip155:1/slip44:60", isVouchedFor: Bool = true
    ) throws -> AssetBalance {
        let asset = HeldAsset(
            try #require(AssetID(id)), symbol: symbol, decimals: 18, isVouchedFor: isVouchedFor)
        return AssetBalance(asset, units: units, state: .current)
    }

    private let ether = BigUInt(10).power(18)

    @Test(arguments: [
        "", "[]", "{}", "null", "{\"ethereum\":1}", "{\"ethereum\":{\"usd\":1}}", "{\"ethereum\":{\"eur\":\"1\"}}",
        "{\"ethereum\":{\"eur\":-1}}", "{\"ethereum\":{\"eur\":0}}", "{\"ethereum\":{\"eur\":1e400}}",
        "{\"ethereum\":{\"eur\":1e-7}}", "{\"ethereum\":{\"eur\":null}}", "{\"ethereum\":{\"eur\":[1]}}",
        "{\"ethereum\":{\"eur\":\(String(repeating: "9", count: 41))}}",
        "{\"ethereum\":{\"eur\":1.\(String(repeating: "1", count: 19))}}",
    ])
    func `an answer that is not a plain price shows nothing`(answer: String) async throws {
        #expect(try await list(answer) == nil)
    }

    @Test func `an answer that is too long is not read`() async throws {
        let padding = String(repeating: " ", count: 20_000)
        #expect(try await list("{\"ethereum\":{\"eur\":2}}" + padding) == nil)
    }

    @Test(arguments: [
        ("2000", 1, 1, "2000.00 EUR"), ("0.005", 1, 1, "0.01 EUR"), ("0.004", 1, 1, "0.00 EUR"),
        ("1234.567", 1, 1, "1234.57 EUR"), ("3", 1, 3, "1.00 EUR"), ("0.99", 10, 1, "9.90 EUR"),
    ])
    func `a value is exact and rounded to hundredths`(
        price: String, units: Int, parts: Int, value: String
    ) async throws {
        let list = try #require(try await list("{\"ethereum\":{\"eur\":\(price)}}"))
        #expect(list.value(of: try balance(ether * BigUInt(units) / BigUInt(parts))) == value)
    }

    @Test func `the largest balance and price do not trap`() async throws {
        let list = try #require(try await list("{\"ethereum\":{\"eur\":\(String(repeating: "9", count: 40))}}"))
        #expect(list.value(of: try balance((BigUInt(1) << 256) - 1))?.hasSuffix(" EUR") == true)
    }

    @Test func `what a stranger named ETH has no price, and neither has what is not known`() async throws {
        let list = try #require(try await list("{\"ethereum\":{\"eur\":2},\"usd-coin\":{\"eur\":1}}"))
        #expect(list.value(of: try balance(ether, isVouchedFor: false)) == nil)
        let token = "eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
        #expect(list.value(of: try balance(ether, id: token)) == nil)
        #expect(list.value(of: try balance(ether, "USDC", id: token)) == "1.00 EUR")
        let coin = "bip122:000000000019d6689c085ae165831e93/slip44:0"
        #expect(list.value(of: try balance(ether, "BTC", id: coin)) == nil)
    }

    @Test func `a test network has no value, and the sentence names the source and the time`() async throws {
        let list = try #require(try await list("{\"ethereum\":{\"eur\":2}}"))
        let balance = try balance(ether)
        let id = AccountID(chain: ChainID(eip155: 1), address: "0x1")
        for isTest in [true, false] {
            let account = AccountSummary(id, name: "A", chainName: "Ethereum", isTest: isTest, balances: [balance])
            let value = HomeText.value(of: balance, in: account, list, now: 100)
            #expect(isTest ? value == nil : value?.hasPrefix("≈ 2.00 EUR (prices.example, ") == true)
            #expect(HomeText.value(of: balance, in: account, nil, now: 100) == nil)
        }
    }

    @Test func `the source is always asked for all coins, and not again within five minutes`() async throws {
        let sender = Source("{\"bitcoin\":{\"usd\":1}}")
        let now = Mutex<Int64>(1_000)
        let book = PriceBook { now.withLock { $0 } }
        #expect(await !book.refresh())
        let choice = try PriceSourceChoice("https://prices.example/p", currency: "usd")
        book.use(WebPriceSource(choice: choice, sender: sender))
        #expect(await book.refresh())
        #expect(await !book.refresh())
        now.withLock { $0 += 299 }
        #expect(await !book.refresh())
        now.withLock { $0 += 1 }
        #expect(await book.refresh())
        // A clock that was set back does not stop it.
        now.withLock { $0 -= 100_000 }
        #expect(await book.refresh())
        let coins = PricedCoin.allCases.map(\.rawValue).sorted().joined(separator: ",")
        #expect(Set(sender.asked) == ["https://prices.example/p?ids=\(coins)&vs_currencies=usd"])
        #expect(sender.asked.count == 3)
        book.use(nil)
        now.withLock { $0 += 100_000 }
        #expect(await !book.refresh())
        #expect(book.list == nil && sender.asked.count == 3)
    }

    @Test func `prices of a source that does not answer any more are shown for a day`() async throws {
        let sender = Source("{\"bitcoin\":{\"usd\":1}}")
        let now = Mutex<Int64>(1_000)
        let book = PriceBook { now.withLock { $0 } }
        let choice = try PriceSourceChoice("https://prices.example/p", currency: "usd")
        book.use(WebPriceSource(choice: choice, sender: sender))
        #expect(await book.refresh())
        now.withLock { $0 += 86_400 }
        #expect(book.list?.at == 1_000)
        now.withLock { $0 += 1 }
        #expect(book.list == nil)
        // Nor are prices of the future: a clock was wrong.
        now.withLock { $0 = -100_000 }
        #expect(book.list == nil)
    }

    @Test(arguments: [
        ("http://prices.example", "EUR", "address"), ("", "EUR", "address"),
        ("https://prices.example/?a=1", "EUR", "address"),
        ("https://prices.example", "EURO", "currency"), ("https://prices.example", "E R", "currency"),
        ("https://prices.example", "", "currency"),
    ])
    func `a source that cannot be asked is refused with its field`(
        address: String, currency: String, field: String
    ) {
        #expect { try PriceSourceChoice(address, currency: currency) } throws: {
            ($0 as? WalletError)?.field?.rawValue == field
        }
        let text = "{\"prices\":{\"url\":\"\(address)\",\"currency\":\"\(currency)\"}}"
        #expect { try Settings(parsing: Array(text.utf8)) } throws: { "\($0)".contains("“prices”") }
    }

    @Test func `prices are off until they are turned on, and off again`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "prices-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = ConfigurationFile(folder.appending(path: "config.json").path)
        func run(_ arguments: String...) throws {
            var command = try PricesCommand.parseAsRoot(arguments + ["--config", file.path])
            try command.run()
        }
        #expect(try file.read().priceSource == nil)
        try run("on", "--currency", "chf")
        #expect(try file.read().priceSource == PriceSourceChoice(PriceSourceChoice.offered, currency: "CHF"))
        try run("set", "http://127.0.0.1:8080/price")
        #expect(try file.read().priceSource == PriceSourceChoice("http://127.0.0.1:8080/price", currency: "EUR"))
        #expect(throws: WalletError.self) { try run("set", "ftp://prices.example") }
        try run("off")
        #expect(try file.read().priceSource == nil)
    }
}
