/// The data about the payer that the gateway requires before it continues.
package struct CollectPlan: Hashable, Sendable {
    /// How the data is requested.
    package enum Kind: String, CaseIterable, Sendable {
        /// With a hosted form.
        case hosted
        /// With a list of fields for the wallet's own form.
        case fields
        /// With both: the wallet chooses.
        case both
    }

    /// How the hosted form ends.
    package enum Ending: String, CaseIterable, Sendable {
        /// It reports success.
        case complete
        /// It reports an error.
        case error
        /// It reports success although no data was stored.
        case lie
    }

    /// The format of the form's final message, and the bridge that receives it.
    package enum Message: String, CaseIterable, Sendable {
        /// A JSON object.
        case object
        /// The text of a JSON object.
        case text
        /// Text, to `AndroidWallet` if it exists.
        case android
        /// Text, to `ReactNativeWebView` if it exists.
        case reactNative
    }

    /// How the data is requested.
    package var kind: Kind

    /// How the hosted form ends.
    package var ending: Ending

    /// The format of the hosted form's final message, and the bridge that receives it.
    package var message: Message

    /// Whether there is a schema in addition to the URL or the fields.
    package var hasSchema: Bool

    /// Creates a plan.
    package init(
        _ kind: Kind, ending: Ending = .complete, message: Message = .object, hasSchema: Bool = true
    ) {
        self.kind = kind
        self.ending = ending
        self.message = message
        self.hasSchema = hasSchema
    }

    /// A hosted form.
    package static let hosted = CollectPlan(.hosted)

    /// A list of fields.
    package static let fields = CollectPlan(.fields)
}
