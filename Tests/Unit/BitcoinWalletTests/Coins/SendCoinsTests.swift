import Bitcoin
import Bridge
import Primitives
import Testing
import WalletCore
import EthereumWallet
import WalletMethods
@testable import BitcoinWallet
@testable import WalletTesting

@MainActor @Suite struct SendCoinsTests {
    @Test func `a payment on Bitcoin Cash matches the request, and is signed with the keys of its coins`() async throws
    {
        let wallet = try CoinSite()
        let script = try CoinSite.own(CoinSite.receiving + "3")
        let spent = await wallet.cash.pay(1_000_000, to: script)
        let answer = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"])
        let sent = try await wallet.last()
        #expect(answer["data"]?["txid"]?.string == sent.id.description)
        #expect(sent.outputs[0].value == 400_000)
        #expect(sent.outputs[0].script.destination?.address(on: .bitcoinCash) == CoinSite.recipient)
        #expect(sent.outputs[1].script == (try CoinSite.own(CoinSite.change + "0")))
        #expect(sent.inputs.map(\.outPoint) == [spent])
        let fee = 1_000_000 - sent.outputs.reduce(0) { $0 + $1.value }
        #expect(fee >= UInt64(sent.virtualSize) && fee <= UInt64(sent.virtualSize) + 4)
        let (signature, key) = try #require(Self.unlocking(sent.inputs[0]))
        let digest = SHA256.hashTwice(
            sent.preimage(of: 0, lock: script, value: 1_000_000, type: .allOfBitcoinCash))
        #expect(signature.count == 65)
        #expect(signature.last == 0x41)
        #expect(try PublicKey(key).verifies(SchnorrSignature(signature.dropLast()), of: digest))
        #expect(try Destination(PublicKey(key), on: .bitcoinCash).script == script)
    }

    @Test func `with ECDSA the signature has its other form`() async throws {
        let wallet = try CoinSite()
        wallet.site.services.coins.bitcoinCashLock = .bitcoinCashECDSA
        let script = try CoinSite.own(CoinSite.receiving + "0")
        await wallet.cash.pay(1_000_000, to: script)
        _ = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"])
        let sent = try await wallet.last()
        let (signature, key) = try #require(Self.unlocking(sent.inputs[0]))
        let digest = SHA256.hashTwice(
            sent.preimage(of: 0, lock: script, value: 1_000_000, type: .allOfBitcoinCash))
        let read = try Signature(der: signature.dropLast())
        #expect(read.isLowS)
        #expect(try PublicKey(key).verifies(read, of: digest))
    }

    @Test func `a payment on Bitcoin spends witness programs`() async throws {
        let wallet = try CoinSite()
        await wallet.bitcoin.behave { $0.rate = 7_000 }
        let script = try CoinSite.own(CoinSite.bitcoinReceiving + "0", on: .bitcoin)
        await wallet.bitcoin.pay(1_000_000, to: script)
        let answer = await wallet.send(["to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.004"])
        let sent = try await wallet.last(on: .bitcoin)
        #expect(answer["data"]?["txid"]?.string == sent.id.description)
        #expect(sent.inputs[0].script.bytes.isEmpty)
        let key = try PublicKey(sent.inputs[0].witness[1])
        let executed = Destination.publicKey(hash: Hash160.hash(key.compressed)).script
        let digest = SHA256.hashTwice(sent.preimage(of: 0, lock: executed, value: 1_000_000, type: .all))
        #expect(try key.verifies(Signature(der: sent.inputs[0].witness[0].dropLast()), of: digest))
        let fee = 1_000_000 - sent.outputs.reduce(0) { $0 + $1.value }
        #expect(fee >= UInt64(sent.virtualSize) * 7 && fee <= UInt64(sent.virtualSize + 2) * 7)
        #expect(sent.outputs[1].script == (try CoinSite.own("m/84'/0'/0'/1/0", on: .bitcoin)))
    }

