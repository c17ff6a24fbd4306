/// An error of the harness; its sentence is for the user of the program.
public struct HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public enum Kind: String, Sendable {
        /// There is nothing to run, or nothing to run it on.
        case unusable
        /// Something did not happen in time.
        case late
        /// The window or the element is not there, or does not take what was asked of it.
        case missing
    }

    /// What kind of thing went wrong.
    public let kind: Kind

    /// A sentence.
    public let description: String

    /// Creates an error.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
