/// Keeps input from pages for a moment after a window of the wallet has closed.
///
/// A person who types a passphrase looks at the keyboard and keeps typing after the window has closed. Keys stay blocked
/// until none was pressed for ``quiet``, or until the user clicks into the page; clicks that come too soon after the
/// window has closed were meant for it and are blocked, too.
public struct KeyBlock: Hashable, Sendable {
    /// How long no key may have been pressed.
    public static let quiet = Duration.milliseconds(1_500)

    /// How long after a window has closed a click is blocked.
    public static let clickPause = Duration.milliseconds(500)

    private var keysEnd: Duration?
    private var clicksEnd: Duration?
    private var holds = 0
    private var isHeld = false
    private var blockedKeys: Set<UInt32> = []

    /// Creates a block that lets everything through.
    public init() {}

    /// A window of the wallet closed; `now` is the time of a steady clock.
    public mutating func begin(at now: Duration) {
        keysEnd = now + Self.quiet
        clicksEnd = now + Self.clickPause
    }

    /// Something secret may be typed in another process: keys stay blocked until ``endHold(at:)`` or a click.
    public mutating func hold() {
        holds += 1
        isHeld = true
    }

    /// A window with a page came back to the front: while the other process runs, only a click lets keys through.
    public mutating func returnToPage() {
        isHeld = holds > 0
    }

    /// The other process has ended, as a window that closed.
    public mutating func endHold(at now: Duration) {
        holds = max(0, holds - 1)
        isHeld = isHeld && holds > 0
        begin(at: now)
    }

    /// Takes the press of a key, by its hardware code.
    ///
    /// - Returns: Whether the page must not get it.
    public mutating func press(_ key: UInt32, at now: Duration) -> Bool {
        guard isBlocked(at: now) else { return false }
        keysEnd = now + Self.quiet
        blockedKeys.insert(key)
        return true
    }

    /// Takes the release of a key.
    ///
    /// - Returns: Whether the page must not get it: it did not get the press, or the press went to a window that has gone.
    public mutating func release(_ key: UInt32, at now: Duration) -> Bool {
        blockedKeys.remove(key) != nil || isBlocked(at: now)
    }

    private func isBlocked(at now: Duration) -> Bool {
        isHeld || keysEnd.map { now < $0 } == true
    }

    /// Takes a click into the page.
    ///
    /// - Returns: Whether the page must not get it. If it does, keys are not blocked any more.
    public mutating func click(at now: Duration) -> Bool {
        if let clicksEnd, now < clicksEnd { return true }
        (keysEnd, clicksEnd, isHeld) = (nil, nil, false)
        return false
    }
}
