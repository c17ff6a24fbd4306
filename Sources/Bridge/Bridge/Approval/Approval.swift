/// Everything that the user sees before a decision, and the exact bytes that will be signed.
///
/// It has the same content in every window and in every test. Its texts are marked with their author (``DisplayText``),
/// so that a page's text is never displayed as the wallet's own.
public struct Approval: Hashable, Sendable {
    /// What will happen, in one sentence; the largest text.
    public var sentence: String

    /// The label of the approve button: the verb of the sentence, such as `Sign` or `Connect`.
    public var verb: String

    /// Account, chain, recipient and so on, in the order in which they are shown.
    public var rows: [Row] = []

    /// What the user must know before approving.
    public var warnings: [Warning] = []

    /// All fields that are signed, in order.
    public var fields: [Field] = []

    /// The bytes that will be hashed and signed, from the ``Approvable``; empty if nothing is signed.
    public internal(set) var payload: [UInt8] = []

    /// The text entry, if the user must type something.
    public var entry: Entry?

    /// The sentence shown afterwards, such as `Sent.`; by default that it was signed, or that the site got its answer.
    public var doneSentence: String?

    /// What the user can change before approving, such as the network fee.
    public var adjustments: [Adjustment] = []

    /// Whether the user must scroll to the end of the fields before deciding; `nil` leaves it to ``mustBeRead``.
    public var readsToTheEnd: Bool?

    /// Creates an approval with only a sentence and a verb.
    public init(_ sentence: String, verb: String) {
        self.sentence = sentence
        self.verb = verb
    }

    /// The highest level of the warnings.
    public var level: Warning.Level {
        warnings.map(\.level).max() ?? .plain
    }

    /// Whether the user must scroll to the end of the fields before deciding, because only they show what is signed.
    ///
    /// Unless ``readsToTheEnd`` is set, this is so if no row explains what is signed, or if there is a danger warning:
    /// then the wallet's own summary may be incomplete.
    public var mustBeRead: Bool {
        guard !fields.isEmpty || !payload.isEmpty else { return false }
        return readsToTheEnd ?? (level == .danger || !rows.contains { $0.role.explains })
    }

    /// Whether one of the adjustments has an invalid value; then it cannot be approved.
    public var hasProblem: Bool {
        adjustments.contains { $0.problem != nil }
    }
}

extension Approval {
    /// One line of the summary.
    public struct Row: Hashable, Sendable {
        /// The meaning of a row, independent of its label.
        ///
        /// Code that looks for a row uses its role: labels are for the user, and can be reworded or translated.
        public enum Role: Hashable, Sendable {
            /// The account that signs or pays.
            case account
            /// The network on which it happens.
            case network
            /// The account that receives something.
            case recipient
            /// The account that may spend or move something from now on.
            case spender
            /// The name of the address in the row before, as its owner or a registry says.
            case name
            /// The contract that is called, or the verifying contract of the signature.
            case contract
            /// The contract of a token.
            case token
            /// The amount, or the item.
            case amount
            /// The network fee.
            case fee
            /// The total amount paid, including the network fee.
            case total
            /// The change that returns to the wallet.
            case change
            /// When something expires.
            case expiry
            /// One of several actions, in order.
            case step
            /// The type of structured data.
            case type
            /// The merchant of a payment, and the amount of its invoice.
            case merchant
            /// Any other detail.
            case detail

            /// Whether a row with this role describes the effect of approving, not only the requester, the account and
            /// the network.
            var explains: Bool {
                switch self {
                case .recipient, .spender, .amount, .step, .merchant: true
                case .account, .network, .name, .contract, .token, .fee, .total, .change, .expiry, .type, .detail: false
                }
            }
        }

        /// The label, such as `From`.
        public let label: String

        /// The value.
        public let value: DisplayText

        /// A short note at the end of the line, such as `new` or the name of the chain.
        public let note: String?

        /// The meaning of the row.
        public let role: Role

        /// Creates a row.
        public init(_ label: String, _ value: DisplayText, note: String? = nil, role: Role = .detail) {
            self.label = label
            self.value = value
            self.note = note
            self.role = role
        }
    }

    /// A field of the signed data.
    public struct Field: Hashable, Sendable {
        /// Its path, such as `message.to.wallet` or `domain.name`.
        public let path: String

        /// Its type, such as `uint256`; empty if it has none.
        public let type: String

        /// Its value as text from the requester.
        public let value: String

        /// Creates a field.
        public init(path: String, type: String = "", value: String) {
            self.path = path
            self.type = type
            self.value = value
        }
    }

    /// Something that the user must know before approving, and why it matters.
    public struct Warning: Hashable, Sendable {
        /// The severity of a warning.
        public enum Level: Int, Comparable, Sendable {
            /// Nothing unusual.
            case plain
            /// Needs a second look.
            case caution
            /// Likely to cause harm: approving needs a second, different action.
            case danger

            /// Orders levels by severity.
            public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
        }

        /// The severity.
        public let level: Level

        /// One or two sentences.
        public let text: String

        /// Creates a warning.
        public init(_ level: Level, _ text: String) {
            self.level = level
            self.text = text
        }
    }

    /// A text that the user must type.
    public struct Entry: Hashable, Sendable {
        /// What to type; text of the wallet itself.
        public let label: String

        /// The initial content of the field.
        public let initial: String

        /// Creates an entry.
        public init(label: String, initial: String = "") {
            self.label = label
            self.initial = initial
        }
    }
}
