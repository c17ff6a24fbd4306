/// What is done after an attempt to connect, or a connection, has ended.
enum RelayVerdict: Hashable, Sendable {
    /// Another attempt follows.
    case again(RelayBackoff.Cause, RelayObstacle, pause: Int64? = nil)
    /// None follows by itself.
    case stop(RelayRefusal)

    /// By how many seconds the clocks may differ, before that is why a relay refused.
    private static let leeway: UInt64 = 120

    /// After an HTTP answer that opens no connection.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - skew: By how many seconds the relay's clock is ahead, if it is known.
    ///   - hasProject: Whether a project ID was sent.
    init(_ response: RelayResponse, skew: Int64?, hasProject: Bool) {
        switch response.status {
        case 401, 403:
            self = .stop(
                Self.refusal(response.body, status: response.status, skew: skew, hasProject: hasProject))
        case 429: self = .again(.crowded, .crowded, pause: response.pause)
        case 451: self = .stop(.country)
        case 500...599: self = .again(.lost, .crowded, pause: response.pause)
        default: self = .again(.lost, .notRelay(status: response.status), pause: response.pause)
        }
    }

    /// After the end of a connection.
    init(_ end: RelayEnd, skew: Int64?, hasProject: Bool) {
        switch end {
        case .failed(let obstacle): self = .again(.lost, obstacle)
        case .closed(3000, let reason):
            self = .stop(Self.refusal(reason, status: 0, skew: skew, hasProject: hasProject))
        case .closed(1001, _), .closed(4010, _): self = .again(.moved, .moved)
        case .closed(1013, _), .closed(3001, _): self = .again(.crowded, .crowded)
        case .closed: self = .again(.lost, .closed)
        }
    }

    /// Names the reason, which the relay's text may contain; the text itself is never shown.
    private static func refusal(_ text: String, status: Int, skew: Int64?, hasProject: Bool) -> RelayRefusal {
        if let skew, skew.magnitude > leeway { return .clock(seconds: skew) }
        let names: [(String, RelayRefusal)] = [
            ("ProjectIdNotSpecified", .projectMissing), ("ProjectNotFound", .projectUnknown),
            ("ProjectInactive", .projectUnknown), ("OriginNotAllowed", .origin), ("CountryBlocked", .country),
            ("InvalidJwt", .credentials), ("MissingJwt", .credentials),
        ]
        if let named = names.first(where: { text.contains($0.0) }) { return named.1 }
        // The public relay answers 401 to an unknown project, and 403 to a program that the project does not allow.
        switch (status, hasProject) {
        case (401, false): return .projectMissing
        case (401, true): return .projectUnknown
        case (403, true): return .origin
        default: return .credentials
        }
    }
}