    @Test func `the user sees recipient, amount, fee, total, change, and every coin`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let answer = await wallet.send([
            "to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004", "opReturn": ["0x6d02", "Hello"],
        ])
        #expect(answer["data"] != nil)
        let approval = try #require(wallet.site.shown.first)
        let sent = try await wallet.last()
        let values = Dictionary(approval.rows.map { ($0.label, $0.value) }) { first, _ in first }
        #expect(values["To"] == .exact(CoinSite.recipient))
        #expect(values["Amount"] == .trusted("0.004 BCH"))
        #expect(values["Public data"] == .untrusted("0x6d02 “Hello”"))
        #expect(values["Network fee"] != nil)
        #expect(values["Total"] != nil)
        #expect(values["Change"] == .trusted("\(DecimalText.text(ofSatoshis: sent.outputs[2].value)) BCH"))
        #expect(sent.outputs[1].value == 0)
        #expect(Hex.encode(sent.outputs[1].script.bytes) == "6a026d020548656c6c6f")
        #expect(approval.fields.count == 4)
        #expect(approval.fields[1].value == "400000 to \(CoinSite.recipient)")
        #expect(!approval.payload.isEmpty)
        #expect(approval.rows.contains { $0.note == "memo.cash" })
    }

    @Test func `a recipient is new only once, and a lookalike of it is a danger`() async throws {
        let wallet = try CoinSite()
        let script = try CoinSite.own(CoinSite.receiving + "0")
        for _ in 0..<3 { await wallet.cash.pay(1_000_000, to: script) }
        let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]
        _ = await wallet.send(wish)
        #expect(wallet.site.shown.last?.rows.first { $0.label == "To" }?.note == "new")
        #expect(wallet.site.shown.last?.level == .caution)
        _ = await wallet.send(wish)
        #expect(wallet.site.shown.last?.rows.first { $0.label == "To" }?.note == "used before")
        #expect(wallet.site.shown.last?.level == .plain)
        let other = try #require(Self.lookAlike(of: CoinSite.recipient))
        await wallet.recipients.remember(
            Recipient(chain: UTXOChain.bitcoinCash.chain, address: other, lastUsed: 1))
        let third = try CoinSite()
        await third.recipients.remember(
            Recipient(chain: UTXOChain.bitcoinCash.chain, address: other, lastUsed: 1))
        await third.cash.pay(1_000_000, to: script)
        _ = await third.send(wish)
        #expect(third.site.shown.last?.level == .danger)
    }

    @Test func `a legacy address is shown in the new format, with a caution`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let answer = await wallet.send([
            "to": "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "protocol": "BCH", "value": "0.004",
        ])
        #expect(answer["data"] != nil)
        let approval = try #require(wallet.site.shown.first)
        #expect(approval.rows.contains { $0.value == .exact(CoinSite.recipient) })
        #expect(approval.warnings.contains { $0.text.contains("legacy format") })
    }

    @Test func `a high fee is pointed out`() async throws {
        let wallet = try CoinSite()
        await wallet.bitcoin.behave { $0.rate = 100_000 }
        let script = try CoinSite.own(CoinSite.bitcoinReceiving + "0", on: .bitcoin)
        await wallet.bitcoin.pay(10_000_000, to: script)
        _ = await wallet.send(["to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.001"])
        #expect(wallet.site.shown.last?.warnings.contains { $0.level == .caution && $0.text.contains("5 %") } == true)
        _ = await wallet.send(["to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.00001"])
        #expect(wallet.site.shown.last?.level == .danger)
    }

    @Test func `sending nearly all coins is a danger for a new address, and a caution for a known one`() async throws {
        let wallet = try CoinSite()
        let script = try CoinSite.own(CoinSite.receiving + "0")
        let all: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.0099"]
        await wallet.cash.pay(1_000_000, to: script)
        _ = await wallet.send(all)
        #expect(
            wallet.site.shown.last?.warnings.contains {
                $0.level == .danger
                    && $0.text
                        == "This is nearly all that the account can spend, sent to an address that is new to you."
            } == true)
        await wallet.cash.pay(1_000_000, to: script)
        _ = await wallet.send(all)
        #expect(
            wallet.site.shown.last?.warnings.contains {
                $0.level == .caution && $0.text == "This is nearly all that the account can spend."
            } == true)
        #expect(wallet.site.shown.last?.level == .caution)
    }

    @Test func `a coin that the user froze is not spent by a page's payment, and not counted as available`()
        async throws
    {
        let wallet = try CoinSite()
        let script = try CoinSite.own(CoinSite.receiving + "0")
        let frozen = await wallet.cash.pay(1_000_000, to: script)
        let free = await wallet.cash.pay(500_000, to: script)
        let (coins, services) = (wallet.site.services.holdings.coinWallet, wallet.site.services)
        try await coins.open()
        let account = try #require(coins.records.first { $0.utxoChain == .bitcoinCash })
        try await coins.store.freeze(frozen, true, of: account.id)
        let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]
        #expect(await wallet.send(wish)["data"] != nil)
        #expect(try await wallet.last().inputs.map(\.outPoint) == [free])
        #expect(try await services.coins.balance(on: .bitcoinCash).reserved >= 1_000_000)
        let sent = await wallet.cash.broadcasts.count
        #expect(
            await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.009"])["data"] == nil)
        #expect(await wallet.cash.broadcasts.count == sent)
        try await coins.store.freeze(frozen, false, of: account.id)
        #expect(
            await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.009"])["data"] != nil)
    }

    @Test func `a coin that is frozen while the user decides is not spent`() async throws {
        let wallet = try CoinSite()
        let script = try CoinSite.own(CoinSite.receiving + "0")
        let frozen = await wallet.cash.pay(400_000, to: script)
        await wallet.cash.pay(400_000, to: script)
        let coins = wallet.site.services.holdings.coinWallet
        try await coins.open()
        let account = try #require(coins.records.first { $0.utxoChain == .bitcoinCash })
        wallet.site.beforeAnswer = { try? await coins.store.freeze(frozen, true, of: account.id) }
        // Both coins are needed.
        let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.006"]
        #expect(await wallet.send(wish)["data"] == nil)
        #expect(await wallet.cash.broadcasts.isEmpty)
    }

    private static func unlocking(_ input: BitcoinTransaction.Input) -> (signature: [UInt8], key: [UInt8])? {
        guard let pushes = input.script.operations?.compactMap(\.pushed), pushes.count == 2 else { return nil }
        return (pushes[0], pushes[1])
    }

    /// Another address with the same characters at both ends of what the eye compares.
    private static func lookAlike(of address: String) -> String? {
        let bare = String(address.dropFirst("bitcoincash:".count))
        // Not a valid address: the book holds texts, and the comparison is one of characters.
        return "bitcoincash:" + bare.prefix(8) + String(repeating: "q", count: bare.count - 16) + bare.suffix(8)
    }
}
