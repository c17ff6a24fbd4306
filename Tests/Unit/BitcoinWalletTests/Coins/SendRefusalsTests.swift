import Bitcoin
import Bridge
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

@MainActor @Suite struct SendRefusalsTests {
    @Test(arguments: [
        (#"{}"#, "MALFORMED_INPUT"),
        (#"{"to":"x","protocol":"BCH"}"#, "MALFORMED_INPUT"),
        (#"{"to":"x","value":"1"}"#, "MALFORMED_INPUT"),
        (#"{"to":5,"protocol":"BCH","value":"1"}"#, "MALFORMED_INPUT"),
        (#"{"to":"x","protocol":"BCH","value":"1"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"0"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"-1"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"1e-3"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"0.000000001"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"0.00000545"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"21000001"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":""}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":null}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BTC","value":"0.1"}"#, "MALFORMED_INPUT"),
        (#"{"to":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","protocol":"BCH","value":"0.1"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"SLP","value":"0.1","opReturn":["a"]}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"0.1","opReturn":"text"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"0.1","opReturn":["a",5]}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"0.1","opReturn":["0x123"]}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"XRP","value":"0.1"}"#, "PROTOCOL_ERROR"),
        (#"{"to":"ADDRESS","protocol":"bch","value":"0.1"}"#, "PROTOCOL_ERROR"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"0.1","assetId":"aa"}"#, "PROTOCOL_ERROR"),
        (#"{"to":"ADDRESS","protocol":"SLP","value":"0.1"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"SLP","value":"0.1","assetId":"aa"}"#, "MALFORMED_INPUT"),
        (#"{"to":"ADDRESS","protocol":"BCH","value":"5"}"#, "SEND_ERROR"),
    ])
    func `an invalid payment is refused before the user is asked`(data: String, type: String) async throws {
        let wallet = try CoinSite()
        await wallet.connect()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let text = data.replacing("ADDRESS", with: CoinSite.recipient)
        let answer = await wallet.send(try JSON(parsing: Array(text.utf8)))
        #expect(answer["error"]?["type"]?.string == type)
        #expect(answer["error"]?["description"]?.string?.isEmpty == false)
        #expect(wallet.site.shown.isEmpty)
        #expect(await wallet.cash.broadcasts.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an unconnected site learns of insufficient funds only after the user's decision`(agrees: Bool) async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        wallet.site.decision = agrees ? .approved : .rejected
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: 0, quantity: 10))
        let source = await wallet.cash.pay(546, to: Script([0x51]), others: [Output(0, to: genesis.script)])
        let requests: [JSON] = [
            ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "5"],
            ["to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.001"],
            [
                "to": .string(CoinSite.tokenRecipient), "protocol": "SLP", "value": "1",
                "assetId": .string(source.transaction.description),
            ],
        ]
        for (number, request) in requests.enumerated() {
            let answer = await wallet.send(request)
            #expect(answer["error"]?["type"]?.string == (agrees ? "SEND_ERROR" : "CANCELED"))
            #expect(wallet.site.shown.count == number + 1)
            #expect(wallet.site.shown.last?.sentence.hasPrefix("dapp.example asks for a payment") == true)
        }
        #expect(await wallet.cash.broadcasts.isEmpty)
    }

    @Test func `servers are queried for one payment of a page at a time`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        wallet.site.holds = true
        async let first = wallet.site.link(
            "sendAssets", ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(await eventually { wallet.site.asked == 1 })
        let before = await wallet.cash.questions
        async let second = wallet.site.link(
            "sendAssets", ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "5"])
        try await Task.sleep(for: .milliseconds(50))
        #expect(await wallet.cash.questions == before)
        wallet.site.decision = .rejected
        wallet.site.holds = false
        _ = await (first, second)
    }

    @Test func `an empty list counts as no public data`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let answer = await wallet.send(
            ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001", "opReturn": []])
        #expect(answer["data"]?["txid"] != nil)
        #expect(try await wallet.last().outputs.count == 2)
    }

    @Test func `a rejection sends nothing and records nothing`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        wallet.site.decision = .rejected
        let answer = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(answer["error"]?["type"] == "CANCELED")
        #expect(await wallet.journal.recent(limit: 9).isEmpty)
        #expect(await wallet.cash.broadcasts.isEmpty)
    }

    @Test func `without a server the site is told how to set one`() async throws {
        let site = try TestSite()
        let answer = await site.link(
            "sendAssets", ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(answer["error"]?["type"] == "PROTOCOL_ERROR")
        #expect(answer["error"]?["description"]?.string?.contains("under “Servers…”") == true)
    }

    @Test(arguments: [CoinError.refused(ElectrumFault("no")), .nonsense, .wire(.unreachable), .cancelled])
    func `a server that fails is a sending error, in the wallet's words`(problem: CoinError) async throws {
        let wallet = try CoinSite()
        await wallet.cash.behave { $0.problem = problem }
        let answer = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(answer["error"]?["type"] == "SEND_ERROR")
        #expect(wallet.site.shown.isEmpty)
    }

    @Test func `a server that lies about values is not believed`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        await wallet.cash.behave { $0.lie = 1 }
        let answer = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(answer["error"]?["type"] == "SEND_ERROR")
        #expect(wallet.site.shown.isEmpty)
    }
}
