/// One thing that a form asks for, or shows to be written down.
public struct FormField: Sendable {
    /// What kind of answer is wanted.
    public enum Kind: Sendable {
        /// A line of text.
        case text(initial: String = "")

        /// A passphrase or a key: not readable on the screen, handed on as bytes, wiped from the field.
        case secret

        /// One of a few; the answer is the choice's id.
        case choice([Choice], selected: String)

        /// Yes or no; the answer is `true` or `false`.
        case checkbox(initial: Bool = false)

        /// A day as `YYYY-MM-DD`.
        case date(initial: String = "")

        /// Numbered words that are shown, to be written down.
        case shownWords([String])

        /// This many numbered words that are typed, readable; handed on as bytes, joined by spaces.
        case typedWords(Int)
    }

    /// One of a few.
    public struct Choice: Sendable {
        /// The answer that it stands for.
        public let id: String

        /// What it is called.
        public let label: String

        /// Creates a choice.
        public init(_ id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    /// The name by which the answers speak of it; unique in a form.
    public let id: String

    /// What it is called.
    public let label: String

    /// What kind of answer is wanted.
    public let kind: Kind

    /// A sentence below the field.
    public let hint: String?

    /// Creates a field.
    public init(_ id: String, label: String, _ kind: Kind, hint: String? = nil) {
        self.id = id
        self.label = label
        self.kind = kind
        self.hint = hint
    }
}
