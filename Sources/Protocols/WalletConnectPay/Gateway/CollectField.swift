package import Bridge

/// A field that the payer is asked to fill in, if the gateway lists fields and has no page.
public struct CollectField: Hashable, Sendable, Identifiable {
    /// The type of input.
    public enum Kind: Hashable, Sendable {
        /// A line of text.
        case text
        /// A date of the form `YYYY-MM-DD`.
        case date
        /// A consent; the answer is `true` or `false`.
        case checkbox
        /// Another type, with the gateway's name for it.
        case other(String)
    }

    /// The gateway's ID of the field.
    public let id: String

    /// The question: untrusted text.
    public let name: String

    /// The type of input.
    public let kind: Kind

    /// Whether it must be answered.
    public let isRequired: Bool

    /// Creates a field.
    public init(id: String, name: String, kind: Kind, isRequired: Bool) {
        self.id = id
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
    }

    /// Parses the gateway's object; WalletConnect's SDKs use `fieldType` where the gateway uses `type`.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        id = try json.text("id")
        name = try json.textIfAny("name") ?? id
        let kinds = try (json.textIfAny("type"), json.textIfAny("fieldType"))
        guard let kind = kinds.0 ?? kinds.1 else { throw .malformed }
        self.kind =
            switch kind {
            case "text": .text
            case "date": .date
            case "checkbox": .checkbox
            default: .other(kind)
            }
        isRequired = try json.boolIfAny("required") ?? false
    }
}
