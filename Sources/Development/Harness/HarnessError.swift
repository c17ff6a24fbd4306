/// An error of the harness, with a sentence for the user of the program.
public struct HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Kind: String, Sendable {
        /// Nothing can be run, or there is no display to run it on.
        case unusable
        /// Something did not happen in time.
        case late
        /// The window or the element does not exist, or does not accept the action.
        case missing
    }

    /// The kind of error.
    public let kind: Kind

    /// A sentence.
    public let description: String

    /// Creates an error.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
