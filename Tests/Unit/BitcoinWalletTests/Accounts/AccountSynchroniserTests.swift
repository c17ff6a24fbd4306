import Bitcoin
import Network
import Synchronization
import TestSupport
import Testing

@testable import BitcoinWallet
@testable import WalletTesting

/// What an account knows after it has asked servers that behave.
@Suite struct AccountSynchroniserTests {
    @Test func `a payment in a block is confirmed, and a waiting one is unconfirmed`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(50_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        wallet.chain.pay(7_000, to: CountedScripts.receiving(3))
        let account = wallet.started()
        try await account.synchronise()
        let snapshot = await account.snapshot
        #expect(snapshot.balance == CoinBalance(confirmed: 50_000, unconfirmed: 7_000))
        #expect(snapshot.state.phase == .current)
        #expect(snapshot.state.synced?.height == wallet.chain.height)
    }

    @Test func `a second synchronisation without news fetches nothing`() async throws {
        let wallet = try await SimulatedAccount()
        for index in 0..<5 { wallet.chain.pay(1_000, to: CountedScripts.receiving(UInt32(index))) }
        wallet.chain.mine()
        let account = wallet.started()
        try await account.synchronise()
        let first = wallet.server.counts.withLock { $0 }
        try await account.synchronise()
        let second = wallet.server.counts.withLock { $0 }
        #expect(first.transactions == 5)
        #expect(second.transactions == first.transactions)
        #expect(second.histories == first.histories)
        #expect(second.places == first.places)
    }

    @Test func `a pass without news is current only with an answer, and has its time`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(1_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        let account = wallet.started()
        await account.follow()
        try await account.synchronise()
        let first = try #require(await account.snapshot.state.synced)
        wallet.server.behave { $0.problem = .wire(.unreachable) }
        await #expect(throws: CoinError.wire(.unreachable)) { try await account.synchronise() }
        #expect(await account.snapshot.state.phase == .failed(.wire(.unreachable)))
        #expect(await account.snapshot.state.synced == first)
        wallet.server.behave { $0.problem = nil }
        try await account.synchronise()
        #expect(await account.snapshot.state.phase == .current)
    }

    @Test func `after a restart, only what is new is fetched`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(1_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        try await wallet.started().synchronise()
        wallet.chain.pay(2_000, to: CountedScripts.receiving(1))
        wallet.server.counts.withLock { $0 = .init() }
        let restarted = wallet.started()
        try await restarted.open()
        #expect(await restarted.snapshot.balance.confirmed == 1_000)
        try await restarted.synchronise()
        #expect(await restarted.snapshot.balance == CoinBalance(confirmed: 1_000, unconfirmed: 2_000))
        #expect(wallet.server.counts.withLock(\.transactions) == 1)
        #expect(wallet.server.counts.withLock(\.histories) == 1)
    }

