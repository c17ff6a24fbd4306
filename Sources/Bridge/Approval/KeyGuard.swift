/// Tells a key that was pressed for a question from one that was held when the question appeared.
public struct KeyGuard: Hashable, Sendable {
    private struct Held: Hashable {
        var lastPress: Duration
        var isCertain = true
    }

    /// How long after its last repeat a key counts as held where its release may have gone to another program.
    public static let memory = Duration.milliseconds(1_500)

    private var held: [UInt32: Held] = [:]

    /// Creates a guard that knows of no held key.
    public init() {}

    /// Takes a key press by its hardware code; `now` is the time of a steady clock.
    ///
    /// - Returns: Whether the press is a fresh one; the repeats of a held key are not.
    public mutating func press(_ key: UInt32, at now: Duration) -> Bool {
        defer { held[key] = Held(lastPress: now) }
        guard let known = held[key] else { return true }
        return !known.isCertain && now - known.lastPress >= Self.memory
    }

    /// Takes a key release.
    public mutating func release(_ key: UInt32) {
        held.removeValue(forKey: key)
    }

    /// The focus goes elsewhere: the releases of keys may not be seen.
    public mutating func loseFocus() {
        for key in held.keys { held[key]?.isCertain = false }
    }
}
