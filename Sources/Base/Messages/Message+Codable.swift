/// A message as data: its English text, its placeholders, and its plural form.
extension Message: Codable {
    private enum Key: String, CodingKey {
        case message
        case plural
        case values
    }

    /// Reads a message.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        self.init(
            key: try members.decode(String.self, forKey: .message),
            plural: try members.decodeIfPresent(Plural.self, forKey: .plural),
            values: try members.decodeIfPresent([String: Value].self, forKey: .values) ?? [:])
    }

    /// Writes the message.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(key, forKey: .message)
        try members.encodeIfPresent(plural, forKey: .plural)
        if !values.isEmpty { try members.encode(values, forKey: .values) }
    }
}

/// A text is a string, a phrase is an object.
extension Message.Value: Codable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .message(try value.decode(Message.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .message(let message): try value.encode(message)
        }
    }
}
