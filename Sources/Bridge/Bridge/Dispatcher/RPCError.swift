package import Messages

/// The only error that peers receive: a kind, and a sentence that is safe for the requester.
///
/// Details go to the log. The dialects translate the kind into their own codes.
public struct RPCError: Error, Hashable, Sendable {
    /// The kind of error, independent of any dialect.
    public enum Kind: String, Sendable, CaseIterable {
        /// The message is malformed.
        case malformed
        /// The method exists, but its parameters are invalid.
        case invalidParameters
        /// No such method in this dialect.
        case unknownMethod
        /// The wallet does not support the method.
        case unsupported
        /// The user rejected the request.
        case rejected
        /// The peer does not have the permission.
        case unauthorized
        /// The wallet is locked.
        case locked
        /// An object that the peer names by an ID no longer exists.
        case expired
        /// The wallet does not know the chain.
        case unknownChain
        /// The wallet has no connection that it needs.
        case disconnected
        /// The time limit of the request was reached.
        case timedOut
        /// The message is larger than the limit.
        case tooLarge
        /// The same request is already pending.
        case pending
        /// The peer has exceeded a limit.
        case tooMany
        /// The connection to the requester has ended.
        case gone
        /// Nothing was sent: there are not enough coins, or the network did not accept the transaction.
        case notSent
        /// A batch of calls needs a capability that the wallet does not have (EIP-5792).
        case unsupportedCapability
        /// A batch of calls is for a chain that the wallet cannot use (EIP-5792).
        case unsupportedChain
        /// The site has used the ID of a batch of calls before (EIP-5792).
        case duplicateID
        /// The site has sent no batch of calls with this ID (EIP-5792).
        case unknownBundle
        /// A batch has more calls than the wallet accepts (EIP-5792).
        case tooManyCalls
        /// A batch of calls must be executed as a whole, which the account cannot do (EIP-5792).
        case notAtomic
        /// An error of a merchant.
        case merchant
        /// An internal error.
        case failed
    }

    /// The kind of error.
    public let kind: Kind

    /// A sentence in English that is safe for the peer: no secrets, no file paths, nothing about other peers.
    public let message: String

    /// The sentence as a message of the catalog; `nil` if it is only for peers.
    private let translatable: Message?

    /// The sentence for the user, in the user's language; in English if it is only for peers.
    public var sentence: String { translatable?.localized ?? message }

    /// The revert data of a contract, for the caller to decode; `nil` for all other errors.
    public let revert: [UInt8]?

    /// The phrase that Ethereum libraries check for in the message of such an error, such as `nonce too low`; `nil` if
    /// the message already contains it, or if the error has no reason.
    public let phrase: String?

    /// The code that a method has set, such as `notFound`; `nil` if the kind is sufficient.
    ///
    /// Only the `invoke` dialect has such codes; in the others, the error has the code of its kind.
    public let code: String?

    /// Additional data from the method.
    public let data: EncodedValue?

    /// Creates an error that is only for peers.
    public init(_ kind: Kind, _ message: String, phrase: String? = nil) {
        self.kind = kind
        self.message = message
        self.phrase = phrase
        translatable = nil
        revert = nil
        code = nil
        data = nil
    }

    /// Creates an error that the user may also see, in the user's language; peers get it in English.
    package init(_ kind: Kind, sentence: Message, phrase: String? = nil) {
        self.kind = kind
        self.phrase = phrase
        message = sentence.english
        translatable = sentence
        revert = nil
        code = nil
        data = nil
    }

    /// The same error for peers, with a sentence for the user that says more than they may learn, such as the names of
    /// servers.
    package func telling(_ sentence: Message) -> RPCError {
        RPCError(kind, message, sentence, phrase: phrase)
    }

    private init(_ kind: Kind, _ message: String, _ translatable: Message, phrase: String?) {
        (self.kind, self.message, self.translatable, self.phrase) = (kind, message, translatable, phrase)
        revert = nil
        code = nil
        data = nil
    }

    /// Creates an error of a method, with its own code.
    ///
    /// - Parameters:
    ///   - code: The code for the page's program, such as `notFound`.
    ///   - message: A sentence that is safe for a page.
    ///   - data: Additional data for the caller.
    public init(code: String, _ message: String, data: EncodedValue? = nil) {
        kind = .failed
        self.message = message
        translatable = nil
        phrase = nil
        revert = nil
        self.code = code
        self.data = data
    }

    /// Creates the error of a call that a contract reverted.
    ///
    /// - Parameters:
    ///   - revert: The data that the contract returned.
    ///   - reason: The text in it, if it has one. Peers get it in the form of Geth, which libraries show; the user's
    ///     sentence does not have it.
    public init(revert: [UInt8], reason: String? = nil) {
        kind = .failed
        let line = reason.map { Self.singleLine($0, upTo: 1_024) } ?? ""
        let general = localizable("Execution reverted: the contract rejected this call.")
        message = line.isEmpty ? general.english : "execution reverted: \(line)"
        translatable = general
        phrase = nil
        self.revert = revert
        code = nil
        data = nil
    }
}

extension RPCError {
    /// Whether peers receive the same error.
    public static func == (left: RPCError, right: RPCError) -> Bool {
        left.kind == right.kind && left.message == right.message && left.revert == right.revert
            && left.phrase == right.phrase && left.code == right.code && left.data == right.data
    }

    /// Hashes the parts that peers receive.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(message)
        hasher.combine(revert)
        hasher.combine(phrase)
        hasher.combine(code)
        hasher.combine(data)
    }
}

extension RPCError {
    /// The user rejected the request, or an action of the user counts as a rejection.
    public static let rejected = RPCError(.rejected, sentence: localizable("User rejected the request."))

    /// The peer does not have the permission.
    public static let unauthorized = RPCError(
        .unauthorized,
        sentence: localizable("The site is not connected to this account. Ask for accounts first."))

    /// The wallet is locked.
    public static let locked = RPCError(.locked, sentence: localizable("The wallet is locked."))

    /// The time limit of the request was reached.
    public static let timedOut = RPCError(
        .timedOut, sentence: localizable("The request timed out; nothing was done."))

    /// The ID of the request is already in use.
    public static let idInUse = RPCError(
        .malformed, "A request with this id is still waiting for its answer. Use a new id for each request.")

    /// There is no method with this name.
    public static func unknownMethod(_ method: String) -> RPCError {
        RPCError(.unknownMethod, "The method \(quoted(method.prefix(scalars: 48))) does not exist / is not available.")
    }

    /// Text of a peer, shortened and escaped for a sentence of the wallet.
    public static func quoted(_ text: String) -> String { "“\(singleLine(text, upTo: 64))”" }

    private static func singleLine(_ text: String, upTo limit: Int) -> String {
        let short = text.unicodeScalars.prefix(limit).map { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control ? " " : scalar
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: short)
        return String(view)
    }
}
