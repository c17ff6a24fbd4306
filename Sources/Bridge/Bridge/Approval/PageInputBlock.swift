/// Blocks input to pages for a moment after a window of the wallet closes.
///
/// A person who types a passphrase looks at the keyboard and keeps typing after the window closes. Keys stay blocked
/// until none has been pressed for ``quiet``, or until the user clicks into the page. Clicks too soon after the window
/// has closed were meant for it, so they are blocked, too.
package struct PageInputBlock: Hashable, Sendable {
    /// The time without key presses after which keys are unblocked.
    package static let quiet = Duration.milliseconds(1_500)

    /// The time after a window closes in which clicks are blocked.
    package static let clickPause = Duration.milliseconds(500)

    private var keysEnd: Duration?
    private var clicksEnd: Duration?
    private var holds = 0
    private var isHeld = false
    private var blockedKeys: Set<UInt32> = []

    /// Creates a block that is not active.
    package init() {}

    /// A window of the wallet closed; `now` is the time of a monotonic clock.
    package mutating func begin(at now: Duration) {
        keysEnd = now + Self.quiet
        clicksEnd = now + Self.clickPause
    }

    /// The user may type a secret in another process: keys stay blocked until ``endHold(at:)`` or a click.
    package mutating func hold() {
        holds += 1
        isHeld = true
    }

    /// A window with a page returned to the front: while the other process runs, only a click unblocks keys.
    package mutating func returnToPage() {
        isHeld = holds > 0
    }

    /// The other process ended; this has the same effect as a closed window.
    package mutating func endHold(at now: Duration) {
        holds = max(0, holds - 1)
        isHeld = isHeld && holds > 0
        begin(at: now)
    }

    /// How much longer keys are blocked if none is pressed; `nil` if they are not blocked.
    package func remaining(at now: Duration) -> Duration? {
        guard isBlocked(at: now) else { return nil }
        return keysEnd.map { max($0 - now, .zero) } ?? .zero
    }

    /// Whether only a click unblocks keys, because the user may type a secret in another process.
    package var waitsForClick: Bool { isHeld }

    /// A key was pressed in another window: the user is still typing, so keys stay blocked for longer.
    package mutating func pressElsewhere(at now: Duration) {
        if isBlocked(at: now) { keysEnd = now + Self.quiet }
    }

    /// Handles a key press, by hardware key code.
    ///
    /// - Returns: Whether to keep the press from the page.
    package mutating func press(_ key: UInt32, at now: Duration) -> Bool {
        guard isBlocked(at: now) else { return false }
        keysEnd = now + Self.quiet
        blockedKeys.insert(key)
        return true
    }

    /// Handles a key release.
    ///
    /// - Returns: Whether to keep the release from the page: the page did not get the press, or the press went to a
    ///   closed window.
    package mutating func release(_ key: UInt32, at now: Duration) -> Bool {
        blockedKeys.remove(key) != nil || isBlocked(at: now)
    }

    private func isBlocked(at now: Duration) -> Bool {
        isHeld || keysEnd.map { now >= $0 - Self.quiet && now < $0 } == true
    }

    /// Handles a click into the page.
    ///
    /// - Returns: Whether to keep the click from the page. If not, keys are no longer blocked.
    package mutating func click(at now: Duration) -> Bool {
        if let clicksEnd, now < clicksEnd { return true }
        (keysEnd, clicksEnd, isHeld) = (nil, nil, false)
        return false
    }
}
