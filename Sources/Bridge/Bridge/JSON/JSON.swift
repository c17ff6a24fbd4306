/// A JSON value (RFC 8259), exactly as it was written.
///
/// Numbers keep their text and objects the order of their members, so that a wallet shows and signs exactly what the
/// page sent. Values are parsed by `init(parsing:rules:)` or built in code; both are well formed.
public enum JSON: Hashable, Sendable {
    /// The literal `null`.
    case null

    /// The literals `true` and `false`.
    case bool(Bool)

    /// A number, by its text.
    case number(JSONNumber)

    /// A string, unescaped.
    case string(String)

    /// An array.
    case array([JSON])

    /// An object.
    case object(JSONObject)

    /// Binary data that a transport carries alongside the text, or Base64 in it. Parsed text has only strings.
    case binary(BinaryData)
}

extension JSON {
    /// The text of a string, Base64 for binary data; `nil` for any other kind.
    public var string: String? {
        switch self {
        case .string(let text): text
        case .binary(let data): data.base64
        default: nil
        }
    }

    /// The members of an object; `nil` for any other kind.
    public var object: JSONObject? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The elements of an array; `nil` for any other kind.
    public var array: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The value of a Boolean; `nil` for any other kind.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number; `nil` for any other kind.
    public var number: JSONNumber? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The member `key` of an object; `nil` if it is missing, or this is not an object.
    public subscript(key: String) -> JSON? {
        object?[key]
    }

    /// The element at `index` of an array; `nil` if it is missing, or this is not an array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Creates an object; if a key is given twice, the last value is used.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
