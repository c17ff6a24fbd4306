import Messages
import WebHost
/// What the wallet asks its own user for, in a window of its own: sentences, and fields to fill in.
///
/// It knows no toolkit, so that the same form can be asked on a terminal or in a test. Unlike an approval it is never
/// about what a page wants; all of its words are ours.
public struct Form: Sendable {
    /// The window's title.
    public var title: String

    /// What it is about, one sentence, the largest text.
    public var heading: String

    /// What the user must know, in order.
    public var paragraphs: [Paragraph]

    /// One line about what happens meanwhile, which ``FormWindow/show(note:)`` may change; `nil` for none.
    public var note: String?

    /// What is asked for, in order.
    public var fields: [FormField]

    /// What the button says that answers the form; empty for none, where there are only ``others``.
    public var verb: String

    /// What the button says that closes it; nothing was done then.
    public var refusal: String

    /// Other ways on, each a button, large and in the form where it has a detail; pressing one answers the form with
    /// its id and without secrets.
    public var others: [Other]

    /// Creates a form; without `refusal` the button that closes it says “Cancel”.
    public init(
        title: String, heading: String, paragraphs: [Paragraph] = [], fields: [FormField] = [], verb: String,
        refusal: String? = nil, others: [Other] = []
    ) {
        self.title = title
        self.heading = heading
        self.paragraphs = paragraphs
        self.fields = fields
        self.verb = verb
        self.refusal = refusal ?? localized("Cancel")
        self.others = others
    }
}

extension Form {
    /// A sentence or a few.
    public struct Paragraph: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// How it is meant.
        public enum Tone: Sendable {
            /// As any other.
            case plain
            /// To look at twice.
            case caution
            /// Likely to lose something.
            case danger
        }

        /// What it says.
        public let text: String

        /// How it is meant.
        public let tone: Tone

        /// Creates a paragraph.
        public init(_ text: String, tone: Tone = .plain) {
            self.text = text
            self.tone = tone
        }

        /// Creates a plain paragraph.
        public init(stringLiteral value: String) { self.init(value) }
    }

    /// Another way on.
    public struct Other: Sendable {
        /// The name by which ``FormAnswers/other`` tells of it.
        public let id: String

        /// What its button says.
        public let label: String

        /// More about it, in a line.
        public let detail: String?

        /// Creates a way on.
        public init(_ id: String, label: String, detail: String? = nil) {
            self.id = id
            self.label = label
            self.detail = detail
        }
    }
}
