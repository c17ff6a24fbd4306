public import Bridge

/// The data about the payer that the gateway requires before it accepts the payment.
public struct CollectData: Hashable, Sendable {
    /// The URL of the form, not validated; `nil` if there is no form.
    ///
    /// Callers check it against the rule for hosts.
    public let url: String?

    /// The data that the page collects, as a JSON Schema.
    public let schema: JSON?

    /// The fields to request if there is no page.
    public let fields: [CollectField]

    /// Whether nothing is requested: there is no page, no field and no schema.
    var isEmpty: Bool { url == nil && fields.isEmpty && schema == nil }

    /// Whether there is a way to collect it.
    var isAskable: Bool { url != nil || !fields.isEmpty }

    /// Creates a request for data.
    public init(url: String? = nil, schema: JSON? = nil, fields: [CollectField] = []) {
        self.url = url
        self.schema = schema
        self.fields = fields
    }

    /// Parses the member `collectData` of `json`; `nil` if nothing is requested.
    static func read(in json: JSON) throws(PayError) -> CollectData? {
        guard let member = json.memberIfAny("collectData") else { return nil }
        let data = try CollectData(member)
        return data.isEmpty ? nil : data
    }

    /// The maximum number of fields.
    static let mostFields = 32

    /// Parses the gateway's object, of which any part may be missing; the schema may be an object or its JSON text.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
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
        // If two fields had the same name, only one answer would be sent.
        guard Set(fields.map(\.id)).count == fields.count else { throw .malformed }
        self.fields = fields
    }
}
