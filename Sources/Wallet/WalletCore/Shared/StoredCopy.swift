/// Stored data that every process of the wallet may change.
public protocol VersionedStore: Sendable {
    /// A number that is another one once any process, also this one, has changed the store.
    func version() throws(JournalError) -> Int64
}

/// A copy of stored data, which is read again once any process has changed the store.
@MainActor package final class StoredCopy<Value: Equatable> {
    /// Called when the data have changed, also by this process.
    package var onChange: (@MainActor () -> Void)?

    private typealias Change = (inout Value) -> Void

    private let store: (any VersionedStore)?
    private let load: @MainActor () throws(JournalError) -> Value
    private var stored: Value
    private var current: Value
    private var seen: Int64?

    /// The changes that are not on the disk, or that could not be stored.
    private var unwritten: [(number: Int, body: Change)] = []
    private var last = 0

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
    /// A change that could not be stored counts until the program ends.
    package func change(
        _ body: @escaping (inout Value) -> Void, _ write: () async throws(JournalError) -> Void
    ) async throws(JournalError) {
        guard store != nil else { return changeMemory(body) }
        last += 1
        let number = last
        unwritten.append((number, body))
        apply()
        try await write()
        // It is in the store, which has another version now.
        unwritten.removeAll { $0.number == number }
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
        onChange?()
    }
}
