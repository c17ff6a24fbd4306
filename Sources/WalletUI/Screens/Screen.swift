public import Bridge
import WebHost

/// One moment of something that takes several, as the wallet's own window shows it: what is so, and what can be done.
///
/// It knows no toolkit and not what it is about; equal steps look the same. Texts of strangers go into rows and choices
/// as ``/Bridge/DisplayText/untrusted(_:)``, where they are quoted and bounded; everything else is in the wallet's own
/// words.
public struct Screen: Hashable, Sendable {
    /// The window's title.
    public var title: String

    /// What it is about, one sentence, the largest text.
    public var heading: String

    /// Who is behind it; shown in the place where an approval says who asks.
    public var source: Source?

    /// How it ended, where it did.
    public var mark: Mark?

    /// What the user must know, in order.
    public var paragraphs: [Form.Paragraph] = []

    /// Facts, such as the merchant and the account, in order.
    public var rows: [Approval.Row] = []

    /// What to choose from, each a large button.
    public var choices: [Choice] = []

    /// What is asked for, in order.
    public var fields: [FormField] = []

    /// What is wrong with what was filled in, by the field's id.
    public var problems: [String: String] = [:]

    /// A picture in two colours, such as a QR code.
    public var picture: Picture?

    /// How long there is still.
    public var clock: Clock?

    /// What is being done; shown beside a wheel that turns.
    public var busy: String?

    /// What can be done, from the one that leads back to the one that leads on.
    public var buttons: [Button] = []

    /// Creates a step with nothing but its words.
    public init(title: String, heading: String) {
        self.title = title
        self.heading = heading
    }

    /// Whether `other` looks the same but for what may change while the user reads: the clock, what is being done, and
    /// what is wrong with the fields.
    func isAnotherMoment(of other: Screen) -> Bool {
        var same = self
        (same.clock, same.busy, same.problems) = (other.clock, other.busy, other.problems)
        return same == other && (busy == nil) == (other.busy == nil) && (clock == nil) == (other.clock == nil)
    }
}

extension Screen {
    /// Who is behind a step.
    public struct Source: Hashable, Sendable {
        /// Where it comes from.
        public let origin: Origin

        /// What it is.
        public let kind: Kind

        /// Creates a source.
        public init(_ origin: Origin, _ kind: Kind) {
            self.origin = origin
            self.kind = kind
        }

        /// What is behind a step.
        public enum Kind: Hashable, Sendable {
            /// A page.
            case website
            /// A service that takes payments.
            case paymentService
        }
    }

    /// How something ended.
    public enum Mark: Hashable, Sendable {
        /// As it was meant to.
        case done
        /// Not, and nothing is lost.
        case stopped
        /// Nobody knows yet.
        case open
    }

    /// One thing to choose.
    public struct Choice: Hashable, Sendable {
        /// The name by which ``ScreenWindow/onChoose`` tells of it.
        public let id: String

        /// What it is, in a few words.
        public let label: DisplayText

        /// More about it, in a line.
        public let detail: DisplayText?

        /// A word of ours at its end, such as `needs your details`.
        public let badge: String?

        /// Creates a choice.
        public init(_ id: String, label: DisplayText, detail: DisplayText? = nil, badge: String? = nil) {
            self.id = id
            self.label = label
            self.detail = detail
            self.badge = badge
        }
    }

    /// How long there is still.
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

    /// One thing that can be done.
    public struct Button: Hashable, Sendable {
        /// What it leads to.
        public enum Kind: Hashable, Sendable {
            /// Back, out, or aside.
            case plain
            /// On.
            case next
            /// On, in a way that may cost something: it can only be pressed after the step has stood there for a
            /// moment, by a fresh key or a click.
            case paying
        }

        /// The name by which ``ScreenWindow/onPress`` tells of it.
        public let id: String

        /// What it says.
        public let label: String

        /// What it leads to.
        public let kind: Kind

        /// Creates a button.
        public init(_ id: String, label: String, _ kind: Kind = .plain) {
            self.id = id
            self.label = label
            self.kind = kind
        }
    }
}
