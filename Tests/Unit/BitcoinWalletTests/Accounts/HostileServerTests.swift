import Bitcoin
import Network
import Synchronization
import TestSupport
import Testing

@testable import BitcoinWallet
@testable import WalletTesting

/// What an account believes if servers lie, hide, contradict each other or change the chain.
@Suite struct HostileServerTests {
    @Test func `a transaction that is said to be in a block without a proof is unconfirmed`() async throws {
        let wallet = try await SimulatedAccount()
        let forged = BitcoinTransaction(
            inputs: [.init(OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, 0))],
            outputs: [Output(100_000_000, to: CountedScripts.receiving(0))])
        wallet.server.behave {
            $0.forged = [forged]
            $0.saysMined = [forged.id: 100]
        }
        let account = wallet.started()
        try await account.synchronise()
        let snapshot = await account.snapshot
        #expect(snapshot.balance == CoinBalance(unconfirmed: 100_000_000))
        #expect(snapshot.state.unproven == 1)
    }

    @Test func `without a transaction that its server lists, an account is not current`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(1_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        let unheard = BitcoinTransaction(inputs: [], outputs: [Output(7, to: CountedScripts.receiving(0))])
        let account = AccountSynchroniser(
            wallet.record, source: CountedScripts(), server: ListingServer(wallet.server, listing: unheard.id),
            store: wallet.store, now: { 0 })
        await #expect(throws: CoinError.withheld) { try await account.synchronise() }
        #expect(await account.snapshot.state.phase == .failed(.withheld))
        // The statuses are not kept, so that the histories are read again.
        await account.use(wallet.server)
        try await account.synchronise()
        #expect(await account.snapshot.balance == CoinBalance(confirmed: 1_000))
    }

    @Test func `each address of a small account is compared with another server in each synchronisation`() async throws
    {
        let chain = SimulatedChain(.bitcoinCash)
        let server = SimulatedServer(chain, others: [SimulatedServer(chain, name: "b.example:50002")])
        let account = try await SimulatedAccount(chain, server).started()
        try await account.synchronise()
        // Paid and hidden between two comparisons.
        let hidden = chain.pay(1_000, to: CountedScripts.receiving(0))
        server.behave { $0.hidden = [hidden.id] }
        chain.mine()
        try await account.synchronise()
        #expect(await account.snapshot.state.disagreement?.hidden == [hidden.id])
    }

    @Test func `a transaction that does not concern the account is not kept`() async throws {
        let wallet = try await SimulatedAccount()
        let irrelevant = wallet.chain.pay(1_000, to: SimulatedAccount.foreign)
        let server = ListingServer(wallet.server, listing: irrelevant.id)
        let account = AccountSynchroniser(
            wallet.record, source: CountedScripts(), server: server, store: wallet.store, now: { 0 })
        try await account.synchronise()
        #expect(await account.snapshot.ledger.transactions.isEmpty)
        #expect(try await wallet.store.contents(of: wallet.record.id).transactions.isEmpty)
    }

    @Test func `amounts beyond all money are refused`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay((0..<9).map { Output(UTXOChain.allMoney, to: CountedScripts.receiving($0)) })
        let account = wallet.started()
        await #expect(throws: CoinError.nonsense) { try await account.synchronise() }
        #expect(await account.snapshot.balance == CoinBalance())
    }

    @Test func `a reorganisation of three blocks makes payments unconfirmed until they are proven again`() async throws
    {
        let wallet = try await SimulatedAccount()
        let (kept, lost) = (
            wallet.chain.pay(1_000, to: CountedScripts.receiving(0)),
            wallet.chain.pay(200, to: CountedScripts.receiving(1))
        )
        wallet.chain.mine(3)
        let account = wallet.started()
        try await account.synchronise()
        #expect(await account.snapshot.balance == CoinBalance(confirmed: 1_200))
        wallet.chain.reorganise(3, losing: [lost.id])
        try await account.synchronise()
        #expect(await account.snapshot.balance == CoinBalance(unconfirmed: 1_000))
        #expect(await account.snapshot.ledger.transactions[lost.id] == nil)
        wallet.chain.mine()
        try await account.synchronise()
        let snapshot = await account.snapshot
        #expect(snapshot.balance == CoinBalance(confirmed: 1_000))
        #expect(snapshot.ledger.transactions[kept.id]?.block?.height == wallet.chain.height)
        #expect(snapshot.state.disagreement == nil)
    }

    @Test func `a payment that moves to another block of the same height is proven again`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(1_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        let height = wallet.chain.height
        let account = wallet.started()
        try await account.synchronise()
        let first = try #require(await account.snapshot.ledger.transactions.values.first?.block)
        wallet.chain.replaceNewestBlock()
        wallet.chain.mine()
        try await account.synchronise()
        let second = try #require(await account.snapshot.ledger.transactions.values.first?.block)
        #expect(first.height == height)
        #expect(second.height == height)
        #expect(first.hash != second.hash)
    }

    @Test func `a reorganisation while the program is not running is noticed at the next start`() async throws {
        let wallet = try await SimulatedAccount()
        let lost = wallet.chain.pay(200, to: CountedScripts.receiving(1))
        wallet.chain.mine(2)
        try await wallet.started().synchronise()
        wallet.chain.reorganise(3, losing: [lost.id])
        let account = wallet.started()
        try await account.synchronise()
        #expect(await account.snapshot.balance == CoinBalance())
    }

    @Test func `a payment that one server hides is taken from another one, and the disagreement is shown`() async throws
    {
        let chain = SimulatedChain(.bitcoinCash)
        let honest = SimulatedServer(chain, name: "honest.example:50002")
        let liar = SimulatedServer(chain, name: "liar.example:50002", others: [honest])
        let wallet = try await SimulatedAccount(chain, liar)
        let hidden = chain.pay(30_000, to: CountedScripts.receiving(0))
        chain.mine()
        liar.behave { $0.hidden = [hidden.id] }
        let account = wallet.started()
        try await account.synchronise()
        var snapshot = await account.snapshot
        #expect(snapshot.balance.confirmed == 30_000)
        #expect(snapshot.state.disagreement?.hidden == [hidden.id])
        #expect(snapshot.state.disagreement?.other == "honest.example:50002")
        liar.behave { $0.hidden = [] }
        try await account.synchronise()
        snapshot = await account.snapshot
        #expect(snapshot.state.disagreement == nil)
        #expect(snapshot.balance.confirmed == 30_000)
    }

    @Test func `a proven payment that a server hides later is kept`() async throws {
        let wallet = try await SimulatedAccount()
        let payment = wallet.chain.pay(30_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        let account = wallet.started()
        try await account.synchronise()
        wallet.server.behave { $0.hidden = [payment.id] }
        try await account.synchronise()
        let snapshot = await account.snapshot
        #expect(snapshot.balance.confirmed == 30_000)
        #expect(snapshot.state.disagreement?.hidden == [payment.id])
    }

    @Test func `a payment that only one of two servers shows is marked`() async throws {
        let chain = SimulatedChain(.bitcoinCash)
        let honest = SimulatedServer(chain, name: "honest.example:50002")
        let liar = SimulatedServer(chain, name: "liar.example:50002", others: [honest])
        let wallet = try await SimulatedAccount(chain, liar)
        let forged = BitcoinTransaction(
            inputs: [.init(OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, 0))],
            outputs: [Output(5_000, to: CountedScripts.receiving(0))])
        liar.behave { $0.forged = [forged] }
        let account = wallet.started()
        try await account.synchronise()
        let snapshot = await account.snapshot
        #expect(snapshot.balance == CoinBalance(unconfirmed: 5_000))
        #expect(snapshot.state.disagreement?.onlyHere == [forged.id])
    }

    @Test func `a second server that does not answer has no influence`() async throws {
        let chain = SimulatedChain(.bitcoinCash)
        let silent = SimulatedServer(chain, name: "silent.example:50002")
        silent.behave { $0.problem = .wire(.timedOut) }
        let wallet = try await SimulatedAccount(chain, SimulatedServer(chain, others: [silent]))
        chain.pay(5_000, to: CountedScripts.receiving(0))
        let account = wallet.started()
        try await account.synchronise()
        #expect(await account.snapshot.state.phase == .current)
        #expect(await account.snapshot.state.disagreement == nil)
    }

    @Test func `after a failure in the middle, nothing is lost, and the rest is fetched`() async throws {
        let wallet = try await SimulatedAccount()
        for index in 0..<10 { wallet.chain.pay(1_000, to: CountedScripts.receiving(UInt32(index))) }
        wallet.chain.mine()
        let server = FailingServer(wallet.server, after: 1)
        let account = AccountSynchroniser(
            wallet.record, source: CountedScripts(), server: server, store: wallet.store, now: { 0 })
        while (try? await account.synchronise()) == nil { server.allow(2) }
        #expect(await account.snapshot.balance.confirmed == 10_000)
        #expect(wallet.server.counts.withLock(\.transactions) == 10)
    }
}
