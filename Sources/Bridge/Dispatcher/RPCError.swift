/// The only error that crosses the bridge: what kind, and a sentence that the requester may see.
///
/// Anything more specific goes to the log. The dialects translate the kind into their own codes.
public struct RPCError: Error, Hashable, Sendable {
    /// What went wrong, apart from any dialect.
    public enum Kind: String, Sendable, CaseIterable {
        /// The message itself cannot be understood.
        case malformed
        /// The method exists, its parameters are wrong.
        case invalidParameters
        /// No such method in this dialect.
        case unknownMethod
        /// The method is known and this wallet does not offer it.
        case unsupported
        /// The user said no.
        case rejected
        /// The peer has not been given this right.
        case unauthorized
        /// The wallet is locked.
        case locked
        /// What the peer names by an id that it was given is not there any more.
        case expired
        /// The chain is not one that the wallet knows.
        case unknownChain
        /// The wallet is not connected to what it would need.
        case disconnected
        /// The request was not answered in time.
        case timedOut
        /// The message is larger than the limit.
        case tooLarge
        /// The same is being asked already.
        case pending
        /// The peer asks too much at once.
        case tooMany
        /// The requester went away.
        case gone
        /// What was to be sent was not: the coins are not enough, or the network did not take it.
        case notSent
        /// A merchant did not do what was agreed.
        case merchant
        /// Something of ours failed.
        case failed
    }

    /// What went wrong.
    public let kind: Kind

    /// A sentence safe to show to the peer: no secrets, no file paths, nothing of another peer.
    public let message: String

    /// The revert data of a contract, for the caller to decode; `nil` for all other errors.
    public let revert: [UInt8]?

    /// What libraries for Ethereum look for in the message of such an error, such as `nonce too low`; `nil` where the
    /// message has it already, or none look for anything.
    public let phrase: String?

    /// Creates an error.
    public init(_ kind: Kind, _ message: String, phrase: String? = nil) {
        self.kind = kind
        self.message = message
        self.phrase = phrase
        revert = nil
    }

    /// Creates the error of a call that a contract undid, and gave `revert` back.
    public init(revert: [UInt8]) {
        kind = .failed
        message = "Execution reverted: the contract rejected this call."
        phrase = nil
        self.revert = revert
    }
}

extension RPCError {
    /// The user said no, or did something that counts as no.
    public static let rejected = RPCError(.rejected, "User rejected the request.")

    /// The peer was never given this right.
    public static let unauthorized = RPCError(
        .unauthorized, "The site is not connected to this account. Ask for accounts first.")

    /// The wallet is locked.
    public static let locked = RPCError(.locked, "The wallet is locked.")

    /// The request was not answered in time.
    public static let timedOut = RPCError(.timedOut, "The request timed out; nothing was done.")

    /// A second request came under an id that is still in use.
    public static let idInUse = RPCError(
        .malformed, "A request with this id is still waiting for its answer. Use a new id for each request.")

    /// No method has this name.
    public static func unknownMethod(_ method: String) -> RPCError {
        RPCError(.unknownMethod, "The method \(quoted(method.prefix(scalars: 48))) does not exist / is not available.")
    }

    /// Text of a peer, short enough and plain enough to stand in one of our sentences.
    public static func quoted(_ text: String) -> String {
        let short = text.unicodeScalars.prefix(64).map { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control ? " " : scalar
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: short)
        return "“\(String(view))”"
    }
}
