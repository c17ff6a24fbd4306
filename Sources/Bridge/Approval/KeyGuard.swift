/// Tells a key that was pressed for a question from one that was held when it appeared.
public struct KeyGuard: Hashable, Sendable {
    private var held: Set<UInt32> = []

    /// Creates a guard that knows of no held key.
    public init() {}

    /// Takes a key press by its hardware code.
    ///
    /// - Returns: Whether the press is a fresh one; the repeats of a held key are not.
    public mutating func press(_ key: UInt32) -> Bool {
        held.insert(key).inserted
    }

    /// Takes a key release.
    public mutating func release(_ key: UInt32) {
        held.remove(key)
    }

    /// Forgets all keys: the focus is elsewhere and their releases will not be seen.
    public mutating func forget() {
        held = []
    }
}
