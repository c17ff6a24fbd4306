package import Bridge

/// Stored data that every process of the wallet may change.
public protocol VersionedStore: Sendable {
    /// A number that is another one once any process, also this one, has changed the store.
    func version() throws(JournalError) -> Int64
}

/// A copy of stored data, which is read again once any process has changed the store.
@MainActor package final class StoredCopy<Value: Equatable> {
    /// The data have changed, also by this process.
    package let changes = Listeners<Void>()

    /// A change that is not on the disk.
    private struct Change {
        let number: Int
        let body: (inout Value) -> Void
        let write: @MainActor () async throws(JournalError) -> Void
        var hasFailed = false
    }

    private let store: (any VersionedStore)?
    private let load: @MainActor () throws(JournalError) -> Value
    private var stored: Value
    private var current: Value
    private var seen: Int64?

    /// The changes that are not on the disk, in their order.
    private var unwritten: [Change] = []
    private var last = 0

    /// Whether a change could not be stored; the next one tries it again.
    package var hasFailed: Bool { unwritten.contains(where: \.hasFailed) }

    /// A copy of data that are lost when the program ends.
    package init(_ value: Value) {
        (store, stored, current) = (nil, value, value)
        load = { () throws(JournalError) in value }
    }

    /// A copy of what `load` reads from `store`.
    package init(
        of store: any VersionedStore, _ load: @escaping @MainActor () throws(JournalError) -> Value
    ) throws(JournalError) {
        self.store = store
        self.load = load
        seen = try store.version()
        stored = try load()
        current = stored
    }

    /// The data as they are now.
    ///
    /// - Throws: Why the store cannot be read: then nothing is known.
    package func read() throws(JournalError) -> Value {
        guard let store else { return current }
        let version = try store.version()
        guard version != seen else { return current }
        // A change between these two lines has another version, so it is read the next time.
        stored = try load()
        seen = version
        apply()
        return current
    }

    /// Changes the data at once, and then on the disk.
    ///
    /// A change that could not be stored counts until the program ends, and is stored before the next one.
    package func change(
        _ body: @escaping (inout Value) -> Void, _ write: @escaping @MainActor () async throws(JournalError) -> Void
    ) async throws(JournalError) {
        guard store != nil else { return changeMemory(body) }
        last += 1
        let number = last
        unwritten.append(Change(number: number, body: body, write: write))
        apply()
        try await storeFailed(and: number)
    }

    /// Stores the changes that could not be stored, and then the one with this number.
    package func storeFailed(and number: Int? = nil) async throws(JournalError) {
        while let place = unwritten.firstIndex(where: { $0.hasFailed || $0.number == number }) {
            let change = unwritten[place]
            // Another caller does not try it at the same time.
            unwritten[place].hasFailed = false
            do throws(JournalError) {
                try await change.write()
            } catch {
                for place in unwritten.indices where [change.number, number].contains(unwritten[place].number) {
                    unwritten[place].hasFailed = true
                }
                throw error
            }
            // It is in the store, which has another version now.
            unwritten.removeAll { $0.number == change.number }
        }
    }

    /// Changes data that are lost when the program ends; those of a store are changed there.
    package func changeMemory(_ body: (inout Value) -> Void) {
        guard store == nil else { return }
        body(&stored)
        apply()
    }

    private func apply() {
        var value = stored
        for change in unwritten { change.body(&value) }
        guard value != current else { return }
        current = value
        changes.tell()
    }
}
