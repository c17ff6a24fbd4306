/// A value of the parts of CBOR (RFC 8949) that uniform resources use.
package indirect enum CBOR: Hashable, Sendable {
    /// An unsigned number.
    case number(UInt64)
    /// Bytes.
    case bytes([UInt8])
    /// Text.
    case text(String)
    /// A list.
    case array([CBOR])
    /// A map, each key once.
    case map([CBOR: CBOR])
    /// A value with a tag.
    case tagged(UInt64, CBOR)
    /// True or false.
    case bool(Bool)

    /// The deterministic encoding: the shortest numbers, and keys in the order of their bytes (RFC 8949, section 4.2).
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .number(let number):
            Self.append(0, number, to: &bytes)
        case .bytes(let content):
            Self.append(2, UInt64(content.count), to: &bytes)
            bytes += content
        case .text(let text):
            Self.append(3, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .array(let items):
            Self.append(4, UInt64(items.count), to: &bytes)
            for item in items { item.append(to: &bytes) }
        case .map(let members):
            Self.append(5, UInt64(members.count), to: &bytes)
            let entries = members.map { (key: $0.key.encoded, value: $0.value) }
            for entry in entries.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                bytes += entry.key
                entry.value.append(to: &bytes)
            }
        case .tagged(let tag, let value):
            Self.append(6, tag, to: &bytes)
            value.append(to: &bytes)
        case .bool(let value):
            bytes.append(value ? 0xF5 : 0xF4)
        }
    }

    /// Appends the head of an item: its major type and its argument in the fewest bytes.
    private static func append(_ major: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
        let (code, size): (UInt8, Int) =
            switch argument {
            case ..<24: (UInt8(truncatingIfNeeded: argument), 0)
            case ...0xFF: (24, 1)
            case ...0xFFFF: (25, 2)
            case ...0xFFFF_FFFF: (26, 4)
            default: (27, 8)
            }
        bytes.append(major << 5 | code)
        for place in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: argument >> (8 * UInt64(place)))) }
    }
}

extension CBOR {
    /// The number.
    package var number: UInt64? { if case .number(let number) = self { number } else { nil } }

    /// The bytes.
    package var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    /// The text.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The items of the list.
    package var array: [CBOR]? { if case .array(let items) = self { items } else { nil } }

    /// Whether it is true.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The value of a numbered key of a map.
    package subscript(key: UInt64) -> CBOR? {
        if case .map(let members) = self { members[.number(key)] } else { nil }
    }

    /// The value with one of `tags`.
    package func untagged(_ tags: UInt64...) -> CBOR? {
        if case .tagged(let tag, let value) = self, tags.contains(tag) { value } else { nil }
    }
}
