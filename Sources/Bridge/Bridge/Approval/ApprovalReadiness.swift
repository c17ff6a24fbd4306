/// The conditions, apart from time, that keep the approve button of a question disabled.
///
/// Whether a press comes too early is decided by ``PressProtection``.
public struct ApprovalReadiness: Hashable, Sendable {
    /// One thing that is in the way.
    public enum Obstacle: Hashable, Sendable, CaseIterable {
        /// The user has not scrolled to the end of the signed data.
        case unread
        /// The user has not acknowledged a danger.
        case unacknowledged
        /// A value was changed, and the approval for the new value is not shown yet or could not be made.
        case outdated
        /// The question is already decided.
        case decided
    }

    /// The conditions that currently hold.
    public private(set) var obstacles: Set<Obstacle> = []

    /// Creates the state of a new question.
    public init(isDangerous: Bool, mustBeRead: Bool) {
        if isDangerous { obstacles.insert(.unacknowledged) }
        if mustBeRead { obstacles.insert(.unread) }
    }

    /// The question was replaced: the user must read and acknowledge the new one.
    public mutating func renew(isDangerous: Bool, mustBeRead: Bool) {
        acknowledge(!isDangerous)
        if mustBeRead { unread() } else { read() }
    }

    /// The end of the signed data was visible.
    public mutating func read() {
        obstacles.remove(.unread)
    }

    /// The signed data grew: its end must be seen again.
    public mutating func unread() {
        obstacles.insert(.unread)
    }

    /// The user acknowledged the danger, or withdrew that.
    public mutating func acknowledge(_ isAcknowledged: Bool) {
        if isAcknowledged { obstacles.remove(.unacknowledged) } else { obstacles.insert(.unacknowledged) }
    }

    /// Sets whether the approval on the screen is out of date.
    public mutating func outdate(_ isOutdated: Bool) {
        if isOutdated { obstacles.insert(.outdated) } else { obstacles.remove(.outdated) }
    }

    /// The user decided; this is final.
    public mutating func decide() {
        obstacles.insert(.decided)
    }

    /// Whether the button is enabled.
    public var isClear: Bool { obstacles.isEmpty }
}
