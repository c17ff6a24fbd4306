import Bitcoin
import BitcoinKeys
import BitcoinWallet
import Bridge
import Foundation
import GRDB
import Keys
import Testing
import WalletCore

@testable import Store

/// Accounts on Bitcoin and Bitcoin Cash in the store.
@Suite struct StoredCoinsTests {
    private let folder: TestFolder
    private let record: CoinAccountRecord

    init() throws {
        folder = try TestFolder()
        record = try #require(
            CoinAccountRecord(
                .bitcoinCash, .p2pkh, .phrase(try DerivationPath("m/44'/145'/0'")), first: Self.script(0),
                name: "Savings"))
    }

    private static func script(_ number: UInt8) -> Script {
        Destination.publicKey(hash: [UInt8](repeating: number, count: 20)).script
    }

    private static func scripts(_ number: UInt8) -> AddressScripts { AddressScripts(script(number)) }

    private func transaction(
        _ number: UInt8, content: LedgerTransaction.Content = .satoshis, block: BlockPlace? = nil
    ) -> LedgerTransaction {
        let id = BitcoinTransaction(inputs: [], outputs: [Output(UInt64(number), to: Script([number]))]).id
        return LedgerTransaction(
            id: id, inputs: [OutPoint(id, UInt32.max), OutPoint(id, 7)],
            outputs: [
                .init(index: 3, value: 5_000, path: CoinAddressPath(.change, 9), content: content),
                .init(index: 4, value: UTXOChain.allMoney, path: CoinAddressPath(.receiving, 0)),
            ], total: UTXOChain.allMoney, payee: Self.script(8),
            otherPayees: number == 2 ? [] : (9..<20).map { Self.script($0) }, payees: 12, size: 200, plainSize: 190,
            signalsReplacement: true, block: block, seen: 1_700_000_000)
    }

    private func store() throws -> any CoinStore { try Store(folder: folder.path).coins }

    @Test func `an account with everything in it is the same after a restart`() async throws {
        let token = try #require(
            CashToken(category: transaction(1).id, amount: 9, capability: .minting, commitment: [1]))
        let all = [
            transaction(1, block: BlockPlace(height: 700_000, hash: [UInt8](repeating: 3, count: 32), time: .max)),
            transaction(2, content: .token(token)), transaction(3, content: .simpleLedger),
            transaction(4, content: .unknownToken),
        ]
        var change = CoinAccountChange()
        change.addresses = [
            .init(
                path: CoinAddressPath(.receiving, 0),
                scripts: AddressScripts(Self.script(0), redeem: Self.script(7)), status: "ab", isShown: true),
            .init(path: CoinAddressPath(.change, 9), scripts: Self.scripts(9)),
        ]
        change.added = all.map { ($0, [UInt8]([1, 2, 3])) }
        change.synced = .init(at: 1_800_000_000, height: 800_000, source: "a.example:50002")
        let store = try store()
        try await store.add(record)
        try await store.apply(change, to: record.id)
        let again = try self.store()
        #expect(try await again.accounts() == [record])
        let contents = try await again.contents(of: record.id)
        #expect(Set(contents.transactions) == Set(all))
        #expect(Set(contents.addresses) == Set(change.addresses))
        #expect(contents.synced == change.synced)
        #expect(try await again.raw(all[2].id, of: record.id) == [1, 2, 3])
    }

    @Test func `accounts of all networks are kept apart, also those with the same address`() async throws {
        let records = try UTXOChain.allCases.map { utxoChain in
            try #require(
                CoinAccountRecord(
                    utxoChain, .p2pkh, .phrase(try DerivationPath("m/44'/1'/0'")), first: Self.script(0), name: "A"))
        }
        let store = try store()
        for (place, record) in records.enumerated() {
            try await store.add(record)
            var change = CoinAccountChange()
            change.addresses = [.init(path: CoinAddressPath(.receiving, 0), scripts: Self.scripts(0), isShown: true)]
            change.added = [(transaction(UInt8(place)), [UInt8(place)])]
            try await store.apply(change, to: record.id)
            try await store.label("\(record.utxoChain)", .address(Self.script(0)), of: record.id)
        }
        let again = try self.store()
        #expect(try await again.accounts().map(\.utxoChain) == UTXOChain.allCases)
        for (place, record) in records.enumerated() {
            #expect(try await again.contents(of: record.id).transactions == [transaction(UInt8(place))])
            #expect(try await again.notes(of: record.id).labels.values.map(\.self) == ["\(record.utxoChain)"])
            for other in records.indices where other != place {
                #expect(try await again.raw(transaction(UInt8(other)).id, of: record.id) == nil)
            }
        }
    }

    @Test func `a place changes without the bytes, and a removed transaction is gone with its bytes`() async throws {
        let store = try store()
        try await store.add(record)
        var change = CoinAccountChange()
        change.added = [(transaction(1), [1]), (transaction(2), [2])]
        try await store.apply(change, to: record.id)
        var moved = transaction(1)
        moved.block = BlockPlace(height: 1, hash: [4], time: 5)
        change = CoinAccountChange()
        change.changed = [moved]
        change.removed = [transaction(2).id]
        try await store.apply(change, to: record.id)
        #expect(try await store.contents(of: record.id).transactions == [moved])
        #expect(try await store.raw(moved.id, of: record.id) == [1])
        #expect(try await store.raw(transaction(2).id, of: record.id) == nil)
    }

    @Test func `an address is claimed once, also by another process`() async throws {
        let (store, other) = (try store(), try self.store())
        try await store.add(record)
        for number in 0..<3 {
            let path = CoinAddressPath(.receiving, UInt32(number))
            let address = CoinAccountContents.Address(path: path, scripts: Self.scripts(UInt8(number)))
            #expect(try await store.claim(address, of: record.id))
            #expect(try await !other.claim(address, of: record.id))
            #expect(try await other.lastShown(of: record.id) == [path])
        }
    }

    @Test func `an address that was shown stays shown`() async throws {
        let store = try store()
        try await store.add(record)
        let path = CoinAddressPath(.receiving, 0)
        for isShown in [true, false] {
            var change = CoinAccountChange()
            change.addresses = [.init(path: path, scripts: Self.scripts(0), status: "cd", isShown: isShown)]
            try await store.apply(change, to: record.id)
        }
        #expect(try await store.contents(of: record.id).addresses.map(\.isShown) == [true])
    }

    @Test func `labels and frozen coins are kept until they are removed`() async throws {
        let store = try store()
        try await store.add(record)
        let coin = OutPoint(transaction(1).id, .max)
        try await store.label("rent", .transaction(coin.transaction), of: record.id)
        try await store.label("shop", .address(Self.script(0)), of: record.id)
        try await store.label(String(repeating: "€", count: 2_000), .coin(coin), of: record.id)
        try await store.freeze(coin, true, of: record.id)
        var notes = try await self.store().notes(of: record.id)
        #expect(notes.labels[.transaction(coin.transaction)] == "rent")
        #expect(notes.labels[.address(Self.script(0))] == "shop")
        #expect(notes.labels[.coin(coin)]?.utf8.count == 1_023)
        #expect(notes.frozen == [coin])
        try await store.label("", .transaction(coin.transaction), of: record.id)
        try await store.freeze(coin, false, of: record.id)
        notes = try await store.notes(of: record.id)
        #expect(notes.labels.count == 2)
        #expect(notes.frozen.isEmpty)
    }

    @Test func `a removed account leaves nothing behind`() async throws {
        let store = try store()
        try await store.add(record)
        var change = CoinAccountChange()
        change.added = [(transaction(1), [1])]
        try await store.apply(change, to: record.id)
        try await store.label("x", .address(Self.script(0)), of: record.id)
        try await store.remove(record.id)
        try await store.add(record)
        #expect(try await store.contents(of: record.id).transactions.isEmpty)
        #expect(try await store.notes(of: record.id) == CoinNotes())
        #expect(try await store.raw(transaction(1).id, of: record.id) == nil)
    }

    @Test func `an unknown account cannot be changed`() async throws {
        let store = try store()
        var change = CoinAccountChange()
        change.synced = .init(at: 1, height: 1, source: nil)
        let synced = change
        await #expect(throws: JournalError.noSuchTransaction) { try await store.apply(synced, to: record.id) }
    }

    @Test(arguments: [
        "UPDATE coinOutput SET content = 9", "UPDATE coinOutput SET content = 1, token = zeroblob(3)",
        "UPDATE coinOutput SET value = -1", "UPDATE coinOutput SET branch = 5",
        "UPDATE coinOutput SET address = 9223372036854775807", "UPDATE coinTransaction SET total = -1",
        "UPDATE coinAccount SET scriptType = 'p2xx'", "UPDATE coinAccount SET source = 'path:m/x'",
        "UPDATE coinAddress SET position = -1",
    ])
    func `a damaged row is an error, and never a crash`(_ sql: String) async throws {
        let store = try store()
        try await store.add(record)
        var change = CoinAccountChange()
        change.added = [(transaction(1), [1])]
        change.addresses = [.init(path: CoinAddressPath(.receiving, 0), scripts: Self.scripts(0))]
        try await store.apply(change, to: record.id)
        try Table(path: folder.file.path).writeNow { try $0.execute(sql: sql) }
        await #expect(throws: JournalError.self) {
            _ = try await store.accounts()
            _ = try await store.contents(of: record.id)
        }
    }
}

extension StoredCoinsTests {
    @Test func `accounts with keys in other wallets are the same after a restart`() async throws {
        let keys = try DemoKeys().extendedPublicKey(at: DerivationPath("m/86'/0'/0'"))
        for text in ["tr(\(keys.text())/<0;1>/*)", "sh(wpkh(\(keys.text())/*))", keys.text()] {
            let descriptors = try WatchedDescriptors(text)
            let first = try #require(try descriptors.receiving.scripts().first)
            let watched = try #require(
                CoinAccountRecord(
                    .bitcoin, descriptors.scriptType, .descriptors(descriptors), first: first, name: "Cold"))
            try await store().add(watched)
            #expect(try await store().accounts().last == watched)
        }
        #expect(CoinAccountRecord.Source("descriptors:wpkh(x)") == nil)
    }
}
