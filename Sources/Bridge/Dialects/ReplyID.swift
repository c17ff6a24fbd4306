/// What an answer repeats of its message, so that the asker can tell which it answers.
///
/// It identifies nothing inside the wallet: pages choose these texts.
public struct ReplyID: Hashable, Sendable {
    /// The id as the peer wrote it, a JSON string or number.
    public let id: JSON

    /// The name of the method as the peer wrote it.
    public let command: String

    /// Creates an echo.
    public init(id: JSON, command: String) {
        self.id = id
        self.command = command
    }
}