    @Test func `addresses are searched until twenty in a row are unused`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(1, to: CountedScripts.receiving(19))
        wallet.chain.pay(2, to: CountedScripts.receiving(39))
        wallet.chain.pay(4, to: CountedScripts.receiving(60))
        wallet.chain.pay(8, to: CountedScripts.change(5))
        wallet.chain.mine()
        let account = wallet.started()
        try await account.synchronise()
        let ledger = await account.snapshot.ledger
        // 60 is more than twenty after 39.
        #expect(ledger.coins.map(\.value).reduce(0, +) == 11)
        #expect(ledger.derived == [.receiving: 60, .change: 26])
    }

    @Test func `a transaction that pays to an address beyond the gap is read again when the address is known`()
        async throws
    {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay([
            Output(1, to: CountedScripts.receiving(15)), Output(2, to: CountedScripts.receiving(30)),
        ])
        wallet.chain.mine()
        let account = wallet.started()
        try await account.synchronise()
        #expect(await account.snapshot.balance.confirmed == 3)
    }

    @Test func `a spent coin is gone, and its change is counted`() async throws {
        let wallet = try await SimulatedAccount()
        let funding = wallet.chain.pay(10_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        let payment = wallet.spend(
            [OutPoint(funding.id, 0)],
            to: [Output(6_000, to: SimulatedAccount.foreign), Output(3_800, to: CountedScripts.change(0))])
        let account = wallet.started()
        try await account.synchronise()
        let ledger = await account.snapshot.ledger
        #expect(ledger.coins.map(\.outPoint) == [OutPoint(payment.id, 1)])
        let known = try #require(ledger.transactions[payment.id])
        #expect(ledger.fee(of: known) == 200)
        #expect(ledger.isOwn(known))
    }

    @Test func `a replaced payment disappears, and its replacement counts`() async throws {
        let wallet = try await SimulatedAccount()
        let funding = wallet.chain.pay(10_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        let coin = OutPoint(funding.id, 0)
        let first = wallet.spend([coin], to: [Output(9_000, to: CountedScripts.change(0))])
        let account = wallet.started()
        try await account.synchronise()
        wallet.chain.drop(first.id)
        let second = wallet.spend([coin], to: [Output(8_000, to: CountedScripts.change(0))])
        try await account.synchronise()
        let snapshot = await account.snapshot
        #expect(snapshot.ledger.transactions[first.id] == nil)
        #expect(snapshot.ledger.coins.map(\.outPoint) == [OutPoint(second.id, 0)])
        #expect(try await wallet.store.raw(first.id, of: wallet.record.id) == nil)
    }

    @Test func `an incoming payment is reported at once, while the account is followed`() async throws {
        let wallet = try await SimulatedAccount()
        let latest = LatestSnapshot()
        let account = wallet.started(latest)
        await account.follow()
        try await account.synchronise()
        try #require(await eventually { wallet.chain.watcherCount == 2 })
        wallet.chain.pay(5_000, to: CountedScripts.receiving(0))
        #expect(await eventually { latest.balance?.unconfirmed == 5_000 })
        wallet.chain.mine()
        #expect(await eventually { latest.balance?.confirmed == 5_000 })
        await account.stop()
    }

    @Test func `a synchronisation considers reports that no listener has read yet`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.server.behave { $0.isUnread = true }
        let account = wallet.started()
        await account.follow()
        try await account.synchronise()
        try #require(await eventually { wallet.chain.watcherCount == 2 })
        wallet.chain.pay(5_000, to: CountedScripts.receiving(0))
        try await account.synchronise()
        #expect(await account.snapshot.balance == CoinBalance(confirmed: 0, unconfirmed: 5_000))
        wallet.chain.mine()
        try await account.synchronise()
        #expect(await account.snapshot.balance == CoinBalance(confirmed: 5_000, unconfirmed: 0))
        await account.stop()
    }

    @Test func `while the account is followed, a block costs no questions about addresses`() async throws {
        let wallet = try await SimulatedAccount()
        let latest = LatestSnapshot()
        let account = wallet.started(latest)
        await account.follow()
        try await account.synchronise()
        try #require(await eventually { wallet.chain.watcherCount == 2 })
        let before = wallet.server.counts.withLock(\.statuses)
        wallet.chain.mine()
        #expect(await eventually { latest.height == wallet.chain.height })
        #expect(wallet.server.counts.withLock(\.statuses) == before)
        await account.stop()
    }

    @Test func `each receiving address is given out once`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(1, to: CountedScripts.receiving(2))
        let account = wallet.started()
        try await account.synchronise()
        #expect(try await account.nextAddress() == CoinAddressPath(.receiving, 3))
        #expect(try await account.nextAddress() == CoinAddressPath(.receiving, 4))
        let restarted = wallet.started()
        #expect(try await restarted.nextAddress() == CoinAddressPath(.receiving, 5))
        #expect(try await restarted.nextAddress(.change) == CoinAddressPath(.change, 0))
    }

    @Test func `of several processes with one store, each gets its own receiving address`() async throws {
        let wallet = try await SimulatedAccount()
        let processes = [wallet.started(), wallet.started(), wallet.started()]
        for process in processes { try await process.open() }
        var given: [CoinAddressPath] = []
        for _ in 0..<4 {
            let asked = processes.map { process in Task { try await process.nextAddress() } }
            for task in asked { given.append(try await task.value) }
        }
        #expect(Set(given).count == 12)
        for process in processes {
            try await process.takeStored()
            #expect(await process.snapshot.ledger.nextIndex(.receiving) == 12)
        }
    }

    @Test func `addresses that were shown are searched beyond the gap`() async throws {
        let wallet = try await SimulatedAccount()
        let account = wallet.started()
        for _ in 0..<30 { _ = try await account.nextAddress() }
        wallet.chain.pay(9, to: CountedScripts.receiving(29))
        try await account.synchronise()
        #expect(await account.snapshot.balance.unconfirmed == 9)
    }

    @Test func `without a server, the stored state is shown, and the reason is named`() async throws {
        let wallet = try await SimulatedAccount()
        wallet.chain.pay(1_000, to: CountedScripts.receiving(0))
        wallet.chain.mine()
        try await wallet.started().synchronise()
        wallet.server.behave { $0.problem = .wire(.unreachable) }
        let account = wallet.started()
        await #expect(throws: CoinError.wire(.unreachable)) { try await account.synchronise() }
        let snapshot = await account.snapshot
        #expect(snapshot.balance.confirmed == 1_000)
        #expect(snapshot.state.phase == .failed(.wire(.unreachable)))
        #expect(snapshot.state.synced != nil)
    }

    @Test func `an account on Bitcoin with witnesses is read`() async throws {
        let wallet = try await SimulatedAccount(.bitcoin)
        let transaction = BitcoinTransaction(
            inputs: [
                .init(OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, 7), witness: [[1, 2, 3]])
            ], outputs: [Output(4_000, to: CountedScripts.receiving(0))])
        wallet.chain.add(transaction)
        let account = wallet.started()
        try await account.synchronise()
        #expect(await account.snapshot.balance.unconfirmed == 4_000)
        #expect(
            try await wallet.store.raw(transaction.id, of: wallet.record.id) == transaction.bytes(.witness))
    }
}
