import GRDB
import Glibc
import Messages

/// The open database.
final class Table: Sendable {
    /// The connection pool; only tests use it directly.
    let pool: DatabasePool

    /// The connection that reads on the main thread; it never writes and waits for no other reader.
    private let present: DatabaseQueue

    private let path: String

    /// Opens a file whose header is a store's, after checking its pages, and migrates it.
    init(path: String) throws(StoreError) {
        self.path = path
        do {
            try Self.examine(path)
            pool = try DatabasePool(path: path, configuration: Self.configuration)
            // GRDB's default for this mode syncs less: a commit could be lost in a power failure.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try pool.write(Schema.migrate)
            var configuration = Self.configuration
            configuration.readonly = true
            configuration.busyMode = .timeout(1)
            present = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw Self.error(error, path: path)
        }
    }

    /// Creates an empty store next to `path` and renames it when it is complete, so that there never is a partial one.
    static func create(at path: String, in folder: StoreFolder) throws(StoreError) {
        let draft = path + ".new"
        for leftover in [draft, draft + "-journal"] { unlink(leftover) }
        // A log without its file belongs to a file that was moved; next to another file, SQLite would apply it.
        for leftover in [path + "-wal", path + "-shm"] { rename(leftover, leftover + ".left") }
        let file = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .folder(path: folder.path, reason: StoreFolder.reason) }
        close(file)
        do {
            let queue = try DatabaseQueue(path: draft, configuration: configuration)
            try queue.write { db in
                try db.execute(sql: "PRAGMA application_id = \(StoreHeader.applicationID)")
                try Schema.migrate(db)
            }
            try queue.close()
        } catch {
            throw Self.error(error, path: path)
        }
        guard link(draft, path) == 0 else { throw .folder(path: folder.path, reason: StoreFolder.reason) }
        unlink(draft)
        try folder.synchronize()
    }

    /// Writes in one transaction.
    ///
    /// Runs to completion even if the caller was cancelled.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            pool.asyncWrite(body) { _, result in continuation.resume(returning: result) }
        }
        return try value(of: result)
    }

    /// Reads, concurrently with writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            pool.asyncRead { db in continuation.resume(returning: Result { try body(db.get()) }) }
        }
        return try value(of: result)
    }

    /// Reads before it returns: little, and only when the program starts or the store has changed.
    func readNow<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try value(of: Result { try present.read(body) })
    }

    /// A number that is another one once any connection of any process has changed the store.
    ///
    /// It counts the commits that the connection has seen, so it costs some system calls, and no data are read.
    func version() throws(StoreError) -> Int64 {
        try value(
            of: Result {
                try present.unsafeRead { db in
                    try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
                }
            })
    }

    /// Forgets which sites are muted; it returns when that is on the disk.
    func forgetMutes() throws(StoreError) {
        try value(of: Result { try pool.write { try $0.execute(sql: "DELETE FROM mutedSite") } })
    }

    /// Checks a file without writing to it.
    private static func examine(_ path: String) throws {
        var configuration = configuration
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        let (format, words) = try queue.read { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
            )
        }
        guard format <= Schema.format else {
            throw StoreError.newer(path: path, format: format, known: Schema.format)
        }
        guard words == ["ok"] else {
            throw StoreError.damaged(path: path, reason: words.first ?? localized("no answer"))
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON")
        }
        return configuration
    }

    private func value<Value>(of result: Result<Value, any Error>) throws(StoreError) -> Value {
        do {
            return try result.get()
        } catch {
            throw Self.error(error, path: path)
        }
    }

    private static func error(_ error: any Error, path: String) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            .damaged(path: path, reason: error.message ?? localized("not a database"))
        case let error as DatabaseError: .unavailable(path: path, reason: error.message ?? "\(error.resultCode)")
        default: .unavailable(path: path, reason: "\(error)")
        }
    }
}
