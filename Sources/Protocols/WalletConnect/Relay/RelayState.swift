internal import Messages

/// The connection to the relay, as the user sees it.
public enum RelayState: Hashable, Sendable {
    /// There is no connection, because nothing needs one.
    case offline
    /// A connection is being made.
    case connecting
    /// There is a connection since a time in milliseconds since 1970.
    case connected(since: Int64)
    /// The next attempt is at a time in milliseconds since 1970; why the last one failed.
    case waiting(until: Int64, RelayObstacle)
    /// No further attempt is made until the configuration changes, or the user asks for it.
    case refused(RelayRefusal)
}

/// Why there is no connection to the relay for now.
public enum RelayObstacle: Hashable, Sendable {
    /// The relay cannot be reached.
    case unreachable
    /// The proxy cannot be reached.
    case proxy
    /// The relay could not prove its identity.
    case untrusted
    /// The relay did not answer in time, or was silent.
    case timedOut
    /// The connection was lost.
    case lost
    /// The relay closed the connection.
    case closed
    /// The relay restarts, or moves its connections.
    case moved
    /// The relay has too many connections or requests.
    case crowded
    /// What the relay sent is not its protocol.
    case malformed
    /// The server is not a relay: the HTTP status of its answer.
    case notRelay(status: Int)
}

/// Why a relay does not accept this client.
public enum RelayRefusal: Hashable, Sendable {
    /// The clock of this computer differs from the relay's by so many seconds; positive if the relay's is ahead.
    case clock(seconds: Int64)
    /// The relay needs a project ID.
    case projectMissing
    /// The relay does not accept the project ID.
    case projectUnknown
    /// The relay does not accept programs like this one for the project ID.
    case origin
    /// The relay does not serve this country.
    case country
    /// The relay does not accept the credentials.
    case credentials
}

extension RelayState {
    /// Whether no further attempt is made until the user does something.
    public var isFinal: Bool {
        guard case .refused = self else { return false }
        return true
    }

    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .offline: localized("Not connected to the relay, because nothing needs a connection.")
        case .connecting: localized("Connecting to the relay…")
        case .connected: localized("Connected to the relay.")
        case .waiting(_, let obstacle): obstacle.sentence
        case .refused(let refusal): refusal.sentence
        }
    }
}

extension RelayObstacle {
    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .unreachable: localized("The relay cannot be reached.")
        case .proxy: localized("The proxy to the relay cannot be reached.")
        case .untrusted: localized("The relay could not prove its identity.")
        case .timedOut: localized("The relay did not answer in time.")
        case .lost: localized("The connection to the relay was lost.")
        case .closed: localized("The relay closed the connection.")
        case .moved: localized("The relay is restarting.")
        case .crowded: localized("The relay is too busy.")
        case .malformed: localized("The relay sent invalid data.")
        case .notRelay: localized("The server at the address of the relay is not a relay.")
        }
    }
}

extension RelayRefusal {
    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .clock(let seconds): Self.clock(seconds.magnitude)
        case .projectMissing: localized("The relay requires a project ID.")
        case .projectUnknown: localized("The relay does not accept the project ID.")
        case .origin: localized("The relay does not accept this program for the project ID.")
        case .country: localized("The relay is not available in this country.")
        case .credentials: localized("The relay refused the connection.")
        }
    }

    private static func clock(_ seconds: UInt64) -> String {
        let minutes = (seconds + 30) / 60
        let (hours, days) = ((minutes + 30) / 60, (minutes + 720) / 1_440)
        return switch minutes {
        case ..<120:
            localized(
                "The clock of this computer is wrong by about \(minutes, as: "count") minute.",
                plural: "The clock of this computer is wrong by about \(minutes, as: "count") minutes.",
                count: minutes)
        case ..<2_880:
            localized(
                "The clock of this computer is wrong by about \(hours, as: "count") hour.",
                plural: "The clock of this computer is wrong by about \(hours, as: "count") hours.", count: hours)
        default:
            localized(
                "The clock of this computer is wrong by about \(days, as: "count") day.",
                plural: "The clock of this computer is wrong by about \(days, as: "count") days.", count: days)
        }
    }
}
