/// Text on its way to the user, with who wrote it.
public enum Words: Hashable, Sendable {
    /// The wallet's own words.
    case ours(String)

    /// An address or another value that is right by construction, to be shown whole.
    case exact(String)

    /// Text of the asker: quoted, in the monospace face, escapes shown.
    case theirs(String)

    /// The text, whoever wrote it.
    public var text: String {
        switch self {
        case .ours(let text), .exact(let text), .theirs(let text): text
        }
    }
}
