public import Bridge
import Messages
import WebHost

/// A field of a form, or words that it shows to be written down.
public struct FormField: Hashable, Sendable {
    /// The kind of answer.
    public enum Kind: Hashable, Sendable {
        /// A line of text.
        case text(initial: String = "")

        /// A text of several lines.
        case lines(initial: String = "")

        /// A passphrase or a key: not readable on the screen, returned as bytes, wiped from the field.
        case secret

        /// The path of a file, chosen or typed: of one to open, or of a new one to write.
        case file(initial: String = "", saves: Bool = false)

        /// One of several choices; the answer is the ID of the choice.
        case choice([Choice], selected: String)

        /// Yes or no; the answer is `true` or `false`.
        case checkbox(initial: Bool = false)

        /// A day; the answer is text such as `1990-04-23`, or empty.
        case date(initial: String = "")

        /// Numbered words that are shown, to be written down.
        case shownWords([String])

        /// This many numbered words that are typed or pasted, readable; returned as bytes, joined by spaces. The
        /// lists, the most likely first, have the words that can be completed.
        case typedWords(Int, lists: [[String]] = [])
    }

    /// One of several choices.
    public struct Choice: Hashable, Sendable {
        /// The ID, which is the answer.
        public let id: String

        /// The label.
        public let label: String

        /// Creates a choice.
        public init(_ id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    /// The ID of the field in the answers, unique in a form.
    public let id: FieldID

    /// The label.
    public let label: String

    /// Whether the label is untrusted text: it is quoted, and truncated if it is long.
    public let isTheirs: Bool

    /// The kind of answer.
    public let kind: Kind

    /// A sentence below the field.
    public let hint: String?

    /// Whether the form cannot be submitted without it: the text must not be empty, the day must be set, the box must
    /// be checked.
    public let isRequired: Bool

    /// Creates a field.
    public init(_ id: FieldID, label: String, _ kind: Kind, hint: String? = nil, isRequired: Bool = false) {
        self.id = id
        self.label = label
        isTheirs = false
        self.kind = kind
        self.hint = hint ?? Self.hint(for: kind)
        self.isRequired = isRequired
    }

    /// Creates a field whose question is untrusted text.
    public init(_ id: FieldID, untrusted label: String, _ kind: Kind, hint: String? = nil, isRequired: Bool = false) {
        self.id = id
        self.label = label.prefix(scalars: Self.longestLabel)
        isTheirs = true
        self.kind = kind
        let hints = [hint, Self.hint(for: kind)].compactMap(\.self)
        self.hint = hints.isEmpty ? nil : hints.joined(separator: " ")
        self.isRequired = isRequired
    }

    /// The maximum number of characters of an untrusted question that are shown.
    package static let longestLabel = 200

    /// Whether it shows a secret or asks for one.
    var isSecret: Bool {
        switch kind {
        case .secret, .shownWords, .typedWords: true
        case .text, .lines, .file, .choice, .checkbox, .date: false
        }
    }

    /// The label for display and screen readers; an untrusted one is in quotation marks.
    package var shownLabel: String { isTheirs ? "“\(label)”" : label }

    private static func hint(for kind: Kind) -> String? {
        if case .date = kind { localized("Year, month and day, as in 1990-04-23.") } else { nil }
    }
}

extension FormField {
    /// Why `answer` is not valid; `nil` if it is.
    ///
    /// A form does not return answers with such a problem. The caller checks secrets.
    package func problem(with answer: String) -> String? {
        switch kind {
        case .text, .lines, .file:
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
