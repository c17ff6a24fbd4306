/// What still keeps the approving button of a question from being pressed, apart from time.
///
/// Whether a press comes too early is decided by ``PressProtection``.
public struct ApprovalReadiness: Hashable, Sendable {
    /// One thing that is in the way.
    public enum Obstacle: Hashable, Sendable, CaseIterable {
        /// What is signed was not seen to its end.
        case unread
        /// A danger was not acknowledged.
        case unacknowledged
        /// A value was changed, and the approval for the new value is not shown yet or cannot be made.
        case outdated
        /// It was decided already.
        case decided
    }

    /// What is in the way.
    public private(set) var obstacles: Set<Obstacle> = []

    /// Creates the state of a question that was not looked at yet.
    public init(isDangerous: Bool, mustBeRead: Bool) {
        if isDangerous { obstacles.insert(.unacknowledged) }
        if mustBeRead { obstacles.insert(.unread) }
    }

    /// Something else takes the place of what was asked: what was read or acknowledged of it does not count.
    public mutating func renew(isDangerous: Bool, mustBeRead: Bool) {
        acknowledge(!isDangerous)
        if mustBeRead { unread() } else { read() }
    }

    /// The end of what is signed was in view.
    public mutating func read() {
        obstacles.remove(.unread)
    }

    /// More came than was read: its end must be seen again.
    public mutating func unread() {
        obstacles.insert(.unread)
    }

    /// The user acknowledged the danger, or took it back.
    public mutating func acknowledge(_ isAcknowledged: Bool) {
        if isAcknowledged { obstacles.remove(.unacknowledged) } else { obstacles.insert(.unacknowledged) }
    }

    /// What is shown does not match the changed values, or matches them again.
    public mutating func outdate(_ isOutdated: Bool) {
        if isOutdated { obstacles.insert(.outdated) } else { obstacles.remove(.outdated) }
    }

    /// The user decided; this is final.
    public mutating func decide() {
        obstacles.insert(.decided)
    }

    /// Whether nothing is in the way.
    public var isClear: Bool { obstacles.isEmpty }
}
