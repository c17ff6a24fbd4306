public import Bridge
import Messages

/// Why the wallet cannot do what the user asked for: one sentence for the user.
public struct WalletError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is; the exit status of a command says so.
    public enum Kind: String, Sendable {
        /// It failed.
        case failed

        /// The wallet is locked, or no window of it is open.
        case locked

        /// The user rejected it.
        case rejected

        /// It is not known whether a transaction was sent.
        case unknown

        /// The command line does not make sense.
        case usage

        /// The exit status of a command.
        public var status: Int32 {
            switch self {
            case .failed: 1
            case .locked: 2
            case .rejected: 3
            case .unknown: 4
            case .usage: 64
            }
        }
    }

    /// The kind of reason.
    public let kind: Kind

    /// The ID of the field whose entry cannot be used; `nil` if it is not about one.
    public let field: FieldID?

    /// The sentence.
    public let description: String

    /// Creates an error about something that failed.
    public init(_ description: String) {
        self.init(.failed, description)
    }

    /// Creates an error of a command.
    public init(_ kind: Kind, _ description: String) {
        (self.kind, self.description, field) = (kind, description, nil)
    }

    /// Creates an error about the entry in a field.
    public init(field: FieldID, _ description: String) {
        (kind, self.description, self.field) = (.usage, description, field)
    }

    /// Creates the error of a request that was not carried out.
    public init(_ error: RPCError) {
        switch error.kind {
        case .locked: self.init(.locked, error.sentence)
        case .rejected: self.init(.rejected, error.sentence)
        case .invalidParameters: self.init(.usage, error.sentence)
        default: self.init(.failed, error.sentence)
        }
    }
}
