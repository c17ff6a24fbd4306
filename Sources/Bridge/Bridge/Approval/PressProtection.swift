/// Decides whether a press counts as the user's answer to what is on the screen.
///
/// A question can appear under a pointer that is about to click, or while the user is typing. So a press counts only
/// after a period in which nothing changed and nothing was pressed; an earlier press restarts the period. A pointer
/// press counts only if the pointer has moved since the question appeared.
public struct PressProtection: Hashable, Sendable {
    /// A position in window coordinates, in pixels.
    public struct Point: Hashable, Sendable {
        /// Pixels from the left.
        public let x: Double

        /// Pixels from the top.
        public let y: Double

        /// Creates a point.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// What was pressed.
    public enum Press: Hashable, Sendable {
        /// A mouse button at a position.
        case pointer(Point)
        /// A touch, which has no pointer movement before it.
        case touch
        /// A key; the repeats of a key that was already held are not fresh.
        case key(isFresh: Bool)
    }

    /// The period for questions that sign, pay, or start another program.
    public static let forDecisions = Duration.seconds(1)

    /// The period for questions whose answer can be undone, such as whether to discard a form.
    public static let forOrdinaryQuestions = Duration.milliseconds(500)

    /// The minimum pointer movement, in pixels; GTK treats less as an unsteady hand and not as a drag.
    public static let leastMovement = 8.0

    /// The time without changes and presses that must pass.
    public let period: Duration

    private var end: Duration?
    private var firstSeen: Point?
    private var hasMoved = false

    /// Creates the protection of a question that is not on the screen yet.
    public init(period: Duration = forDecisions) {
        self.period = period
    }

    /// The question appeared, changed, or moved; `now` is the time of a monotonic clock.
    public mutating func appear(at now: Duration) {
        firstSeen = nil
        hasMoved = false
        restart(at: now)
    }

    /// Restarts the period, for example because the window regained the focus.
    public mutating func restart(at now: Duration) {
        end = now + period
    }

    /// The question left the screen: no press counts until it appears again.
    public mutating func hide() {
        end = nil
        firstSeen = nil
        hasMoved = false
    }

    /// The pointer is at `point`.
    ///
    /// The first position after the question appeared is the starting point; only the distance from it is a movement.
    public mutating func pointer(at point: Point) {
        guard let firstSeen else {
            self.firstSeen = point
            return
        }
        let (x, y) = (point.x - firstSeen.x, point.y - firstSeen.y)
        if x * x + y * y >= Self.leastMovement * Self.leastMovement { hasMoved = true }
    }

    /// Handles a press.
    ///
    /// - Returns: Whether the press counts. If not, the period restarts.
    public mutating func press(_ press: Press, at now: Duration) -> Bool {
        let isIntended =
            switch press {
            case .pointer(let point): isMoved(to: point)
            case .touch: true
            case .key(let isFresh): isFresh
            }
        if isIntended, isOver(at: now) { return true }
        if end != nil { restart(at: now) }
        return false
    }

    private mutating func isMoved(to point: Point) -> Bool {
        pointer(at: point)
        return hasMoved
    }

    /// Whether the period is over, so that a press that starts now counts.
    public func isOver(at now: Duration) -> Bool {
        remaining(at: now) == .zero
    }

    /// The time until the period is over; `nil` while the question is not on the screen.
    public func remaining(at now: Duration) -> Duration? {
        end.map { max(.zero, $0 - now) }
    }
}
