import Bitcoin
import BitcoinWallet
import Foundation
import GRDB

/// The transactions of an account as rows.
enum StoredLedger {
    /// The size of a stored outpoint: the transaction ID in display order, and the index, big-endian.
    private static let outPointSize = 36

    /// Reads the transactions of an account.
    static func transactions(of account: Int64, _ db: Database) throws -> [LedgerTransaction] {
        var outputs: [TransactionID: [LedgerTransaction.Own]] = [:]
        let ownRows = try Row.fetchCursor(
            db,
            sql: """
                SELECT txid, position, value, branch, address, content, token FROM coinOutput
                WHERE account = ? ORDER BY txid, position
                """,
            arguments: [account])
        while let row = try ownRows.next() { outputs[try id(row.value(0)), default: []].append(try own(row)) }
        var transactions: [LedgerTransaction] = []
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT txid, height, block, blockTime, inputs, total, payee, payees, size, plainSize, replaceable, seen,
                otherPayees FROM coinTransaction WHERE account = ?
                """,
            arguments: [account])
        while let row = try rows.next() {
            let id = try id(row.value(0))
            transactions.append(try transaction(row, id, outputs[id] ?? []))
        }
        return transactions
    }

    private static func transaction(
        _ row: Row, _ id: TransactionID, _ outputs: [LedgerTransaction.Own]
    ) throws -> LedgerTransaction {
        let (inputs, total): (Data, UInt64) = (try row.value(4), try row.value(5))
        var block: BlockPlace?
        if let height: Int = try row.optional(1), let hash: Data = try row.optional(2) {
            block = BlockPlace(height: height, hash: Array(hash), time: try row.optional(3) ?? 0)
        }
        let (payee, others): (Data?, Data?) = (try row.optional(6), try row.optional(12))
        return LedgerTransaction(
            id: id, inputs: try outPoints(inputs), outputs: outputs, total: total,
            payee: payee.map { Script($0) }, otherPayees: try scripts(others ?? Data()), payees: try row.value(7),
            size: try row.value(8),
            plainSize: try row.value(9), signalsReplacement: try row.value(10), block: block,
            seen: try row.value(11))
    }

    private static func own(_ row: Row) throws -> LedgerTransaction.Own {
        let (branch, address, content): (UInt32, UInt32, Int) = (try row.value(3), try row.value(4), try row.value(5))
        guard let branch = CoinAddressPath.Branch(rawValue: branch) else {
            throw StoreError.unreadable("an output is in an unknown chain of addresses")
        }
        let token: Data? = try row.optional(6)
        return LedgerTransaction.Own(
            index: try row.value(1), value: try row.value(2), path: CoinAddressPath(branch, address),
            content: try self.content(content, token))
    }

    /// Adds a transaction with its bytes, or replaces it.
    static func write(_ transaction: LedgerTransaction, raw: [UInt8], of account: Int64, _ db: Database) throws {
        let txid = Data(transaction.id.reading)
        try db.execute(
            sql: "DELETE FROM coinTransaction WHERE account = ? AND txid = ?", arguments: [account, txid])
        try db.execute(
            sql: """
                INSERT INTO coinTransaction (account, txid, height, block, blockTime, inputs, total, payee, payees,
                size, plainSize, replaceable, seen, otherPayees) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account, txid, transaction.block?.height, transaction.block.map { Data($0.hash) },
                transaction.block?.time, Data(transaction.inputs.flatMap { bytes(of: $0) }),
                Int64(exactly: transaction.total) ?? .max, transaction.payee.map { Data($0.bytes) },
                transaction.payees, transaction.size, transaction.plainSize, transaction.signalsReplacement,
                transaction.seen, bytes(of: transaction.otherPayees),
            ])
        for own in transaction.outputs {
            try db.execute(
                sql: """
                    INSERT INTO coinOutput (account, txid, position, value, branch, address, content, token)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    account, txid, own.index, Int64(exactly: own.value) ?? .max, own.path.branch.rawValue,
                    own.path.index, number(of: own.content), token(of: own.content),
                ])
        }
        try db.execute(
            sql: "INSERT INTO coinRaw (account, txid, raw) VALUES (?, ?, ?)", arguments: [account, txid, Data(raw)])
    }

    /// Changes the block of a transaction.
    static func place(_ transaction: LedgerTransaction, of account: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE coinTransaction SET height = ?, block = ?, blockTime = ? WHERE account = ? AND txid = ?",
            arguments: [
                transaction.block?.height, transaction.block.map { Data($0.hash) }, transaction.block?.time, account,
                Data(transaction.id.reading),
            ])
    }

    /// An outpoint as it is stored.
    static func bytes(of outPoint: OutPoint) -> Data {
        var index = outPoint.index.bigEndian
        return Data(outPoint.transaction.reading) + Data(bytes: &index, count: 4)
    }

    /// Reads what ``bytes(of:)`` writes.
    static func outPoint(_ bytes: Data.SubSequence) -> OutPoint? {
        guard bytes.count == outPointSize, let id = TransactionID(reading: bytes.prefix(32)) else { return nil }
        return OutPoint(id, bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    private static func outPoints(_ bytes: Data) throws -> [OutPoint] {
        var outPoints: [OutPoint] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let outPoint = outPoint(rest.prefix(outPointSize)) else {
                throw StoreError.unreadable("an input is malformed")
            }
            outPoints.append(outPoint)
            rest = rest.dropFirst(outPointSize)
        }
        return outPoints
    }

    /// Scripts, each after its length in two bytes, big-endian; `nil` for none.
    private static func bytes(of scripts: [Script]) -> Data? {
        var bytes = Data()
        for script in scripts {
            guard let length = UInt16(exactly: script.bytes.count) else { continue }
            bytes += [UInt8(length >> 8), UInt8(length & 0xFF)] + script.bytes
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Reads what ``bytes(of:)`` writes.
    private static func scripts(_ bytes: Data) throws -> [Script] {
        var (scripts, rest) = ([Script](), bytes[...])
        while !rest.isEmpty {
            let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 2 + length else { throw StoreError.unreadable("a recipient is malformed") }
            scripts.append(Script(Data(rest.dropFirst(2).prefix(length))))
            rest = rest.dropFirst(2 + length)
        }
        return scripts
    }

    private static func id(_ bytes: Data) throws -> TransactionID {
        guard let id = TransactionID(reading: bytes) else {
            throw StoreError.unreadable("the ID of a transaction is malformed")
        }
        return id
    }

    private static func number(of content: LedgerTransaction.Content) -> Int {
        switch content {
        case .satoshis: 0
        case .token: 1
        case .simpleLedger: 2
        case .unknownToken: 3
        }
    }

    private static func token(of content: LedgerTransaction.Content) -> Data? {
        if case .token(let token) = content { Data(token.bytes) } else { nil }
    }

    private static func content(_ number: Int, _ token: Data?) throws -> LedgerTransaction.Content {
        switch number {
        case 0: return .satoshis
        case 1:
            guard let token, let token = try? CashToken(token) else {
                throw StoreError.unreadable("a token is malformed")
            }
            return .token(token)
        case 2: return .simpleLedger
        case 3: return .unknownToken
        default: throw StoreError.unreadable("an output has an unknown content")
        }
    }
}
