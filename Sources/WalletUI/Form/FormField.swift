internal import Bridge
import Messages
import WebHost

/// One thing that a form asks for, or shows to be written down.
public struct FormField: Hashable, Sendable {
    /// What kind of answer is wanted.
    public enum Kind: Hashable, Sendable {
        /// A line of text.
        case text(initial: String = "")

        /// A passphrase or a key: not readable on the screen, handed on as bytes, wiped from the field.
        case secret

        /// The path of a file, chosen or typed: of one to open, or of a new one to write.
        case file(initial: String = "", saves: Bool = false)

        /// One of a few; the answer is the choice's id.
        case choice([Choice], selected: String)

        /// Yes or no; the answer is `true` or `false`.
        case checkbox(initial: Bool = false)

        /// A day; the answer is a ``CalendarDay`` as text, or empty.
        case date(initial: String = "")

        /// Numbered words that are shown, to be written down.
        case shownWords([String])

        /// This many numbered words that are typed or pasted, readable; handed on as bytes, joined by spaces. The
        /// lists, the most likely first, have the words that can be completed.
        case typedWords(Int, lists: [[String]] = [])
    }

    /// One of a few.
    public struct Choice: Hashable, Sendable {
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

    /// Whether the label is a stranger's text: it is quoted, and cut where it is long.
    public let isTheirs: Bool

    /// What kind of answer is wanted.
    public let kind: Kind

    /// A sentence below the field.
    public let hint: String?

    /// Whether the form is not answered without it: a line that says something, a day, a box that is checked.
    public let isRequired: Bool

    /// Creates a field.
    public init(_ id: String, label: String, _ kind: Kind, hint: String? = nil, isRequired: Bool = false) {
        self.id = id
        self.label = label
        isTheirs = false
        self.kind = kind
        self.hint = hint ?? Self.hint(for: kind)
        self.isRequired = isRequired
    }

    /// Creates a field whose question is a stranger's text.
    public init(_ id: String, untrusted label: String, _ kind: Kind, hint: String? = nil, isRequired: Bool = false) {
        self.id = id
        self.label = label.prefix(scalars: Self.longestLabel)
        isTheirs = true
        self.kind = kind
        let hints = [hint, Self.hint(for: kind)].compactMap(\.self)
        self.hint = hints.isEmpty ? nil : hints.joined(separator: " ")
        self.isRequired = isRequired
    }

    /// How much of a stranger's question is shown.
    public static let longestLabel = 200

    /// The label as it is shown and spoken, with a stranger's in quotation marks.
    public var shownLabel: String { isTheirs ? "“\(label)”" : label }

    private static func hint(for kind: Kind) -> String? {
        if case .date = kind { localized("Year, month and day, as in 1990-04-23.") } else { nil }
    }
}

extension FormField {
    /// What keeps `answer` from being one; `nil` where nothing does.
    ///
    /// A form does not hand on answers that have such a problem. What a secret must be is for whoever asks for it.
    public func problem(with answer: String) -> String? {
        switch kind {
        case .text, .file:
            isRequired && answer.allSatisfy(\.isWhitespace) ? localized("This is required.") : nil
        case .checkbox:
            isRequired && answer != "true" ? localized("This must be checked to continue.") : nil
        case .date:
            if answer.isEmpty {
                isRequired ? localized("This is required.") : nil
            } else {
                CalendarDay(answer) == nil ? localized("This is not a valid date. Write it as YYYY-MM-DD.") : nil
            }
        case .secret, .choice, .shownWords, .typedWords: nil
        }
    }
}
