import GRDB
import WalletCore

/// The table as the protocols of `Wallet` use it: errors of the store become `JournalError.unavailable`.
struct JournalTable {
    let table: Table

    /// Tells the other processes of each change.
    let signal: ChangeSignal

    /// Writes in one transaction, and tells the other processes.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        defer { signal.send() }
        do throws(StoreError) { return try await table.write(body) } catch { throw JournalError(error) }
    }

    /// Writes in one transaction what no other process must know at once.
    func writeQuietly(_ body: @escaping @Sendable (Database) throws -> Void) async throws(JournalError) {
        do throws(StoreError) { try await table.write(body) } catch { throw JournalError(error) }
    }

    /// Writes in one transaction, unless `body` returns why it wrote nothing.
    func change(_ body: @escaping @Sendable (Database) throws -> JournalError?) async throws(JournalError) {
        if let refusal = try await write(body) { throw refusal }
    }

    /// Reads, concurrently with writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        do throws(StoreError) { return try await table.read(body) } catch { throw JournalError(error) }
    }

    /// A number that is another one once any process, also this one, has changed the store.
    func version() throws(JournalError) -> Int64 {
        do throws(StoreError) { return try table.version() } catch { throw JournalError(error) }
    }

    /// Reads before it returns: little, and only when the program starts or the store has changed.
    func readNow<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        do throws(StoreError) { return try table.readNow(body) } catch { throw JournalError(error) }
    }
}

extension JournalError {
    /// What the port reports about an error of the store.
    fileprivate init(_ error: StoreError) {
        self = .unavailable(error.description)
    }
}
