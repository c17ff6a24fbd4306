/// A JSON value, for comparing documents with golden messages; the order of members does not matter.
enum GoldenValue: Decodable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([GoldenValue])
    case object([String: GoldenValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([GoldenValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: GoldenValue].self))
        }
    }

    subscript(key: String) -> GoldenValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    var array: [GoldenValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The number as documents write it, with a minus sign if it is negative.
    var integer: String? {
        guard case .number(let number) = self else { return nil }
        return (number < 0 ? "−" : "") + String(Int(abs(number)))
    }
}
