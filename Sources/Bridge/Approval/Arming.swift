/// When the approving button of a question may be pressed.
///
/// A press within the delay after something changed on the screen was meant for what was there before: a click that
/// a page provoked, a key that is still held, a window that came to the front under the pointer.
public struct Arming: Hashable, Sendable {
    /// What still keeps the button from being pressed, apart from time.
    public enum Obstacle: Hashable, Sendable, CaseIterable {
        /// Not on the screen.
        case hidden
        /// What is signed was not seen to its end.
        case unread
        /// A danger was not acknowledged.
        case unacknowledged
        /// A value was changed, and what it makes of the rest is not shown yet or cannot be.
        case outdated
        /// It was decided already.
        case decided
    }

    /// How long everything must have been as it is.
    public let delay: Duration

    /// What is in the way.
    public private(set) var obstacles: Set<Obstacle>

    private var settled: Duration?

    /// Creates the state of a question that is not on the screen yet.
    public init(delay: Duration = .milliseconds(500), isDangerous: Bool, mustBeRead: Bool) {
        self.delay = delay
        obstacles = [.hidden]
        if isDangerous { obstacles.insert(.unacknowledged) }
        if mustBeRead { obstacles.insert(.unread) }
    }

    /// It appeared, its content changed, or the focus came back to it; `now` is the time of a steady clock.
    public mutating func disturb(at now: Duration) {
        obstacles.remove(.hidden)
        settled = now + delay
    }

    /// Something else takes the place of what was asked: what was read or acknowledged of it does not count.
    public mutating func renew(isDangerous: Bool, mustBeRead: Bool) {
        acknowledge(!isDangerous)
        if mustBeRead { unread() } else { read() }
    }

    /// It left the screen.
    public mutating func hide() {
        obstacles.insert(.hidden)
        settled = nil
    }

    /// The end of what is signed was in view.
    public mutating func read() {
        obstacles.remove(.unread)
    }

    /// More came than was read: its end must be seen again.
    public mutating func unread() {
        obstacles.insert(.unread)
    }

    /// The user said to have understood the danger, or took it back.
    public mutating func acknowledge(_ isAcknowledged: Bool) {
        if isAcknowledged { obstacles.remove(.unacknowledged) } else { obstacles.insert(.unacknowledged) }
    }

    /// What is shown is not what the changed values make of it, or is again.
    public mutating func outdate(_ isOutdated: Bool) {
        if isOutdated { obstacles.insert(.outdated) } else { obstacles.remove(.outdated) }
    }

    /// The user decided; there is no way back.
    public mutating func decide() {
        obstacles.insert(.decided)
    }

    /// Whether a press at `now` counts.
    public func isArmed(at now: Duration) -> Bool {
        obstacles.isEmpty && remaining(at: now) == .zero
    }

    /// How long until the delay is over; `nil` while it has not begun.
    public func remaining(at now: Duration) -> Duration? {
        settled.map { max(.zero, $0 - now) }
    }
}
