/// Distinguishes a key that was pressed for a question from one that was already held when the question appeared.
public struct KeyRepeatFilter: Hashable, Sendable {
    private struct HeldKey: Hashable {
        var lastPress: Duration
        var isCertain = true
    }

    /// How long after its last repeat a key counts as held, because its release may have gone to another program.
    public static let memory = Duration.milliseconds(1_500)

    private var held: [UInt32: HeldKey] = [:]

    /// Creates a guard without held keys.
    public init() {}

    /// Handles a key press, by hardware key code; `now` is the time of a monotonic clock.
    ///
    /// - Returns: Whether the press is fresh; the repeats of a held key are not.
    public mutating func press(_ key: UInt32, at now: Duration) -> Bool {
        defer { held[key] = HeldKey(lastPress: now) }
        guard let known = held[key] else { return true }
        return !known.isCertain && now - known.lastPress >= Self.memory
    }

    /// Handles a key release.
    public mutating func release(_ key: UInt32) {
        held.removeValue(forKey: key)
    }

    /// The window lost the focus: key releases may not be seen.
    public mutating func loseFocus() {
        for key in held.keys { held[key]?.isCertain = false }
    }
}
