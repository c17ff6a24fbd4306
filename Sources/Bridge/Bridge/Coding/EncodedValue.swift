/// A value as JSON, and the paths of the binary values in it.
public struct EncodedValue: Hashable, Sendable {
    /// The path of a value: member names and array indices.
    public typealias Path = [JSON]

    /// The value.
    public let json: JSON

    /// The paths of the binary values, in the order of the text.
    public var buffers: [Path] { json.binaryPaths }

    /// Creates a value from JSON.
    public init(_ json: JSON) {
        self.json = json
    }

    /// Encodes `value` as JSON.
    ///
    /// - Throws: ``RPCError/Kind/failed`` with the path of what cannot be encoded: a number that is not finite
    ///   or that JavaScript cannot represent exactly, or a value that is nested more than 64 deep.
    public init<Value: Encodable>(encoding value: Value) throws(RPCError) {
        guard let encoded = try Self.encoded(value, bytes: .max) else {
            throw RPCError(.failed, "The value cannot be written as JSON.")
        }
        self = encoded
    }

    /// Encodes `value` as JSON; off the calling actor if it is large.
    static func encoding<Value: Encodable & Sendable>(_ value: Value) async throws(RPCError) -> EncodedValue {
        if let short = try encoded(value, bytes: JSON.shortBytes) { return short }
        return try await long(value)
    }

    @concurrent private static func long<Value: Encodable & Sendable>(
        _ value: Value
    ) async throws(RPCError) -> EncodedValue {
        try EncodedValue(encoding: value)
    }

    /// The encoded value; `nil` if it exceeds about `bytes` bytes.
    private static func encoded<Value: Encodable>(_ value: Value, bytes: Int) throws(RPCError) -> EncodedValue? {
        let box = ValueBox(budget: Budget(bytes: bytes))
        do {
            try ValueEncoder(box: box, codingPath: []).write(value)
            if box.budget.isExceeded { return nil }
            return EncodedValue(try box.json(path: []))
        } catch let error as EncodingError {
            throw RPCError(.failed, message(of: error))
        } catch {
            // A custom `encode(to:)` may have replaced the error.
            if box.budget.isExceeded { return nil }
            throw RPCError(.failed, "The value cannot be written as JSON.")
        }
    }

    /// The members of a message with this value under `name`, and with the paths of its binary values, if there are
    /// any.
    func members(_ name: String) -> JSONObject {
        var members: JSONObject = [name: json]
        let buffers = buffers
        if !buffers.isEmpty { members["buffers"] = .array(buffers.map { .array($0) }) }
        return members
    }

    private static func message(of error: EncodingError) -> String {
        guard case .invalidValue(_, let context) = error else { return "The value cannot be written as JSON." }
        return CodingPath.message(context.codingPath, context.debugDescription, whole: "The value")
    }
}

extension JSON {
    /// Decodes a `Decodable` value.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - whole: How error messages name the whole value, such as `The parameters`.
    /// - Returns: The value.
    /// - Throws: ``RPCError/Kind/invalidParameters`` with the path of the wrong value, such as “size.width” must be a
    ///   number.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, whole: String = "The value"
    ) throws(RPCError) -> Value {
        do {
            return try ValueDecoder(value: self, codingPath: [], depth: 0).read(type)
        } catch let error as DecodingError {
            throw RPCError(.invalidParameters, CodingPath.message(of: error, whole: whole))
        } catch {
            throw RPCError(.invalidParameters, "\(whole) cannot be read.")
        }
    }
}

extension JSON: Codable {
    /// Decodes any JSON value; decoders other than the bridge's may round numbers.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = decoder.value
        } else if let container = try? decoder.container(keyedBy: CodingName.self) {
            var object = JSONObject()
            for key in container.allKeys { object[key.stringValue] = try container.decode(JSON.self, forKey: key) }
            self = .object(object)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSON] = []
            while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
            self = .array(elements)
        } else {
            self = try Self.single(try decoder.singleValueContainer())
        }
    }

    private static func single(_ container: any SingleValueDecodingContainer) throws -> JSON {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(Int.self) { return .number(JSONNumber(value)) }
        let value = try container.decode(Double.self)
        guard let number = JSONNumber(value.description) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a finite number.")
        }
        return .number(number)
    }

    /// Encodes the value; encoders other than the bridge's may round numbers.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: CodingName.self)
            for member in object.members { try container.encode(member.value, forKey: CodingName(member: member.key)) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .string(let text): try container.encode(text)
            case .binary(let data): try container.encode(data.base64)
            case .number(let number):
                if let value = number.integer {
                    try container.encode(value)
                } else {
                    try container.encode(Double(number.text) ?? 0)
                }
            case .null, .array, .object: try container.encodeNil()
            }
        }
    }
}
