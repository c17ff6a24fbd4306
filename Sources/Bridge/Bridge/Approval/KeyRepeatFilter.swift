/// Distinguishes a key that was pressed for a question from one that was already held when the question appeared.
package struct KeyRepeatFilter: Hashable, Sendable {
    private struct HeldKey: Hashable {
        var lastPress: Duration
        var isCertain = true
    }

    /// How long after its last repeat a key counts as held, because its release may have gone to another program.
    package static let memory = Duration.milliseconds(1_500)

    private var held: [UInt32: HeldKey] = [:]

    /// Creates a guard without held keys.
    package init() {}

    /// Handles a key press, by hardware key code; `now` is the time of a monotonic clock.
    ///
    /// - Returns: Whether the press is fresh; the repeats of a held key are not.
    package mutating func press(_ key: UInt32, at now: Duration) -> Bool {
        defer { held[key] = HeldKey(lastPress: now) }
        guard let known = held[key] else { return true }
        return !known.isCertain && now - known.lastPress >= Self.memory
    }

    /// Handles a key release.
    package mutating func release(_ key: UInt32) {
        held.removeValue(forKey: key)
    }

    /// The window lost the focus: key releases may not be seen.
    package mutating func loseFocus() {
        for key in held.keys { held[key]?.isCertain = false }
    }
}
