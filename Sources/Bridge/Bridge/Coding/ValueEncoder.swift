/// Encodes `Encodable` values as JSON.
struct ValueEncoder: Encoder {
    let box: ValueBox
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        box.become(.object([]))
        return KeyedEncodingContainer(ObjectWriter(box: box, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        box.become(.array([]))
        return ArrayWriter(box: box, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(encoder: self) }

    /// An encoder for a part of this value.
    func inner(_ box: ValueBox, at key: any CodingKey) -> ValueEncoder {
        ValueEncoder(box: box, codingPath: codingPath + [key])
    }

    func write<Value: Encodable>(_ value: Value) throws {
        box.rounds += 1
        guard box.depth <= CodingPath.deepest, box.rounds <= CodingPath.mostRounds else {
            throw fault(value, "is nested too deeply.")
        }
        switch value {
        case let value as JSON: box.set(.value(value))
        case let value as BinaryData: box.set(.value(.binary(value)))
        default:
            guard let foundation = FoundationType(Value.self) else { return try value.encode(to: self) }
            write(try plain(value, foundation))
        }
    }

    /// What a page gets for a value of Foundation.
    private func plain<Value: Encodable>(_ value: Value, _ foundation: FoundationType) throws -> JSON {
        guard foundation != .data, foundation != .duration else { throw fault(value, foundation.unwritable) }
        let own = ValueBox(depth: box.depth, budget: Budget(bytes: .max))
        try value.encode(to: ValueEncoder(box: own, codingPath: codingPath))
        guard let plain = foundation.write(try own.json(path: [])) else {
            throw fault(value, foundation.unwritable)
        }
        return plain
    }

    func write(_ value: JSON) { box.set(.value(value)) }

    func write<Value: BinaryFloatingPoint & CustomStringConvertible>(number value: Value) throws {
        guard value.isFinite, let number = JSONNumber(value.description) else {
            throw fault(value, "is not a finite number.")
        }
        write(.number(number))
    }

    func write<Value: FixedWidthInteger>(number value: Value) throws {
        guard Double(exactly: value) != nil else {
            throw fault(value, "is \(value), which JavaScript's numbers cannot represent exactly; use a string.")
        }
        write(.number(JSONNumber(checked: String(value))))
    }

    private func fault(_ value: Any, _ text: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: text))
    }
}

/// Limits the size of an encoded value.
final class Budget {
    private var rest: Int

    init(bytes: Int) {
        rest = bytes
    }

    /// Whether the limit is exceeded.
    var isExceeded: Bool { rest < 0 }

    func spend(_ bytes: Int) {
        // Once exceeded, it stays exceeded.
        if rest >= 0 { rest -= bytes }
    }

    /// Throws if the limit is exceeded.
    func check() throws(BridgeError) {
        if isExceeded { throw .json(.tooMany, at: 0) }
    }
}

/// A part of the encoded value that is filled in later.
final class ValueBox {
    enum Content {
        case empty
        case value(JSON)
        case array([ValueBox])
        case object([(name: String, box: ValueBox)])
    }

    private(set) var content = Content.empty

    /// Its nesting depth.
    let depth: Int

    /// How often a value was written to it: a type that encodes itself as the same value would never end.
    var rounds = 0

    /// The limit for the whole value.
    let budget: Budget

    private var places: [MemberName: Int] = [:]

    /// Whether both an array and an object were requested for the same value, for example.
    private var isConflicting = false

    init(depth: Int = 0, budget: Budget) {
        self.depth = depth
        self.budget = budget
    }

    func set(_ content: Content) {
        switch content {
        case .value(.string(let text)): budget.spend(text.utf8.count)
        case .value(.binary(let data)): budget.spend(data.bytes.count)
        default: budget.spend(4)
        }
        if case .empty = self.content {} else { isConflicting = true }
        self.content = content
    }

    /// Makes it an array or an object, unless it already is one: a class and its superclass may share it.
    func become(_ content: Content) {
        switch (self.content, content) {
        case (.array, .array), (.object, .object): break
        default: set(content)
        }
    }

    /// A box for the next element.
    func append() -> ValueBox {
        let box = ValueBox(depth: depth + 1, budget: budget)
        guard case .array(var boxes) = content else { return box }
        content = .empty
        boxes.append(box)
        content = .array(boxes)
        return box
    }

    /// The number of elements.
    var count: Int {
        guard case .array(let boxes) = content else { return 0 }
        return boxes.count
    }

    /// The box of a member; if a name is used twice, the last one wins.
    func member(_ name: String) -> ValueBox {
        budget.spend(name.utf8.count)
        let box = ValueBox(depth: depth + 1, budget: budget)
        guard case .object(var members) = content else { return box }
        content = .empty
        if let place = places[MemberName(name)] {
            members[place].box = box
        } else {
            places[MemberName(name)] = members.count
            members.append((name, box))
        }
        content = .object(members)
        return box
    }

