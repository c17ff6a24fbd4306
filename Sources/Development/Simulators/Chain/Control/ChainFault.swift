/// What a service of a simulated chain does wrong instead of answering a request.
package enum ChainFault: Hashable, Sendable {
    /// It answers with an error.
    case refuse(code: Int, message: String)
    /// It answers as if it had done what was asked, and does nothing; a question gets no answer.
    case swallow
    /// It answers after a while.
    case delay(Duration)
    /// It answers something else, in the right form.
    case lie
    /// It never answers; the connection stays open.
    case stop
    /// It ends the connection instead of answering.
    case close

    /// The names of all faults, as the control interface takes them.
    package static let names = ["refuse", "swallow", "delay", "lie", "stop", "close"]

    /// The name of the fault.
    package var name: String {
        switch self {
        case .refuse: "refuse"
        case .swallow: "swallow"
        case .delay: "delay"
        case .lie: "lie"
        case .stop: "stop"
        case .close: "close"
        }
    }

    /// The fault with this name, with usual values for what the name does not say.
    ///
    /// - Returns: `nil` for any other name.
    package init?(
        name: String, code: Int = -32_000, message: String = "refused by a test", delay: Duration = .seconds(1)
    ) {
        switch name {
        case "refuse": self = .refuse(code: code, message: message)
        case "swallow": self = .swallow
        case "delay": self = .delay(delay)
        case "lie": self = .lie
        case "stop": self = .stop
        case "close": self = .close
        default: return nil
        }
    }
}
