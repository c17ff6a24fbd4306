/// Text for the user, marked with its author.
public enum DisplayText: Hashable, Sendable {
    /// Text of the wallet itself.
    case trusted(String)

    /// An address or another value that is correct by construction and shown in full.
    case exact(String)

    /// Text of the requester: quoted, in a monospace font, with visible escapes.
    case untrusted(String)

    /// The text, whether trusted or not.
    public var text: String {
        switch self {
        case .trusted(let text), .exact(let text), .untrusted(let text): text
        }
    }
}
