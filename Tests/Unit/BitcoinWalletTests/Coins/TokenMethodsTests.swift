import Bitcoin
import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct TokenMethodsTests {
    /// A token of which the wallet holds `quantity` at its own address, two steps from its beginning.
    private func wallet(holding quantity: UInt64, decimals: UInt8 = 2) async throws -> (CoinSite, String) {
        let wallet = try CoinSite()
        await wallet.connect()
        let own = try CoinSite.own(CoinSite.tokens + "0")
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: decimals, quantity: 1_000_000))
        let source = await wallet.cash.pay(
            546, to: Script([0x51]), others: [Output(0, to: genesis.script)])
        let token = source.transaction
        let message = SLPMessage.send(.fungible, token: token, quantities: [quantity, 1_000_000 - quantity])
        let move = BitcoinTransaction(
            inputs: [.init(source)],
            outputs: [Output(0, to: message.script), Output(546, to: own), Output(546, to: Script([0x51]))])
        await wallet.cash.add(move)
        return (wallet, token.description)
    }

    private func wish(_ token: String, _ value: String) -> JSON {
        [
            "to": .string(CoinSite.tokenRecipient), "protocol": "SLP", "value": .string(value),
            "assetId": .string(token),
        ]
    }

    @Test func `tokens go to the recipient, the rest returns as change, and coins pay the fee`() async throws {
        let (wallet, token) = try await wallet(holding: 5_000)
        let answer = await wallet.send(wish(token, "12.5"))
        let sent = try await wallet.last()
        #expect(answer["data"]?["txid"]?.string == sent.id.description)
        let message = try SLPMessage(sent.outputs[0].script)
        #expect(
            message
                == .send(.fungible, token: try #require(TransactionID(token)), quantities: [1_250, 3_750]))
        #expect(sent.outputs[0].value == 0)
        #expect(sent.outputs[1].value == 546)
        #expect(sent.outputs[1].script.destination?.address(on: .bitcoinCash) == CoinSite.recipient)
        #expect(sent.outputs[2].script == (try CoinSite.own("m/44'/245'/0'/1/0")))
        #expect(sent.outputs[3].script == (try CoinSite.own(CoinSite.change + "0")))
        #expect(sent.inputs.count == 2)
        let approval = try #require(wallet.site.shown.first)
        #expect(approval.rows.contains { $0.value == .exact(CoinSite.tokenRecipient) })
        #expect(approval.rows.contains { $0.value == .exact(token) })
        #expect(approval.rows.contains { $0.label == "Amount" && $0.value == .trusted("12.5") })
        #expect(approval.rows.contains { $0.value == .untrusted("EX") })
        #expect(approval.rows.contains { $0.value == .trusted("37.5") })
        // And what came back can be sent on.
        #expect(await wallet.send(wish(token, "37.5"))["data"] != nil)
        let next = try SLPMessage(try await wallet.last().outputs[0].script)
        #expect(
            next == .send(.fungible, token: try #require(TransactionID(token)), quantities: [3_750]))
    }

    @Test func `sending nearly all tokens is a danger for a new address, and a caution for a known one`() async throws {
        let (wallet, token) = try await wallet(holding: 5_000)
        #expect(await wallet.send(wish(token, "47.5"))["data"] != nil)
        #expect(
            wallet.site.shown.last?.warnings.contains {
                $0.level == .danger
                    && $0.text == "This is nearly all that you have of it, sent to an address that is new to you."
            } == true)
        // One smallest unit of many is not nearly all.
        for part in ["1", "0.01"] {
            #expect(await wallet.send(wish(token, part))["data"] != nil)
            #expect(wallet.site.shown.last?.warnings.contains { $0.text.hasPrefix("This is nearly all") } == false)
        }
        #expect(await wallet.send(wish(token, "1.49"))["data"] != nil)
        #expect(
            wallet.site.shown.last?.warnings.contains {
                $0.level == .caution && $0.text == "This is nearly all that you have of it."
            } == true)
    }

    @Test func `tokens that were never created are not sent`() async throws {
        let wallet = try CoinSite()
        await wallet.connect()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: 0, quantity: 10))
        let source = await wallet.cash.pay(546, to: Script([0x51]), others: [Output(0, to: genesis.script)])
        // A message that moves tokens, in a transaction that spends none.
        let message = SLPMessage.send(.fungible, token: source.transaction, quantities: [10])
        await wallet.cash.pay(
            546, to: try CoinSite.own(CoinSite.tokens + "0"), others: [Output(0, to: message.script)])
        let answer = await wallet.send(wish(source.transaction.description, "1"))
        #expect(answer["error"]?["type"] == "SEND_ERROR")
        #expect(wallet.site.shown.isEmpty)
    }

    @Test func `tokens whose history is too long to verify are not sent`() async throws {
        let wallet = try CoinSite()
        await wallet.connect()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: 0, quantity: 10))
        var last = await wallet.cash.pay(546, to: Script([0x51]), others: [Output(0, to: genesis.script)])
        let token = last.transaction
        for step in 0..<500 {
            let script = step == 499 ? try CoinSite.own(CoinSite.tokens + "0") : Script([0x51])
            let move = BitcoinTransaction(
                inputs: [.init(last)],
                outputs: [
                    Output(0, to: SLPMessage.send(.fungible, token: token, quantities: [10]).script),
                    Output(546, to: script),
                ])
            await wallet.cash.add(move)
            last = OutPoint(move.id, 1)
        }
        let answer = await wallet.send(wish(token.description, "1"))
        #expect(answer["error"]?["type"] == "PROTOCOL_ERROR")
        #expect(wallet.site.shown.isEmpty)
    }

    @Test func `excessive amounts, too many decimals and unknown tokens are refused`() async throws {
        let (wallet, token) = try await wallet(holding: 5_000)
        #expect(await wallet.send(wish(token, "50.01"))["error"]?["type"] == "SEND_ERROR")
        #expect(await wallet.send(wish(token, "0.001"))["error"]?["type"] == "MALFORMED_INPUT")
        #expect(await wallet.send(wish(token, "0"))["error"]?["type"] == "MALFORMED_INPUT")
        let unknown = String(repeating: "ab", count: 32)
        #expect(await wallet.send(wish(unknown, "1"))["error"]?["type"] == "PROTOCOL_ERROR")
        var wrong = try #require(wish(token, "1").object)
        wrong["to"] = .string(CoinSite.recipient)
        #expect(await wallet.send(.object(wrong))["error"]?["type"] == "MALFORMED_INPUT")
        #expect(wallet.site.shown.isEmpty)
    }

    @Test func `a token is created with the ID of its transaction`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let answer = await wallet.site.link(
            "createToken",
            [
                "name": "Example", "symbol": "EX", "decimals": "2", "initialSupply": "1000.5",
                "tokenReceiverAddress": .string(wallet.site.services.activeAccount.address(.simpleLedger)),
                "batonReceiverAddress": .string(CoinSite.tokenRecipient), "documentUri": "https://example.org",
                "documentHash": .string(String(repeating: "ab", count: 32)),
            ])
        let sent = try await wallet.last()
        #expect(answer["data"]?["tokenId"]?.string == sent.id.description)
        guard case .genesis(.fungible, let genesis) = try SLPMessage(sent.outputs[0].script) else {
            Issue.record("it is no new token")
            return
        }
        #expect(genesis.quantity == 100_050)
        #expect(genesis.decimals == 2)
        #expect(genesis.baton == 2)
        #expect(genesis.tickerText == "EX")
        #expect(genesis.documentHash.count == 32)
        #expect(sent.outputs[1].script == (try CoinSite.own(CoinSite.tokens + "0")))
        #expect(sent.outputs[2].script.destination?.address(on: .bitcoinCash) == CoinSite.recipient)
        // And it can be sent from then on.
        let sending = await wallet.send(wish(sent.id.description, "1000.5"))
        #expect(sending["data"] != nil)
    }

    @Test(arguments: [
        ("decimals", "10"), ("decimals", "-1"), ("decimals", "two"), ("initialSupply", "1.001"),
        ("initialSupply", "-1"),
        ("initialSupply", "184467440737095516.16"), ("tokenReceiverAddress", CoinSite.recipient),
        ("tokenReceiverAddress", "x"), ("batonReceiverAddress", "x"), ("documentHash", "ab"), ("documentHash", "zz"),
        ("name", String(repeating: "a", count: 200)),
    ])
    func `a token that cannot be created is refused before the user is asked`(member: String, value: String)
        async throws
    {
        let wallet = try CoinSite()
        var wish: JSONObject = [
            "name": "Example", "symbol": "EX", "decimals": 2, "initialSupply": 100,
            "tokenReceiverAddress": .string(CoinSite.tokenRecipient),
        ]
        wish[member] = .string(value)
        let answer = await wallet.site.link("createToken", .object(wish))
        #expect(answer["error"]?["type"] == "MALFORMED_INPUT")
        #expect(wallet.site.shown.isEmpty)
    }
}
