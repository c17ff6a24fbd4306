internal import Bridge

extension JSON {
    /// The value, unless it is `null`.
    ///
    /// In a conditional expression `nil` would be the literal of JSON, since that is `nil` in Swift, too.
    var unlessNull: JSON? {
        if case .null = self { return Optional<JSON>.none }
        return self
    }

    /// A number that may be as large as 64 bits allow.
    init(_ number: Int64) {
        self = JSONNumber(String(number)).map { .number($0) } ?? .null
    }

    /// A list of texts.
    init(_ texts: [String]) {
        self = .array(texts.map { .string($0) })
    }

    /// An object of the members that have a value, in this order.
    init(members: [(String, JSON?)]) {
        var object = JSONObject()
        for (key, value) in members { object[key] = value }
        self = .object(object)
    }
}
