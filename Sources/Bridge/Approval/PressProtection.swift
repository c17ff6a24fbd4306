/// Decides whether a press counts as the user's answer to what is on the screen.
///
/// A question can appear under a pointer that is about to click, or under fingers that are typing. So a press counts only
/// after a period in which nothing changed and nothing was pressed; each press before the end of the period starts it
/// again. A press with the pointer counts only if the pointer has moved since the question appeared.
public struct PressProtection: Hashable, Sendable {
    /// A place in a window's coordinates, in pixels.
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
        /// A mouse button, at a place.
        case pointer(Point)
        /// A touch screen, which has no pointer that could move first.
        case touch
        /// A key; a key that was held before and repeats is not fresh.
        case key(isFresh: Bool)
    }

    /// The period for whatever signs, pays, or starts another program.
    public static let forDecisions = Duration.seconds(1)

    /// The period for questions whose answer can be taken back, such as whether to discard a form.
    public static let forOrdinaryQuestions = Duration.milliseconds(500)

    /// How far the pointer must move, in pixels; GTK takes less for an unsteady hand and not for a drag.
    public static let leastMovement = 8.0

    /// How long nothing may have changed and nothing been pressed.
    public let period: Duration

    private var end: Duration?
    private var firstSeen: Point?
    private var hasMoved = false

    /// Creates the protection of a question that is not on the screen yet.
    public init(period: Duration = forDecisions) {
        self.period = period
    }

    /// The question appeared, its content changed, or it moved; `now` is the time of a steady clock.
    public mutating func appear(at now: Duration) {
        firstSeen = nil
        hasMoved = false
        restart(at: now)
    }

    /// Starts the period again, for example because the focus came back to the window.
    public mutating func restart(at now: Duration) {
        end = now + period
    }

    /// The question left the screen: nothing counts until it appears again.
    public mutating func hide() {
        end = nil
        firstSeen = nil
        hasMoved = false
    }

    /// The pointer was seen at `point`.
    ///
    /// The first place after the question appeared is where the pointer was already; only a distance from there is a
    /// movement.
    public mutating func pointer(at point: Point) {
        guard let firstSeen else {
            self.firstSeen = point
            return
        }
        let (x, y) = (point.x - firstSeen.x, point.y - firstSeen.y)
        if x * x + y * y >= Self.leastMovement * Self.leastMovement { hasMoved = true }
    }

    /// Takes a press.
    ///
    /// - Returns: Whether it counts. If not, the period starts again.
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

    /// Whether the period is over: whatever activates a button now was begun after it.
    public func isOver(at now: Duration) -> Bool {
        remaining(at: now) == .zero
    }

    /// How long until the period is over; `nil` while the question is not on the screen.
    public func remaining(at now: Duration) -> Duration? {
        end.map { max(.zero, $0 - now) }
    }
}
