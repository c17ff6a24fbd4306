/// Decodes `Decodable` values from JSON.
struct ValueDecoder: Decoder {
    let value: JSON
    let codingPath: [any CodingKey]

    /// The number of values that contain this one.
    let depth: Int

    /// How often this value was read before: a type that decodes itself from the same value would never end.
    var rounds = 0

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let object = value.object else { throw mismatch([String: JSON].self, "must be an object.") }
        return KeyedDecodingContainer(ObjectReader(object: object, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.array else { throw mismatch([JSON].self, "must be an array.") }
        return ArrayReader(elements: elements, decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleReader(decoder: self) }

    /// A decoder for a part of this value.
    func inner(_ value: JSON, at key: any CodingKey) -> ValueDecoder {
        ValueDecoder(value: value, codingPath: codingPath + [key], depth: depth + 1)
    }

    func mismatch(_ type: any Any.Type, _ fault: String) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: fault))
    }

    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard depth <= CodingPath.deepest, rounds <= CodingPath.mostRounds else {
            throw mismatch(type, "is nested too deeply.")
        }
        if type == JSON.self, let value = value as? Value { return value }
        guard let foundation = FoundationType(type) else { return try Value(from: again(value)) }
        guard let plain = foundation.read(value) else { throw mismatch(type, foundation.unreadable) }
        return try Value(from: again(plain))
    }

    private func again(_ value: JSON) -> ValueDecoder {
        ValueDecoder(value: value, codingPath: codingPath, depth: depth, rounds: rounds + 1)
    }

    func bool() throws -> Bool {
        guard let value = value.bool else { throw mismatch(Bool.self, "must be true or false.") }
        return value
    }

    func string() throws -> String {
        guard let text = value.string else { throw mismatch(String.self, "must be a string.") }
        return text
    }

    func double() throws -> Double {
        guard let number = value.number else { throw mismatch(Double.self, "must be a number.") }
        guard let value = Double(number.text), value.isFinite else {
            throw mismatch(Double.self, "is too large a number.")
        }
        return value
    }

    func float() throws -> Float {
        guard let number = value.number else { throw mismatch(Float.self, "must be a number.") }
        guard let value = Float(number.text), value.isFinite else {
            throw mismatch(Float.self, "is too large a number.")
        }
        return value
    }

    /// An integer; a fraction or an exponent is accepted if the value is an integer.
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let number = value.number else { throw mismatch(type, "must be a whole number.") }
        if let value = Value(number.text) { return value }
        // Above 2^53, a double does not represent every integer.
        if let value = Double(number.text), value.magnitude < 9_007_199_254_740_992, let exact = Value(exactly: value) {
            return exact
        }
        throw mismatch(type, "must be a whole number from \(Value.min) to \(Value.max).")
    }
}

/// Decodes the members of an object.
private struct ObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    private func inner(_ key: any CodingKey) throws -> ValueDecoder {
        guard let value = object[key.stringValue] else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "is missing.")
            throw DecodingError.keyNotFound(key, context)
        }
        return decoder.inner(value, at: CodingName(member: key.stringValue))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).value == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try inner(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try inner(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try inner(key).double() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try inner(key).float() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try inner(key).integer(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try inner(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try inner(key).integer(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try inner(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try inner(key).integer(type) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try inner(key).integer(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try inner(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try inner(key).integer(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try inner(key).integer(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try inner(key).integer(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try inner(key).integer(type) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try inner(key).integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try inner(key).read(type) }

    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Other> { try inner(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inner(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try inner(CodingName.superclass) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }
}

/// Decodes the elements of an array, in order.
private struct ArrayReader: UnkeyedDecodingContainer {
    let elements: [JSON]
    let decoder: ValueDecoder
    private(set) var currentIndex = 0

    init(elements: [JSON], decoder: ValueDecoder) {
        self.elements = elements
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// Decodes the next element; the index does not advance if `body` fails.
    private mutating func next<Value>(_ body: (ValueDecoder) throws -> Value) throws -> Value {
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "must have more elements.")
            throw DecodingError.valueNotFound(Value.self, context)
        }
        let value = try body(decoder.inner(elements[currentIndex], at: CodingName(place: currentIndex)))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return isAtEnd ? try next { _ in true } : false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double() } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float() } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.integer(type) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.read(type) } }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

/// Decodes a value that is not a container.
private struct SingleReader: SingleValueDecodingContainer {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.double() }
    func decode(_ type: Float.Type) throws -> Float { try decoder.float() }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
}
