import Bridge
import Ethereum
import Foundation
import GRDB
@testable import Store
import Messages
import Testing
import BitcoinWallet
import EthereumWallet
import WalletConnectPay
import WalletCore
import WalletMethods

@Suite struct StoreTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test(arguments: ["eip155:1", "bip122:test"])
    func `a transaction is complete after a restart, in every state`(chain: String) async throws {
        let states: [TransactionRecord.State] = [
            .signed, .sent, .unknown, .mined(succeeded: true), .mined(succeeded: false), .replaced(by: "0xFF"),
            .refused, .abandoned,
        ]
        let all = states.enumerated().map {
            TransactionRecord.sample("t\($0.offset)", chain: chain, state: $0.element)
        }
        do {
            let store = try Store(folder: folder.path)
            for each in all { try await store.journal.record(each) }
        }
        do {
            let store = try Store(folder: folder.path)
            #expect(try await store.journal.recent(limit: 99) == all.reversed())
            #expect(try await store.journal.open() == Array(all[..<3]))
            #expect(try await store.journal.recent(limit: 2) == [all[7], all[6]])
            #expect(try await store.journal.recent(limit: -1).isEmpty)
        }
    }

    @Test func `the outcome of a transaction changes, and recording it again does not undo that`() async throws {
        do {
            let store = try Store(folder: folder.path)
            try await store.journal.record(.sample("a"))
            try await store.journal.record(.sample("a", chain: "eip155:5"))
            try await store.journal.setState(.replaced(by: "b"), of: "a", on: "eip155:1")
            try await store.journal.record(.sample("a"))
            #expect(try await store.journal.open().map(\.chain) == ["eip155:5"])
            try await store.journal.setState(.sent, of: "a", on: "eip155:1")
            #expect(try await store.journal.open().map(\.state) == [.sent, .signed])
        }
    }

    @Test func `a refused or given-up transaction that is made again with the same bytes is pending again`()
        async throws
    {
        let store = try Store(folder: folder.path)
        for state in [TransactionRecord.State.refused, .abandoned] {
            try await store.journal.record(.sample("a"))
            try await store.journal.setState(state, of: "a", on: "eip155:1")
            #expect(try await store.journal.open().isEmpty)
            try await store.journal.record(.sample("a"))
            #expect(try await store.journal.recent(limit: 9) == [.sample("a")])
        }
    }

    @Test func `of two programs with one store, only one gets a nonce, until its transaction is refused or given up`()
        async throws
    {
        let (first, second) = (try Store(folder: folder.path), try Store(folder: folder.path))
        for round in 0..<50 {
            let chain = "eip155:\(round)"
            let claims = await withTaskGroup(of: Bool.self) { group in
                for (name, store) in [("a", first), ("b", second), ("a", second), ("c", first)] {
                    group.addTask { (try? await store.journal.claim(.sample(name, chain: chain))) != nil }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(claims.count { $0 } == 1)
            #expect(try await first.journal.open().count { $0.chain == chain } == 1)
        }
        try await first.journal.record(.sample("x", chain: "eip155:99"))
        await #expect(throws: JournalError.nonceTaken) {
            try await second.journal.claim(.sample("y", chain: "eip155:99"))
        }
        for state in [TransactionRecord.State.sent, .unknown, .mined(succeeded: true), .replaced(by: "z")] {
            try await first.journal.setState(state, of: "x", on: "eip155:99")
            await #expect(throws: JournalError.nonceTaken) {
                try await second.journal.claim(.sample("y", chain: "eip155:99"))
            }
        }
        try await first.journal.setState(.abandoned, of: "x", on: "eip155:99")
        try await second.journal.claim(.sample("y", chain: "eip155:99"))
    }

    @Test func `a transaction is found by its purpose and by its ID, also after a restart`() async throws {
        let mine = TransactionRecord(
            chain: "eip155:1", txid: "a", raw: [1], from: "0xAb", kind: .ethereum(nonce: 1), what: "Pay",
            purpose: "x/payment", at: 5)
        let other = TransactionRecord(
            chain: "eip155:1", txid: "b", raw: [2], from: "0xAb", kind: .ethereum(nonce: 2), what: "Pay", at: 5)
        do {
            let store = try Store(folder: folder.path)
            try await store.journal.record(mine)
            try await store.journal.claim(other)
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.journal.signed(for: "x/payment") == [mine])
        #expect(try await store.journal.signed(for: "y/payment") == [])
        #expect(try await store.journal.transaction("b", on: "eip155:1") == other)
        #expect(try await store.journal.transaction("b", on: "eip155:5") == nil)
    }

    @Test func `a declined or given-up transaction that appears later stays marked as such, also after a restart`()
        async throws
    {
        let states: [(before: TransactionRecord.State, after: TransactionRecord.State)] = [
            (.declined, .sent), (.abandoned, .mined(succeeded: true)), (.declined, .replaced(by: "x")),
            (.abandoned, .declined), (.signed, .sent), (.unknown, .mined(succeeded: false)),
        ]
        let memory = MemoryJournal()
        do {
            let store = try Store(folder: folder.path)
            for (place, state) in states.enumerated() {
                for journal in [store.journal, memory] as [any Journal] {
                    try await journal.record(.sample("t\(place)", chain: "eip155:1"))
                    try await journal.setState(state.before, of: "t\(place)", on: "eip155:1")
                    try await journal.setState(state.after, of: "t\(place)", on: "eip155:1")
                }
            }
            // It stays so until it is signed again.
            try await store.journal.setState(.mined(succeeded: true), of: "t0", on: "eip155:1")
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.journal.returned().map(\.txid) == ["t1", "t0"])
        #expect(try await memory.returned().map(\.txid) == ["t1", "t0"])
        #expect(
            try await store.journal.recent(limit: 9).map(\.hasReturned) == [false, false, false, false, true, true])
        try await store.journal.setState(.declined, of: "t0", on: "eip155:1")
        try await store.journal.record(.sample("t0"))
        #expect(try await store.journal.returned().map(\.txid) == ["t1"])
    }

    @Test func `a store of the first format is migrated without loss`() async throws {
        let all = (0..<3).map { TransactionRecord.sample("t\($0)", chain: $0 == 0 ? "bip122:test" : "eip155:1") }
        do {
            // Closed, so that what it wrote is in the file.
            let store = try Store(folder: folder.path)
            for each in all { try await store.journal.record(each) }
        }
        let table = try Table(path: folder.file.path)
        try table.writeNow { db in
            let (rows, coins) = try (
                Row.fetchAll(db, sql: "SELECT * FROM outgoing"), Row.fetchAll(db, sql: "SELECT * FROM spend")
            )
            for name in try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name DESC")
            {
                try db.execute(sql: "DROP TABLE \(name)")
            }
            try db.execute(sql: Schema.steps[0])
            try db.execute(sql: "PRAGMA user_version = 1")
            for (name, rows) in [("outgoing", rows), ("spend", coins)] {
                for row in rows {
                    // The first format does not have them.
                    let row = row.filter { !["purpose", "returned"].contains($0.0) }
                        // It has a sentence where the present one has a message.
                        .map { ($0.0, $0.0 == "what" ? "Send 1 ETH".databaseValue : $0.1) }
                    let places = row.map { _ in "?" }.joined(separator: ", ")
                    try db.execute(
                        sql: "INSERT INTO \(name) VALUES (\(places))",
                        arguments: StatementArguments(row.map(\.1)))
                }
            }
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.journal.open() == all)
        try await store.journal.setState(.abandoned, of: "t1", on: "eip155:1")
        #expect(try await store.journal.open() == [all[0], all[2]])
        try await store.journal.setState(.declined, of: "t2", on: "eip155:1")
        #expect(try await store.journal.open() == [all[0]])
        #expect(try await store.journal.possible().map(\.txid) == ["t2", "t1"])
        let again = TransactionRecord(
            chain: all[2].chain, txid: all[2].txid, raw: all[2].raw, from: all[2].from, kind: all[2].kind,
            what: "Again", origin: "https://other.example", at: all[2].at + 60)
        try await store.journal.record(again)
        #expect(try await store.journal.open() == [all[0], again])
    }

    @Test func `what a transaction does is stored with its values, and described when it is read`() async throws {
        let amount = localizable("\(3, as: "count") coin", plural: "\(3, as: "count") coins", count: 3)
        let what = localizable("Send \(amount, as: "amount") to \("{“Bob”}", as: "recipient").")
        let record = TransactionRecord(
            chain: "eip155:1", txid: "a", raw: [1], from: "0xAb", kind: .ethereum(nonce: 1),
            what: TransactionRecord.Summary(what), at: 5)
        do {
            let store = try Store(folder: folder.path)
            try await store.journal.record(record)
        }
        let store = try Store(folder: folder.path)
        let read = try #require(try await store.journal.transaction("a", on: "eip155:1"))
        #expect(read == record)
        #expect(read.what.text == "Send 3 coins to {“Bob”}.")
    }

    @Test func `other bytes with a known ID, and an outcome for an unknown one, are refused`() async throws {
        do {
            let store = try Store(folder: folder.path)
            try await store.journal.record(.sample("a"))
            let other = TransactionRecord(
                chain: "eip155:1", txid: "a", raw: [1], from: "0xAb", kind: .ethereum(nonce: 1), what: "Send", at: 0)
            await #expect(throws: JournalError.otherBytes) { try await store.journal.record(other) }
            await #expect(throws: JournalError.noSuchTransaction) {
                try await store.journal.setState(.sent, of: "b", on: "eip155:1")
            }
        }
    }

    @Test func `the general helpers of the store throw its own error, and each protocol its error`() async throws {
        let store = try Store(folder: folder.path)
        try await store.journal.record(.sample("a"))
        let table = try Table(path: folder.file.path)
        await #expect(throws: StoreError.unreadable("the column txid has a value of the wrong type")) {
            try await table.read { db in
                try Row.fetchOne(db, sql: "SELECT txid FROM outgoing").map { row -> Int64 in try row.value("txid") }
            }
        }
        await #expect(throws: StoreError.self) { try await table.write { try $0.execute(sql: "no SQL") } }
        try table.writeNow { try $0.execute(sql: "UPDATE outgoing SET chain = 'x'; DROP TABLE payment") }
        await #expect(throws: JournalError.noSuchTransaction) {
            try await store.journal.setState(.sent, of: "a", on: "eip155:1")
        }
        await #expect(throws: PayError.self) { try await store.payments.recent(limit: 1) }
    }

    @Test func `a transaction is recorded even if its request was cancelled`() async throws {
        do {
            let store = try Store(folder: folder.path)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await store.journal.record(.sample("a"))
                try await store.journal.setState(.unknown, of: "a", on: "eip155:1")
            }
            try await task.value
            #expect(try await store.journal.open().map(\.state) == [.unknown])
        }
    }

    @Test func `recipients survive a restart, the most recent first, with their names`() async throws {
        do {
            let store = try Store(folder: folder.path)
            for (address, time) in [("a", 2), ("b", 3), ("c", 1), ("d", 3)] as [(String, Int64)] {
                try await store.recipients.remember(Recipient(chain: "x:1", address: address, lastUsed: time))
            }
            try await store.recipients.remember(Recipient(chain: "x:1", address: "c", name: "Ada", lastUsed: 5))
            try await store.recipients.remember(Recipient(chain: "x:1", address: "c", lastUsed: 4))
        }
        do {
            let store = try Store(folder: folder.path)
            #expect(try await store.recipients.recent(limit: 3).map(\.address) == ["c", "d", "b"])
            let ada = Recipient(chain: "x:1", address: "c", name: "Ada", lastUsed: 5)
            #expect(try await store.recipients.recipient("c", on: "x:1") == ada)
            #expect(try await store.recipients.recipient("C", on: "x:1") == nil)
            #expect(try await store.recipients.recipient("c", on: "x:2") == nil)
        }
    }

    @Test func `the uses of an address accumulate, and an older entry counts as a recipient only`() async throws {
        do {
            let store = try Store(folder: folder.path)
            for roles in [Recipient.Roles.contract, .spender] {
                try await store.recipients.remember(
                    Recipient(chain: "x:1", address: "a", lastUsed: 1, roles: roles))
            }
            #expect(try await store.recipients.recipient("a", on: "x:1")?.roles == [.contract, .spender])
        }
        do {
            let table = try Table(path: folder.file.path)
            try table.writeNow { db in
                for table in [  // which later migrations create again
                    "walletConnect", "walletConnectLegacy", "relayOutbox", "relayReceived", "relayIdentity",
                    "attestationKey", "figure", "note", "site", "movement", "searchedBlocks", "frozenCoin", "coinLabel",
                    "coinRaw", "coinOutput", "coinTransaction", "coinAddress", "coinAccount", "replacedPayment",
                    "coinMovement", "searchedCoins", "watchedAddress", "receipt", "bundle", "grantsTaken", "mutedSite",
                    "endedSession", "vaultUse", "price",
                ] {
                    try db.execute(sql: "DROP TABLE \(table)")
                }
                try db.execute(sql: "ALTER TABLE token DROP COLUMN site")
                try db.execute(sql: "ALTER TABLE payment DROP COLUMN signatureUntil")
                try db.execute(sql: "ALTER TABLE recipient DROP COLUMN roles; PRAGMA user_version = 9")
            }
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.recipients.recipient("a", on: "x:1")?.roles == .recipient)
    }

    @Test @MainActor func `permissions of a site are stored by account, and revoked ones stay revoked`() async throws {
        let (shop, other) = try (
            Origin(serialized: "https://shop.example"), Origin(serialized: "http://127.0.0.1:8080")
        )
        do {
            let grants = try Grants(keptBy: Store(folder: folder.path).grants)
            grants.switchAccount(to: "one")
            try await grants.give(.ethereum, to: shop)
            try await grants.give(.bitcoin, to: shop)
            try await grants.give(.bitcoinCash, to: other)
            try await grants.revoke(.ethereum, from: shop)
            try await grants.revoke(.bitcoinCash, from: other)
        }
        let grants = try Grants(keptBy: Store(folder: folder.path).grants)
        #expect(grants.everySite == [shop])
        grants.switchAccount(to: "two")
        #expect(grants.all.isEmpty)
        grants.switchAccount(to: "one")
        #expect(grants.all == [shop: [.bitcoin]])
    }

    @Test @MainActor func `permissions of a site are written off the main thread, in the order of the changes`()
        async throws
    {
        let shop = try Origin(serialized: "https://shop.example")
        let store = try Store(folder: folder.path)
        let grants = try Grants(keptBy: store.grants)
        grants.switchAccount(to: "one")
        let taken = Flag()
        // Both are asked for before either is on the disk: something else is written until then.
        let table = try #require((store.grants as? StoredGrants)?.table)
        let mayWrite = DispatchSemaphore(value: 0)
        let before = Task.immediate { try await table.write { _ in mayWrite.wait(timeout: .now() + 60) == .success } }
        let give = Task.immediate {
            try await grants.give(.ethereum, to: shop)
            return taken.isSet
        }
        let take = Task.immediate { try await grants.revoke(.ethereum, from: shop) }
        #expect(!grants.allows(.ethereum, to: shop))
        taken.isSet = true
        mayWrite.signal()
        #expect(try await before.value)
        // The main thread was free while the first was written.
        #expect(try await give.value)
        try await take.value
        let other = try Grants(keptBy: Store(folder: folder.path).grants)
        #expect(other.everySite.isEmpty)
    }

    @Test func `a token that the user added is known after a restart`() async throws {
        let address = try EthereumAddress("0x5FbDB2315678afecb367f032d93F642f64180aa3")
        let known = try #require(TokenBook().all.first { $0.isVouchedFor })
        let posing = try #require(Token(chainID: known.chainID, address: known.address, symbol: "EVIL", decimals: 0))
        do {
            let store = try Store(folder: folder.path)
            let book = try TokenBook(keptBy: store.tokens)
            for symbol in ["OLD", "PRAC"] {
                #expect(
                    await book.add(try #require(Token(chainID: .max, address: address, symbol: symbol, decimals: 6))))
            }
            #expect(await !book.add(posing))
            // Whatever the file says, the wallet's own word stands.
            try await store.tokens.keep(AddedToken(posing))
        }
        let book = try TokenBook(keptBy: Store(folder: folder.path).tokens)
        #expect(book.token(address, on: .max)?.symbol == "PRAC")
        #expect(book.token(address, on: 1) == nil)
        #expect(book.token(known.address, on: known.chainID) == known)
    }

    @Test func `only the user can access the file and its folder`() async throws {
        chmod(folder.path, 0o755)
        let store = try Store(folder: folder.path)
        try await store.journal.record(.sample("a"))
        #expect(try folder.mode() == 0o700)
        for name in [Store.name, Store.name + "-wal", Store.name + "-shm", "store.lock"] {
            #expect(try folder.mode(name) == 0o600, "\(name)")
        }
    }

    @Test func `a commit reaches the disk before it is acknowledged`() throws {
        _ = try Store(folder: folder.path)
        let table = try Table(path: folder.file.path)
        let found = try table.writeNow { db in
            try ["synchronous", "foreign_keys", "journal_mode"].map { name in
                try String.fetchOne(db, sql: "PRAGMA \(name)")
            }
        }
        #expect(found == ["2", "1", "wal"])
    }

    @Test func `the store is in the desktop's state folder`() {
        #expect(Store.folder(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/drawbridge")
        #expect(Store.folder(environment: ["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/drawbridge")
        #expect(Store.folder(environment: [:]) == nil)
    }
}

@MainActor private final class Flag {
    var isSet = false
}
