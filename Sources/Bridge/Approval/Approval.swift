/// Everything that the user is shown before a decision, and the very bytes that a yes would sign.
///
/// It says the same in every window and in every test. Texts are marked as ours or as theirs (``Words``), so that
/// whoever draws it can keep a page from speaking in the wallet's voice.
public struct Approval: Hashable, Sendable {
    /// What will happen, one sentence, the largest text.
    public var sentence: String

    /// What the approving button says: the verb of the sentence, such as `Sign` or `Connect`.
    public var verb: String

    /// Account, chain, recipient and so on, in the order in which they are shown.
    public var rows: [Row] = []

    /// What the user must know before a yes.
    public var warnings: [Warning] = []

    /// Every field that is signed, in its order.
    public var fields: [Field] = []

    /// The bytes that will be hashed and signed, which the gate takes from the ``Approvable``; empty where nothing is signed.
    public internal(set) var payload: [UInt8] = []

    /// What the user is asked to type, where the answer is a text.
    public var entry: Entry?

    /// What is said once it is done, such as `Sent.`; without one, that it was signed, or that the page was told.
    public var doneSentence: String?

    /// What the user may change before the yes, such as the network fee.
    public var adjustments: [Adjustment] = []

    /// Whether the fields must be seen to their end before a decision; `nil` leaves it to ``mustBeRead``.
    public var readsToTheEnd: Bool?

    /// Creates an approval with nothing but its sentence.
    public init(_ sentence: String, verb: String) {
        self.sentence = sentence
        self.verb = verb
    }

    /// The gravest level among the warnings.
    public var level: Warning.Level {
        warnings.map(\.level).max() ?? .plain
    }

    /// Whether every field must be seen to its end before a decision, because nothing else says what they mean.
    ///
    /// Unless ``readsToTheEnd`` says otherwise, that is so where the rows tell nothing of what is signed, and where
    /// something is a danger: there the wallet's own summary may not be the whole truth.
    public var mustBeRead: Bool {
        guard !fields.isEmpty || !payload.isEmpty else { return false }
        return readsToTheEnd ?? (level == .danger || !rows.contains { $0.role.explains })
    }

    /// Whether one of its values cannot be used: then it cannot be approved.
    public var hasProblem: Bool {
        adjustments.contains { $0.problem != nil }
    }
}

extension Approval {
    /// One line of the summary.
    public struct Row: Hashable, Sendable {
        /// What a row tells, whatever its label says.
        ///
        /// Code that has to find a row looks for its role: labels are for people, and may be reworded or translated.
        public enum Role: Hashable, Sendable {
            /// The account that signs or pays.
            case account
            /// The network on which it happens.
            case network
            /// Who receives something.
            case recipient
            /// Who may spend or move something from now on.
            case spender
            /// The contract that is called, or for which the signature is made.
            case contract
            /// The contract of a token.
            case token
            /// How much, or which item.
            case amount
            /// The network fee.
            case fee
            /// What is paid in all, the network fee included.
            case total
            /// The change that returns to the wallet.
            case change
            /// Until when something is valid.
            case expiry
            /// One of several actions, in order.
            case step
            /// The kind of structured data.
            case type
            /// The merchant of a payment, and the amount of its invoice.
            case merchant
            /// Anything else.
            case detail

            /// Whether a row of this role says what approving does, not only who asks, for which account, and where.
            var explains: Bool {
                switch self {
                case .recipient, .spender, .amount, .step, .merchant: true
                case .account, .network, .contract, .token, .fee, .total, .change, .expiry, .type, .detail: false
                }
            }
        }

        /// What the line is about, such as `From`.
        public let label: String

        /// What it says.
        public let value: Words

        /// A word at the end of the line, such as `new` or the name of the chain.
        public let note: String?

        /// What the row tells.
        public let role: Role

        /// Creates a row.
        public init(_ label: String, _ value: Words, note: String? = nil, role: Role = .detail) {
            self.label = label
            self.value = value
            self.note = note
            self.role = role
        }
    }

    /// One field of what is signed.
    public struct Field: Hashable, Sendable {
        /// Where it stands, such as `message.to.wallet` or `domain.name`.
        public let path: String

        /// Its type, such as `uint256`; empty where there is none.
        public let type: String

        /// Its value as text, of the asker's making.
        public let value: String

        /// Creates a field.
        public init(path: String, type: String = "", value: String) {
            self.path = path
            self.type = type
            self.value = value
        }
    }

    /// What the user must know before a yes, and why it matters.
    public struct Warning: Hashable, Sendable {
        /// How grave.
        public enum Level: Int, Comparable, Sendable {
            /// Nothing unusual.
            case plain
            /// To look at twice.
            case caution
            /// Likely to harm: a yes needs a second, different action.
            case danger

            /// Orders levels by gravity.
            public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
        }

        /// How grave.
        public let level: Level

        /// A sentence or two.
        public let text: String

        /// Creates a warning.
        public init(_ level: Level, _ text: String) {
            self.level = level
            self.text = text
        }
    }

    /// A text that the user is asked for.
    public struct Entry: Hashable, Sendable {
        /// What to type, in our words.
        public let label: String

        /// What stands in the field at first.
        public let initial: String

        /// Creates an entry.
        public init(label: String, initial: String = "") {
            self.label = label
            self.initial = initial
        }
    }
}
