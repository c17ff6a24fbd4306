extension JSON {
    /// Parses one JSON text, strictly by RFC 8259.
    ///
    /// Beyond the grammar it refuses what two parsers may read differently: a lone surrogate (section 8.2), a byte
    /// order mark (section 8.1), and violations of `rules`.
    public init(
        parsing bytes: UnsafeBufferPointer<UInt8>, rules: JSONRules = .bridge
    ) throws(BridgeError) {
        self = try Self.read(bytes, rules: rules).get()
    }

    /// Parses one JSON text, as `init(parsing:rules:)` does.
    public static func read(_ bytes: UnsafeBufferPointer<UInt8>, rules: JSONRules = .bridge) -> Reading {
        var parser = JSONParser(bytes, rules: rules)
        do throws(BridgeError) {
            return .value(try parser.document())
        } catch {
            var fault = error.json ?? Fault(.syntax, at: 0)
            fault.salvage = parser.salvage
            return .fault(fault)
        }
    }

    /// Parses one JSON text, strictly by RFC 8259.
    public init(parsing bytes: [UInt8], rules: JSONRules = .bridge) throws(BridgeError) {
        self = try bytes.withUnsafeBufferPointer { Self.read($0, rules: rules) }.get()
    }

    /// Parses one JSON text, as `init(parsing:rules:)` does.
    public static func read(_ text: String, rules: JSONRules = .bridge) -> Reading {
        Array(text.utf8).withUnsafeBufferPointer { read($0, rules: rules) }
    }

    /// Parses one JSON text, strictly by RFC 8259.
    public init(parsing text: String, rules: JSONRules = .bridge) throws(BridgeError) {
        try self.init(parsing: Array(text.utf8), rules: rules)
    }
}

