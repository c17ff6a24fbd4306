public import Bridge

/// One thing to ask the payer for, where the gateway names fields and has no page.
public struct CollectField: Hashable, Sendable, Identifiable {
    /// How it is asked for.
    public enum Kind: Hashable, Sendable {
        /// A line of text.
        case text
        /// A day, written `YYYY-MM-DD`.
        case date
        /// A consent, answered `true` or `false`.
        case checkbox
        /// Something else, by the gateway's word.
        case other(String)
    }

    /// The gateway's name for it.
    public let id: String

    /// The question: a stranger's text.
    public let name: String

    /// How it is asked for.
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

    /// Reads the gateway's object; its kits say `fieldType` where the gateway says `type`.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
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
