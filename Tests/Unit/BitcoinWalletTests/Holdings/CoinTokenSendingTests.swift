import BigInt
import Bitcoin
import Bridge
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// CashTokens from chosen coins: fungible ones by the amount, a non-fungible one as a whole.
@MainActor @Suite struct CoinTokenSendingTests {
    private let holding: HoldingSite
    private let category: TransactionID
    private let recipient: String

    init() throws {
        holding = try HoldingSite()
        category = holding.cash.pay(1_000, to: HoldingSite.cashOther.script).id
        recipient = try #require(HoldingSite.cashOther.address(on: .bitcoinCash))
    }

    private func token(
        _ amount: UInt64, _ capability: CashToken.Capability? = nil, _ commitment: [UInt8] = []
    ) throws -> CashToken {
        try #require(CashToken(category: category, amount: amount, capability: capability, commitment: commitment))
    }

    /// The outpoints of coins with these tokens, and the account.
    private func funded(_ tokens: [CashToken]) async throws -> (AccountID, [String]) {
        let id = try await holding.account(.bitcoinCash)
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)
        let made = holding.cash.pay(tokens.map { Output(1_000, $0, to: own) })
        holding.cash.pay(50_000, to: own)
        holding.cash.mine()
        await holding.wallet.refresh()
        return (id, tokens.indices.map { "\(made.id):\($0)" })
    }

    private func send(_ share: SendForm.Share, _ id: AccountID, _ coins: [String]) async throws {
        let form = SendForm(
            from: id, holding.wallet.assets(of: id)[1], to: [.init(recipient, share)], coins: coins)
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(form, for: request)
        }
    }

    @Test func `of a chosen coin, only the typed amount leaves the account`() async throws {
        let (id, coins) = try await funded([try token(500), try token(70)])
        try await send(.units(120), id, [coins[0]])
        let sent = try holding.last(holding.cash)
        #expect(sent.outputs.compactMap { $0.token?.token.amount } == [120, 380])
        #expect(sent.outputs[0].token?.script == HoldingSite.cashOther.script)
        #expect(sent.inputs.contains { $0.outPoint.description == coins[0] })
        #expect(!sent.inputs.contains { $0.outPoint.description == coins[1] })
        let approval = try #require(holding.site.shown.last)
        #expect(approval.rows.contains { $0.role == .amount && $0.value == .trusted("120") })
    }

    @Test func `chosen coins do not suffice for more than they have, and all of them are spent`() async throws {
        let (id, coins) = try await funded([try token(500), try token(70), try token(30)])
        await #expect(throws: RPCError.self) { try await send(.units(101), id, Array(coins[1...])) }
        #expect(holding.site.asked == 0)
        try await send(.units(60), id, Array(coins[1...]))
        let sent = try holding.last(holding.cash)
        #expect(sent.outputs.compactMap { $0.token?.token.amount } == [60, 40])
        #expect(Set(coins[1...]).isSubset(of: sent.inputs.map(\.outPoint.description)))
    }

    @Test func `everything of a chosen coin is sent, and no other one`() async throws {
        let (id, coins) = try await funded([try token(500), try token(70)])
        try await send(.all, id, [coins[1]])
        #expect(try holding.last(holding.cash).outputs.compactMap { $0.token?.token.amount } == [70])
    }

    @Test func `an amount is never typed for a non-fungible token`() async throws {
        let (id, coins) = try await funded([try token(500), try token(9, CashToken.Capability.none, [1])])
        for chosen in [[coins[1]], coins] {
            await #expect(throws: RPCError.self) { try await send(.units(5), id, chosen) }
        }
        await #expect(throws: RPCError.self) { try await send(.all, id, coins) }
        await #expect(throws: RPCError.self) { try await send(.all, id, ["\(category):7"]) }
        #expect(holding.site.asked == 0)
    }

    @Test func `tokens on an item are not sent with all others, and the balance, the approval and an error say so`()
        async throws
    {
        let (id, coins) = try await funded([
            try token(1_000), try token(500), try token(7, CashToken.Capability.none, [1]),
        ])
        let balance = try #require(holding.wallet.accounts.first { $0.id == id }?.balances[1])
        #expect(balance.units == 1_507)
        #expect(balance.inItems == 7)
        do {
            try await send(.units(1_507), id, [])
            Issue.record("it was sent")
        } catch let error as RPCError {
            #expect(error.sentence.contains("7 of them are on non-fungible tokens"))
        }
        try await send(.all, id, [])
        #expect(try holding.last(holding.cash).outputs.compactMap { $0.token?.token.amount } == [1_500])
        let approval = try #require(holding.site.shown.last)
        #expect(approval.rows.contains { $0.label == "Not sent" && $0.value == .trusted("7") })
        // Of chosen coins, nothing is left.
        await holding.wallet.refresh()
        let (other, chosen) = try await funded([try token(30), try token(2, CashToken.Capability.none, [2])])
        try await send(.all, other, [chosen[0]])
        #expect(holding.site.shown.last?.rows.contains { $0.label == "Not sent" } == false)
        _ = coins
    }

    @Test func `an item is described with its commitment and capability, and one that can mint is a danger`()
        async throws
    {
        let (id, coins) = try await funded([
            try token(9, CashToken.Capability.none, [0xAB, 1]), try token(0, .minting),
        ])
        #expect(holding.wallet.accounts.first { $0.id == id }?.balances[1].items == 2)
        let held = try await holding.wallet.coins(of: id).filter(\.isItem)
        #expect(Set(held.map(\.outpoint)) == Set(coins))
        try await send(.all, id, [coins[0]])
        let approval = try #require(holding.site.shown.last)
        #expect(approval.rows.contains { $0.value == .exact("ab01") })
        #expect(approval.rows.contains { $0.role == .amount && $0.value == .trusted("9") })
        #expect(approval.level == .caution)
        try await send(.all, id, [coins[1]])
        #expect(holding.site.shown.last?.warnings.contains { $0.level == .danger } == true)
    }

    @Test func `an item with the longest commitment is shown completely, and sent with enough satoshis to be relayed`()
        async throws
    {
        let commitment = (0..<128).map { UInt8($0) }
        let (id, coins) = try await funded([try token(0, CashToken.Capability.none, commitment)])
        try await send(.all, id, coins)
        let sent = try holding.last(holding.cash)
        let output = try #require(sent.outputs.first { $0.token != nil })
        #expect(output.token?.token.commitment == commitment)
        // 3 satoshis for each byte of the output and of the input that spends it.
        let size = 8 + 1 + output.field.count
        #expect(output.value >= UInt64(3 * (size + 148)))
        let approval = try #require(holding.site.shown.last)
        let text = commitment.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(approval.rows.contains { $0.value == .exact(text) })
    }
}