/// A recursive-descent parser for the bytes of one text.
private struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let rules: JSONRules
    private var index = 0
    private var depth = 0
    private var count = 0
    private(set) var salvage = JSONObject()

    init(_ bytes: UnsafeBufferPointer<UInt8>, rules: JSONRules) {
        self.bytes = bytes
        self.rules = rules
    }

    mutating func document() throws(BridgeError) -> JSON {
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw .json(.syntax, at: index) }
        return value
    }

    private mutating func value() throws(BridgeError) -> JSON {
        skipSpace()
        guard count < rules.values else { throw .json(.tooMany, at: index) }
        count += 1
        switch peek {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object() throws(BridgeError) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var members: [JSONObject.Member] = []
        var names = MemberNames()
        // The outermost object is kept while it is parsed, for `salvage`.
        defer { if depth == 1 { salvage = JSONObject(distinct: members, places: names.places) } }
        if take(UInt8(ascii: "}")) { return JSONObject() }
        // Most messages have a few members, and their parameters, too.
        if depth <= 2 { members.reserveCapacity(6) }
        repeat {
            skipSpace()
            let start = index
            let key = try string()
            let former = names.place(of: key, in: members)
            if let former, rules.refusesDuplicateKeys {
                members.remove(at: former)
                names = MemberNames()
                throw .json(.duplicateKey, at: start)
            }
            guard take(UInt8(ascii: ":")) else { throw .json(.syntax, at: index) }
            let value = try value()
            if let former {
                members[former].value = value
            } else {
                names.add(key, at: members.count)
                members.append(JSONObject.Member(key: key, value: value))
            }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw .json(.syntax, at: index) }
        return JSONObject(distinct: members, places: names.places)
    }

    private mutating func array() throws(BridgeError) -> [JSON] {
        try enter()
        defer { depth -= 1 }
        if take(UInt8(ascii: "]")) { return [] }
        var elements: [JSON] = []
        repeat {
            elements.append(try value())
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw .json(.syntax, at: index) }
        return elements
    }

    private mutating func enter() throws(BridgeError) {
        guard depth < rules.depth else { throw .json(.depth, at: index) }
        depth += 1
        index += 1
    }

    private mutating func number() throws(BridgeError) -> JSONNumber {
        guard let end = JSONNumber.end(of: bytes, from: index) else { throw .json(.syntax, at: index) }
        defer { index = end }
        return JSONNumber(checked: String(decoding: bytes[index..<end], as: UTF8.self))
    }

    private mutating func string() throws(BridgeError) -> String {
        guard peek == UInt8(ascii: "\"") else { throw .json(.syntax, at: index) }
        let start = index + 1
        var isASCII = true
        index = UnescapedRun.end(in: bytes, from: start, isASCII: &isASCII)
        guard index < bytes.count else { throw .json(.syntax, at: index) }
        if bytes[index] == UInt8(ascii: "\\") { return try escapedString(from: start) }
        guard bytes[index] == UInt8(ascii: "\"") else { throw .json(.syntax, at: index) }
        let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
        // ASCII, the usual case, needs no further check.
        let text = isASCII ? String(decoding: part, as: UTF8.self) : try text(part, at: start)
        index += 1
        return text
    }

    /// Continues from the first escape of a string that began at `start`.
    private mutating func escapedString(from start: Int) throws(BridgeError) -> String {
        var unescaped = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                let result = unescaped.withUnsafeBufferPointer { buffer in
                    Result { () throws(BridgeError) in try text(buffer, at: start) }
                }
                return try result.get()
            case UInt8(ascii: "\\"): try unescape(into: &unescaped)
            case 0..<0x20: throw .json(.syntax, at: index - 1)
            default:
                var isASCII = true
                let end = UnescapedRun.end(in: bytes, from: index, isASCII: &isASCII)
                unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index - 1..<end]))
                index = end
            }
        }
        throw .json(.syntax, at: index)
    }

    private mutating func unescape(into text: inout [UInt8]) throws(BridgeError) {
        let start = index
        defer { index += 1 }
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[index])
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape()
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: throw .json(.syntax, at: start)
        }
    }

    /// Reads `u` and its four digits, and the other half of a surrogate pair; `index` ends on the last digit.
    private mutating func unicodeEscape() throws(BridgeError) -> Unicode.Scalar {
        let start = index
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\"),
            bytes[index + 2] == UInt8(ascii: "u")
        else { throw .json(.notUTF8, at: start) }
        index += 2
        let second = try fourDigits()
        guard second >= 0xDC00, second < 0xE000 else { throw .json(.notUTF8, at: start) }
        let (high, low) = (UInt32(first) & 0x3FF, UInt32(second) & 0x3FF)
        guard let scalar = Unicode.Scalar(0x10000 + (high << 10 | low)) else { throw .json(.notUTF8, at: start) }
        return scalar
    }

    private mutating func fourDigits() throws(BridgeError) -> UInt16 {
        guard index + 4 < bytes.count else { throw .json(.syntax, at: index) }
        var value: UInt16 = 0
        for _ in 0..<4 {
            index += 1
            let byte = bytes[index]
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt16(byte - 0x30)
            case 0x41...0x46: value = value << 4 | UInt16(byte - 0x41 + 10)
            case 0x61...0x66: value = value << 4 | UInt16(byte - 0x61 + 10)
            default: throw .json(.syntax, at: index)
            }
        }
        return value
    }

    private func text(_ part: UnsafeBufferPointer<UInt8>, at start: Int) throws(BridgeError) -> String {
        guard let text = String(validating: part, as: UTF8.self) else { throw .json(.notUTF8, at: start) }
        guard part.count <= Self.mostMarks || !text.hasMarks(moreThan: Self.mostMarks) else {
            throw .json(.marks, at: start)
        }
        return text
    }

    /// The maximum number of combining marks in a row; all languages need at most 30 (UAX #15, section 13).
    ///
    /// To compare or hash a text, Swift puts them into order, which takes time that grows with the square of their number.
    private static let mostMarks = 128

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(BridgeError) -> JSON {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count else { throw .json(.syntax, at: index) }
        for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] {
            throw .json(.syntax, at: index)
        }
        index = end
        return value
    }

    private var peek: UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Skips white space, then `byte` if it is there.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }
}

/// The index of the members so far; only if a linear search would take long.
private struct MemberNames {
    private(set) var places: [MemberName: Int]?

    mutating func place(of key: String, in members: [JSONObject.Member]) -> Int? {
        let name = MemberName(key)
        guard members.count >= JSONObject.few else { return members.firstIndex { MemberName($0.key) == name } }
        if places == nil {
            places = Dictionary(
                uniqueKeysWithValues: members.enumerated().map { (MemberName($1.key), $0) })
        }
        return places?[name]
    }

    mutating func add(_ key: String, at place: Int) {
        places?[MemberName(key)] = place
    }
}

extension String {
    /// Whether more than `most` combining marks follow each other.
    fileprivate func hasMarks(moreThan most: Int) -> Bool {
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isReordered ? count + 1 : 0
            if count > most { return true }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether it is a combining mark that Unicode normalization puts into an order (UAX #44, `Canonical_Combining_Class`).
    package var isReordered: Bool {
        // There are none in Latin, nor from the first letters of Bopomofo to the last ideographs.
        value >= 0x300 && !(0x3100..<0xA000 ~= value) && properties.canonicalCombiningClass != .notReordered
    }
}