    /// The encoded value; `path` is its place in the whole.
    func json(path: [JSON]) throws -> JSON {
        guard !isConflicting, path.count <= CodingPath.deepest else {
            let fault = isConflicting ? "is written twice." : "is nested too deeply."
            let keys = path.map {
                $0.string.map { CodingName(member: $0) } ?? CodingName(place: $0.number?.integer ?? 0)
            }
            throw EncodingError.invalidValue(
                path, EncodingError.Context(codingPath: keys, debugDescription: fault))
        }
        switch content {
        // Like Foundation's encoder: a type that encodes nothing is an empty object.
        case .empty: return .object(JSONObject())
        case .value(let value): return value
        case .array(let boxes):
            var elements: [JSON] = []
            elements.reserveCapacity(boxes.count)
            for (place, box) in boxes.enumerated() {
                elements.append(try box.json(path: path + [.number(JSONNumber(place))]))
            }
            return .array(elements)
        case .object(let members):
            return .object(
                JSONObject(
                    distinct: try members.map { name, box in
                        JSONObject.Member(
                            key: name, value: try box.json(path: path + [.string(name)]))
                    }))
        }
    }
}

/// Encodes the members of an object.
private struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: ValueBox
    let codingPath: [any CodingKey]

    /// An encoder for a member, within the limits.
    private func inner(_ key: any CodingKey) throws -> ValueEncoder {
        try box.budget.check()
        return place(key)
    }

    private func place(_ key: any CodingKey) -> ValueEncoder {
        ValueEncoder(box: box.member(key.stringValue), codingPath: codingPath + [CodingName(member: key.stringValue)])
    }

    func encodeNil(forKey key: Key) throws { try inner(key).write(.null) }
    func encode(_ value: Bool, forKey key: Key) throws { try inner(key).write(.bool(value)) }
    func encode(_ value: String, forKey key: Key) throws { try inner(key).write(.string(value)) }
    func encode(_ value: Double, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: Float, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: Int, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: Int8, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: Int16, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: Int32, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: Int64, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: Int128, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: UInt, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: UInt8, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: UInt16, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: UInt32, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: UInt64, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode(_ value: UInt128, forKey key: Key) throws { try inner(key).write(number: value) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try inner(key).write(value) }

    func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
        place(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { place(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { place(CodingName.superclass) }
    func superEncoder(forKey key: Key) -> any Encoder { place(key) }
}

/// Encodes the elements of an array.
private struct ArrayWriter: UnkeyedEncodingContainer {
    let box: ValueBox
    let codingPath: [any CodingKey]

    var count: Int { box.count }

    /// An encoder for the next element, within the limits.
    private func inner() throws -> ValueEncoder {
        try box.budget.check()
        return place()
    }

    private func place() -> ValueEncoder {
        let key = CodingName(place: box.count)
        return ValueEncoder(box: box.append(), codingPath: codingPath + [key])
    }

    func encodeNil() throws { try inner().write(.null) }
    func encode(_ value: Bool) throws { try inner().write(.bool(value)) }
    func encode(_ value: String) throws { try inner().write(.string(value)) }
    func encode(_ value: Double) throws { try inner().write(number: value) }
    func encode(_ value: Float) throws { try inner().write(number: value) }
    func encode(_ value: Int) throws { try inner().write(number: value) }
    func encode(_ value: Int8) throws { try inner().write(number: value) }
    func encode(_ value: Int16) throws { try inner().write(number: value) }
    func encode(_ value: Int32) throws { try inner().write(number: value) }
    func encode(_ value: Int64) throws { try inner().write(number: value) }
    func encode(_ value: Int128) throws { try inner().write(number: value) }
    func encode(_ value: UInt) throws { try inner().write(number: value) }
    func encode(_ value: UInt8) throws { try inner().write(number: value) }
    func encode(_ value: UInt16) throws { try inner().write(number: value) }
    func encode(_ value: UInt32) throws { try inner().write(number: value) }
    func encode(_ value: UInt64) throws { try inner().write(number: value) }
    func encode(_ value: UInt128) throws { try inner().write(number: value) }
    func encode<Value: Encodable>(_ value: Value) throws { try inner().write(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place().unkeyedContainer() }
    func superEncoder() -> any Encoder { place() }
}

/// Encodes a value that is not a container.
private struct SingleWriter: SingleValueEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { encoder.write(.null) }
    func encode(_ value: Bool) throws { encoder.write(.bool(value)) }
    func encode(_ value: String) throws { encoder.write(.string(value)) }
    func encode(_ value: Double) throws { try encoder.write(number: value) }
    func encode(_ value: Float) throws { try encoder.write(number: value) }
    func encode(_ value: Int) throws { try encoder.write(number: value) }
    func encode(_ value: Int8) throws { try encoder.write(number: value) }
    func encode(_ value: Int16) throws { try encoder.write(number: value) }
    func encode(_ value: Int32) throws { try encoder.write(number: value) }
    func encode(_ value: Int64) throws { try encoder.write(number: value) }
    func encode(_ value: Int128) throws { try encoder.write(number: value) }
    func encode(_ value: UInt) throws { try encoder.write(number: value) }
    func encode(_ value: UInt8) throws { try encoder.write(number: value) }
    func encode(_ value: UInt16) throws { try encoder.write(number: value) }
    func encode(_ value: UInt32) throws { try encoder.write(number: value) }
    func encode(_ value: UInt64) throws { try encoder.write(number: value) }
    func encode(_ value: UInt128) throws { try encoder.write(number: value) }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
}
