/// The goal for a measured value.
enum Goal {
    case none
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
    case oursAtMost(Double)
    case oursAtLeast(Double)

    /// As it is printed and written.
    var text: String? {
        switch self {
        case .none: nil
        case .ratioAtMost(let limit): "ratio at most \(limit)"
        case .ratioAtLeast(let limit): "ratio at least \(limit)"
        case .oursAtMost(let limit): "at most \(limit)"
        case .oursAtLeast(let limit): "at least \(limit)"
        }
    }

    /// Whether it is reached; `nil` if there is no goal.
    func isReached(trusted: Double, ratio: Double) -> Bool? {
        switch self {
        case .none: nil
        case .ratioAtMost(let limit): ratio <= limit
        case .ratioAtLeast(let limit): ratio >= limit
        case .oursAtMost(let limit): trusted <= limit
        case .oursAtLeast(let limit): trusted >= limit
        }
    }
}
