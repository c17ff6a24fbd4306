public import Bridge

/// What the gateway must know of the payer before it takes the money.
public struct CollectData: Hashable, Sendable {
    /// The URL of the form, not validated; `nil` if there is no form.
    ///
    /// Callers check it against the rule for hosts.
    public let url: String?

    /// What the page asks for, as a JSON schema.
    public let schema: JSON?

    /// The fields to request if there is no page.
    public let fields: [CollectField]

    /// Whether nothing is requested: there is no page, no field and no schema.
    var isEmpty: Bool { url == nil && fields.isEmpty && schema == nil }

    /// Whether there is a way to ask for it.
    var isAskable: Bool { url != nil || !fields.isEmpty }

    /// Creates a demand.
    public init(url: String? = nil, schema: JSON? = nil, fields: [CollectField] = []) {
        self.url = url
        self.schema = schema
        self.fields = fields
    }

    /// Reads the member `collectData` of `json`; `nil` where nothing is asked for.
    static func read(in json: JSON) throws(PayError) -> CollectData? {
        guard let member = json.memberIfAny("collectData") else { return nil }
        let data = try CollectData(member)
        return data.isEmpty ? nil : data
    }

    /// The most fields that are read.
    static let mostFields = 32

    /// Reads the gateway's object, of which any part may be missing; the schema may be an object or the text of one.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
        guard json.object != nil else { throw .malformed }
        // The official schema requires a string, so a gateway without a page can only send an empty one.
        url = try json.textIfAny("url").flatMap { $0.isEmpty ? nil : $0 }
        schema = json.memberIfAny("schema").flatMap { schema in
            schema.string.map(JSON.init(short:)) ?? schema
        }
        var fields: [CollectField] = []
        let elements = try json.elements("fields")
        guard elements.count <= Self.mostFields else { throw .malformed }
        for field in elements { fields.append(try CollectField(field)) }
        // Of two fields with one name only one answer would go out.
        guard Set(fields.map(\.id)).count == fields.count else { throw .malformed }
        self.fields = fields
    }
}
