public import Bridge
import Messages
import WebHost

/// One step of a longer process in the wallet's own window: the state, and the actions of the user.
///
/// It does not depend on a toolkit or on the kind of process; equal steps look the same. Untrusted texts go into rows
/// and choices as ``/Bridge/DisplayText/untrusted(_:)``, where they are quoted and bounded; everything else is in the
/// wallet's own words.
public struct Screen: Hashable, Sendable {
    /// The window's title.
    public var title: String

    /// Its subject in one sentence, the largest text.
    public var heading: String

    /// The origin behind it, shown in the same place as the requester in an approval.
    public var source: Source?

    /// How the process ended; `nil` if it has not ended.
    public var mark: Mark?

    /// What the user must know, in order.
    public var paragraphs: [Paragraph] = []

    /// Facts, such as the merchant and the account, in order.
    public var rows: [Approval.Row] = []

    /// The choices, each a large button.
    public var choices: [Choice] = []

    /// The action of the choice that gets the focus first, and is scrolled to; the first one without it.
    public var focus: ScreenAction?

    /// The fields to fill in, in order.
    public var fields: [FormField] = []

    /// The problems with the answers, by field ID.
    public var problems: [FieldID: String] = [:]

    /// An image in two colours, such as a QR code.
    public var image: Image?

    /// Images that are shown one after another, such as the QR codes of a series.
    public var animation: Animation?

    /// One line about what happens meanwhile, which may change while the user answers; `nil` for none.
    public var note: String?

    /// The remaining time.
    public var clock: Clock?

    /// The current operation, shown next to a spinner.
    public var busy: String?

    /// The buttons, ordered from those that go back to those that continue.
    public var buttons: [Button] = []

    /// Creates a step with only text.
    public init(title: String, heading: String) {
        self.title = title
        self.heading = heading
    }

    /// The usual label of the button that closes the window without an effect.
    public static var cancel: String { localized("Cancel") }

    /// Creates a question, with a button that submits the answers.
    ///
    /// - Parameters:
    ///   - title: The window's title.
    ///   - heading: Its subject in one sentence.
    ///   - paragraphs: What the user must know.
    ///   - fields: The fields to fill in.
    ///   - verb: The label of the button that submits the answers.
    ///   - refusal: The label of the button that closes the window without an effect; `nil` for none.
    ///   - others: Other actions, whose answers have no secrets.
    public init(
        title: String, heading: String, paragraphs: [Paragraph] = [], fields: [FormField] = [], verb: String,
        refusal: String? = Self.cancel, others: [Button] = []
    ) {
        self.init(title: title, heading: heading)
        self.paragraphs = paragraphs
        self.fields = fields
        buttons =
            (refusal.map { [Button(Answer.cancel, label: $0)] } ?? []) + others
            + [Button(Answer.submit, label: verb, .next)]
    }

    /// Whether `other` looks the same except for the parts that may change while the user reads: the clock, the current
    /// operation, the note, and the problems of the fields.
    func isAnotherMoment(of other: Screen) -> Bool {
        var same = self
        (same.clock, same.busy, same.note, same.problems) = (other.clock, other.busy, other.note, other.problems)
        return same == other && (busy == nil) == (other.busy == nil) && (clock == nil) == (other.clock == nil)
            && (note == nil) == (other.note == nil)
    }
}

extension Screen {
    /// What the usual buttons of a question do.
    public enum Answer: Hashable, Sendable {
        /// The user does not want to answer: the window closes.
        case cancel
        /// The user submits the answers.
        case submit
    }

    /// One or more sentences.
    public struct Paragraph: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// The tone of the paragraph.
        public enum Tone: Sendable {
            /// Ordinary text.
            case plain
            /// Text that needs attention.
            case caution
            /// A warning that something may be lost.
            case danger
        }

        /// The text.
        public let text: String

        /// The tone of the paragraph.
        public let tone: Tone

        /// Creates a paragraph.
        public init(_ text: String, tone: Tone = .plain) {
            self.text = text
            self.tone = tone
        }

        /// Creates a plain paragraph.
        public init(stringLiteral value: String) { self.init(value) }
    }

    /// The origin behind a step.
    public struct Source: Hashable, Sendable {
        /// The origin.
        public let origin: Origin

        /// The kind of source.
        public let kind: Kind

        /// Creates a source.
        public init(_ origin: Origin, _ kind: Kind) {
            self.origin = origin
            self.kind = kind
        }

        /// The kind of source of a step.
        public enum Kind: Hashable, Sendable {
            /// A page.
            case website
            /// A payment service.
            case paymentService
        }
    }

    /// How a process ended.
    public enum Mark: Hashable, Sendable {
        /// It succeeded.
        case done
        /// It did not succeed, and nothing is lost.
        case stopped
        /// Its outcome is not known yet.
        case open
    }

    /// A choice.
    public struct Choice: Hashable, Sendable {
        /// What choosing it does.
        public let action: ScreenAction

        /// The label, in a few words.
        public let label: DisplayText

        /// More about it, in one line.
        public let detail: DisplayText?

        /// The wallet's own text at its end, such as `needs your details`.
        public let badge: String?

        /// The wallet's own text above it and the next choices with the same one, such as the name of an account.
        public var group: String?

        /// Creates a choice.
        public init(
            _ action: some Hashable & Sendable, label: DisplayText, detail: DisplayText? = nil, badge: String? = nil
        ) {
            self.action = ScreenAction(action)
            self.label = label
            self.detail = detail
            self.badge = badge
        }
    }

    /// The remaining time.
    public struct Clock: Hashable, Sendable {
        /// A sentence, such as `Expires in 4:05`.
        public let text: String

        /// Whether there is little time.
        public let isUrgent: Bool

        /// Creates a clock.
        public init(_ text: String, isUrgent: Bool = false) {
            self.text = text
            self.isUrgent = isUrgent
        }
    }

    /// A button.
    public struct Button: Hashable, Sendable {
        /// The kind of button.
        public enum Kind: Hashable, Sendable {
            /// It goes back, cancels, or shows something else.
            case plain
            /// It continues.
            case next
            /// It continues and may cost something: it can be pressed only after the step has been visible for a
            /// moment, by a fresh key press or a click.
            case paying
        }

        /// What pressing it does.
        public let action: ScreenAction

        /// The label.
        public let label: String

        /// The kind of button.
        public let kind: Kind

        /// Creates a button.
        public init(_ action: some Hashable & Sendable, label: String, _ kind: Kind = .plain) {
            self.action = ScreenAction(action)
            self.label = label
            self.kind = kind
        }
    }
}
