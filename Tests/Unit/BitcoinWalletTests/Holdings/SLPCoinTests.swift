import BigInt
import Bitcoin
import Bridge
import Synchronization
import TestSupport
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Coins with tokens of the Simple Ledger Protocol, which a payment of coins would destroy.
@MainActor @Suite struct SLPCoinTests {
    private let holding: HoldingSite
    private let recipient: String
    private let id: AccountID
    private let tokens: OutPoint
    private let plain: OutPoint

    /// A wallet with 546 satoshis that carry tokens, a baton that mints, and 100,000 satoshis beside them in the same
    /// transaction.
    init() async throws {
        holding = try HoldingSite()
        recipient = try #require(HoldingSite.cashOther.address(on: .bitcoinCash))
        id = try await holding.account(.bitcoinCash)
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/0", .p2pkh)
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: 0, baton: 2, quantity: 10))
        let source = holding.cash.pay(102_000, to: HoldingSite.cashOther.script)
        let transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(source.id, 0))],
            outputs: [
                Output(0, to: genesis.script), Output(546, to: own), Output(700, to: own), Output(100_000, to: own),
            ])
        holding.cash.add(transaction)
        (tokens, plain) = (OutPoint(transaction.id, 1), OutPoint(transaction.id, 3))
        await holding.wallet.refresh()
    }

    private func send(_ share: SendForm.Share, coins: [OutPoint] = []) async throws {
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.send(
                holding.form(id, [.init(recipient, share)], coins: coins.map(\.description)), for: request)
        }
    }

    @Test(arguments: [true, false]) func `a payment of everything leaves them`(_ isMined: Bool) async throws {
        if isMined { holding.cash.mine() }
        await holding.wallet.refresh()
        try await send(.all)
        #expect(try holding.last(holding.cash).inputs.map(\.outPoint) == [plain])
    }

    @Test func `a payment that needs more than the plain coins is refused`() async throws {
        holding.cash.mine()
        await holding.wallet.refresh()
        await #expect(throws: RPCError.self) { try await send(.units(99_950)) }
        #expect(holding.cash.state.withLock(\.broadcasts).isEmpty)
    }

    @Test func `they cannot be chosen for a payment of coins`() async throws {
        holding.cash.mine()
        await holding.wallet.refresh()
        for chosen in [[tokens], [plain, tokens], [OutPoint(tokens.transaction, 2)]] {
            await #expect(throws: RPCError.self) { try await send(.all, coins: chosen) }
        }
        #expect(holding.cash.state.withLock(\.broadcasts).isEmpty)
    }

    @Test func `a child that pays for their transaction does not spend them`() async throws {
        _ = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.payForParent(tokens.transaction.description, in: id, for: request)
        }
        #expect(try holding.last(holding.cash).inputs.map(\.outPoint) == [plain])
    }

    @Test func `the balance counts them as not available, and the list of coins says why`() async throws {
        holding.cash.mine()
        await holding.wallet.refresh()
        let balance = try #require(holding.wallet.accounts.first { $0.id == id }?.balances.first)
        #expect(balance.units == 100_000)
        #expect(balance.unavailable == 1_246)
        let coins = try await holding.wallet.coins(of: id)
        #expect(coins.map(\.canBeSpent) == [true, false, false])
        for coin in coins.dropFirst() {
            #expect(
                coin.obstacle
                    == "It carries tokens of the Simple Ledger Protocol (SLP), which are sent only at the request of a site."
            )
        }
    }

    private var shown: [AssetBalance] {
        (holding.wallet.accounts.first { $0.id == id }?.balances ?? []).filter { $0.asset.id.namespace == "slp" }
    }

    private func pay(_ message: SLPMessage, from parent: OutPoint, _ outputs: Int = 1) throws -> BitcoinTransaction {
        let own = try HoldingSite.script(HoldingSite.cashPath + "0/1", .p2pkh)
        let transaction = BitcoinTransaction(
            inputs: [.init(parent)],
            outputs: [Output(0, to: message.script)] + (0..<outputs).map { _ in Output(546, to: own) })
        holding.cash.add(transaction)
        return transaction
    }

    @Test func `tokens are shown once they are traced back to their creation, beside the coins`() async throws {
        holding.cash.mine()
        await holding.wallet.refresh()
        #expect(await eventually { shown.first?.units == 10 })
        let balance = try #require(shown.first)
        #expect(shown.count == 1)
        #expect(balance.asset.id.reference == tokens.transaction.description)
        #expect(balance.text == "10 “EX”")
        #expect(!balance.asset.isVouchedFor)
        #expect(!balance.isUnchecked)
        #expect(balance.state == .current)
        // They are not sent like coins.
        let form = SendForm(
            from: id, balance.asset, to: [.init(recipient, .units(1))], fee: .pace(.normal), note: "", coins: [])
        await #expect(throws: RPCError.self) {
            _ = try await holding.run { request async throws(RPCError) in
                try await holding.wallet.send(form, for: request)
            }
        }
        #expect(holding.cash.state.withLock(\.broadcasts).isEmpty)
    }

    @Test func `tokens that were never created are not shown`() async throws {
        let token = tokens.transaction
        let plain = holding.cash.pay(5_000, to: HoldingSite.cashOther.script)
        _ = try pay(.send(.fungible, token: token, quantities: [1_000_000]), from: OutPoint(plain.id, 0))
        _ = try pay(.mint(.fungible, token: token, baton: nil, quantity: 7), from: OutPoint(plain.id, 0))
        holding.cash.mine()
        await holding.wallet.refresh()
        #expect(await eventually { shown.first?.units == 10 })
        for _ in 0..<2_000 { await Task.yield() }
        #expect(shown.map(\.units) == [10])
        #expect(shown.first?.isUnchecked == false)
    }

    @Test func `tokens whose history is too long are not counted, and are marked`() async throws {
        var last = holding.cash.pay(5_000, to: HoldingSite.cashOther.script)
        let token = tokens.transaction
        for _ in 0...SLPValidator.most {
            let next = BitcoinTransaction(
                inputs: [.init(OutPoint(last.id, last.outputs.count > 1 ? 1 : 0))],
                outputs: [
                    Output(0, to: SLPMessage.send(.fungible, token: token, quantities: [3]).script),
                    Output(546, to: HoldingSite.cashOther.script),
                ])
            holding.cash.add(next)
            last = next
        }
        _ = try pay(.send(.fungible, token: token, quantities: [3]), from: OutPoint(last.id, 1))
        holding.cash.mine()
        await holding.wallet.refresh()
        #expect(await eventually { shown.first?.isUnchecked == true })
        #expect(await eventually { shown.map(\.units) == [10] })
    }

    @Test func `a token with the symbol of a coin is marked as a possible imitation`() async throws {
        let plain = holding.cash.pay(5_000, to: HoldingSite.cashOther.script)
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "bch", name: "", decimals: 8, quantity: 1_000_000_000))
        let created = try pay(genesis, from: OutPoint(plain.id, 0))
        holding.cash.mine()
        await holding.wallet.refresh()
        #expect(await eventually { shown.count == 2 })
        let balance = try #require(shown.first { $0.asset.id.reference == created.id.description })
        #expect(balance.text == "10 “bch” (possible imitation)")
    }
}
