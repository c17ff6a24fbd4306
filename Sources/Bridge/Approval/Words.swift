/// Text for the user, marked with its author.
public enum Words: Hashable, Sendable {
    /// Text of the wallet itself.
    case ours(String)

    /// An address or another value that is correct by construction and shown in full.
    case exact(String)

    /// Text of the requester: quoted, in a monospace font, with visible escapes.
    case theirs(String)

    /// The text, whether trusted or not.
    public var text: String {
        switch self {
        case .ours(let text), .exact(let text), .theirs(let text): text
        }
    }
}
