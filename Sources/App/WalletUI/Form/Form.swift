import Messages
import WebHost
/// A form in which the wallet asks its user for data, in a separate window: sentences, and fields to fill in.
///
/// It does not depend on a toolkit, so that the same form can be used on a terminal or in a test. Unlike an approval,
/// it is never about the request of a page; its text is the wallet's own.
public struct Form: Sendable {
    /// The window's title.
    public var title: String

    /// Its subject in one sentence, the largest text.
    public var heading: String

    /// What the user must know, in order.
    public var paragraphs: [Screen.Paragraph]

    /// One line about what happens meanwhile, which ``FormWindow/show(note:)`` may change; `nil` for none.
    public var note: String?

    /// The fields to fill in, in order.
    public var fields: [FormField]

    /// The label of the button that submits the form; empty for none, if there are only ``others``.
    public var verb: String

    /// The label of the button that closes it without an effect.
    public var refusal: String

    /// Other actions, each a button, which is large and within the form if it has a detail; pressing one submits the
    /// form with its ID and without secrets.
    public var others: [Other]

    /// Creates a form; without `refusal`, the label of the button that closes it is “Cancel”.
    public init(
        title: String, heading: String, paragraphs: [Screen.Paragraph] = [], fields: [FormField] = [], verb: String,
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
    /// Another action.
    public struct Other: Sendable {
        /// Its ID in ``FormAnswers/other``.
        public let id: String

        /// The label of its button.
        public let label: String

        /// More about it, in one line.
        public let detail: String?

        /// Creates an action.
        public init(_ id: String, label: String, detail: String? = nil) {
            self.id = id
            self.label = label
            self.detail = detail
        }
    }
}
