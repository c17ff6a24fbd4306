/// The data about the payer that the gateway requires before it continues.
public struct CollectPlan: Hashable, Sendable {
    /// How it asks.
    public enum Kind: String, CaseIterable, Sendable {
        /// By a form at an address.
        case hosted
        /// By a list of fields for the wallet's own form.
        case fields
        /// By both: the wallet chooses.
        case both
    }

    /// What the hosted form does in the end.
    public enum Ending: String, CaseIterable, Sendable {
        /// It says that all is well.
        case complete
        /// It says that something is wrong.
        case error
        /// It says that all is well, though nothing was kept.
        case lie
    }

    /// How the form's last message is written, and to whom it goes first.
    public enum Message: String, CaseIterable, Sendable {
        /// As an object.
        case object
        /// As the text of one.
        case text
        /// As text, to `AndroidWallet` if that is there.
        case android
        /// As text, to `ReactNativeWebView` if that is there.
        case reactNative
    }

    /// How it asks.
    public var kind: Kind

    /// What the hosted form does in the end.
    public var ending: Ending

    /// How the hosted form's last message is written, and to whom it goes first.
    public var message: Message

    /// Whether there is a schema beside the address or the fields.
    public var hasSchema: Bool

    /// Creates a plan.
    public init(
        _ kind: Kind, ending: Ending = .complete, message: Message = .object, hasSchema: Bool = true
    ) {
        self.kind = kind
        self.ending = ending
        self.message = message
        self.hasSchema = hasSchema
    }

    /// A form at an address.
    public static let hosted = CollectPlan(.hosted)

    /// A list of fields.
    public static let fields = CollectPlan(.fields)
}
