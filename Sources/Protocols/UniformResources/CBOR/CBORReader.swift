extension CBOR {
    /// Reads one value, which must fill `bytes`.
    ///
    /// - Throws: ``UniformResourceError/cbor`` if it has other kinds of values or indefinite lengths, a key twice, more
    ///   than 16 levels, or more than 10,000 items.
    package init(_ bytes: [UInt8]) throws(UniformResourceError) {
        var reader = CBORReader(bytes: bytes[...])
        self = try reader.value(depth: 0)
        guard reader.bytes.isEmpty else { throw .cbor }
    }
}

/// Reads CBOR from untrusted bytes.
private struct CBORReader {
    var bytes: ArraySlice<UInt8>
    private var items = 0

    private static let deepest = 16
    private static let mostItems = 10_000

    init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    mutating func value(depth: Int) throws(UniformResourceError) -> CBOR {
        items += 1
        guard depth <= Self.deepest, items <= Self.mostItems, let head = bytes.popFirst() else { throw .cbor }
        let (major, code) = (head >> 5, head & 0x1F)
        guard major != 7 else {
            guard code == 20 || code == 21 else { throw .cbor }
            return .bool(code == 21)
        }
        let argument = try argument(code)
        switch major {
        case 0: return .number(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw .cbor }
            return .text(text)
        case 4:
            var list: [CBOR] = []
            for _ in 0..<(try count(argument)) { list.append(try value(depth: depth + 1)) }
            return .array(list)
        case 5:
            var members: [CBOR: CBOR] = [:]
            for _ in 0..<(try count(argument)) {
                let key = try value(depth: depth + 1)
                guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else { throw .cbor }
            }
            return .map(members)
        case 6: return .tagged(argument, try value(depth: depth + 1))
        default: throw .cbor
        }
    }

    private mutating func argument(_ code: UInt8) throws(UniformResourceError) -> UInt64 {
        guard code >= 24 else { return UInt64(code) }
        guard code <= 27 else { throw .cbor }
        return try take(1 << UInt64(code - 24)).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The number of items that follow; each has at least one byte.
    private func count(_ argument: UInt64) throws(UniformResourceError) -> Int {
        guard argument <= UInt64(bytes.count) else { throw .cbor }
        return Int(argument)
    }

    private mutating func take(_ count: UInt64) throws(UniformResourceError) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.count) else { throw .cbor }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return bytes.prefix(Int(count))
    }
}
