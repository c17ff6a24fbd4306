internal import Bridge
internal import Messages

extension WalletConnectError {
    /// Why something could not be done with a relay.
    public enum Relay: Hashable, Sendable {
        /// The address of the relay is not `wss`, or `ws` to this machine, or it is malformed.
        case address
        /// The project ID has other characters than letters, digits, hyphens and underscores.
        case projectID
        /// The client was stopped, or its configuration was changed.
        case stopped
        /// The caller was cancelled.
        case cancelled
        /// The relay refuses to be connected with this configuration.
        case refused(RelayRefusal)
        /// The relay did not answer in time.
        case timedOut
        /// The connection ended before the answer.
        case interrupted
        /// Too many calls are waiting for an answer.
        case busy
        /// A message is larger than any relay accepts, or empty.
        case messageSize
        /// A lifetime is not between one second and seven days.
        case lifetime
        /// There would be more topics than the limit.
        case tooManyTopics
        /// Too many messages wait to be published.
        case outboxFull
        /// What must survive a restart could not be stored.
        case storage
        /// The lifetime of a message ended before a relay had accepted it.
        case expired
        /// The relay's answer does not have the form that the method has.
        case answer
        /// The relay answered with an error: its code, and the name of its kind if it has the form of one, such as
        /// `TtlTooLong`.
        case rejected(code: Int64, name: String?)
    }
}

extension WalletConnectError.Relay {
    /// Takes the code and the name from a relay's error; its other text is dropped.
    init(_ response: ErrorResponse) {
        let texts = [response.data?.string, response.data?["tag"]?.string, response.data?["name"]?.string]
        self = .rejected(code: response.code, name: texts.lazy.compactMap { $0 }.first(where: Self.isName))
    }

    /// Whether the same call may succeed later without any change.
    var isTemporary: Bool {
        switch self {
        case .timedOut, .interrupted, .busy, .answer: true
        case .rejected(let code, let name): !Self.isAboutCall(code, name)
        default: false
        }
    }

    /// Whether an error says something about the call itself, so that the relay would say the same later.
    ///
    /// Every other error is a limit or a fault of the relay: it says nothing about the message.
    private static func isAboutCall(_ code: Int64, _ name: String?) -> Bool {
        switch code {
        case unauthorized, -32_700, -32_602 ... -32_600: true
        default: name.map(namesOfCalls.contains) ?? false
        }
    }

    /// The names of errors about a call that have a code for other errors, too.
    private static let namesOfCalls: Set<String> = [
        "TtlTooShort", "TtlTooLong", "SubscriberLimitExceeded", "InvalidTopic", "PayloadSizeExceeded",
    ]

    /// Whether the relay asks for fewer calls.
    var isCrowded: Bool {
        guard case .rejected(let code, _) = self else { return false }
        return code == Self.tooManyRequests
    }

    /// The code of a relay's error about credentials.
    static let unauthorized: Int64 = 3000

    /// The code of a relay's error about the number of calls.
    static let tooManyRequests: Int64 = 3001

    /// Whether a text of the relay has the form of a name, and can be logged.
    static func isName(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
    }
}

extension WalletConnectError.Relay: CustomStringConvertible {
    /// A sentence in English, for logs.
    public var description: String {
        switch self {
        case .address: "The address of the relay is not wss, or ws to this machine."
        case .projectID: "The project ID is not valid."
        case .stopped: "The relay client was stopped."
        case .cancelled: "The caller was cancelled."
        case .refused(let refusal): "The relay refused the connection: \(refusal)."
        case .timedOut: "The relay did not answer in time."
        case .interrupted: "The connection to the relay ended before the answer."
        case .busy: "Too many calls to the relay are waiting."
        case .messageSize: "The message is empty or too large for a relay."
        case .lifetime: "The lifetime of the message is not between one second and seven days."
        case .tooManyTopics: "There are too many topics."
        case .outboxFull: "Too many messages wait to be published."
        case .storage: "What must survive a restart could not be stored."
        case .expired: "The lifetime of the message ended before a relay had accepted it."
        case .answer: "The relay's answer does not have the form that the method has."
        case .rejected(let code, let name): "The relay answered with the error \(code)\(name.map { " (\($0))" } ?? "")."
        }
    }
}
