/// Reads a JSON text into a list of places; see ``JSONDocument``.
struct JSONParser {
    private static let mostLevels = 32
    private static let mostMembers = 64
    private static let mostNodes = 16_384

    private let bytes: [UInt8]
    private var index = 0
    private var level = 0
    private var nodes: [JSONDocument.Node] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        nodes.reserveCapacity(24)
    }

    /// The values of the text, each in front of those in it.
    mutating func document() throws(RelayError) -> [JSONDocument.Node] {
        // Places are kept in 32 bits.
        guard bytes.count < Int(Int32.max) else { throw .json(offset: 0) }
        try value()
        skipSpace()
        guard index == bytes.count else { throw .json(offset: index) }
        return nodes
    }

    private mutating func value() throws(RelayError) {
        skipSpace()
        switch peek {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "t"): try literal("true", .true)
        case UInt8(ascii: "f"): try literal("false", .false)
        case UInt8(ascii: "n"): try literal("null", .null)
        default: try number()
        }
    }

    private mutating func object() throws(RelayError) {
        let place = try enter(.object)
        var members = 0
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                let (name, start) = (nodes.count, index)
                guard members < Self.mostMembers, peek == UInt8(ascii: "\"") else { throw .json(offset: index) }
                members += 1
                try string()
                // A name with an escape could be another name in disguise.
                guard nodes[name].kind == .string, !isRepeated(name, from: place + 1) else {
                    throw .json(offset: start)
                }
                guard take(UInt8(ascii: ":")) else { throw .json(offset: index) }
                try value()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { throw .json(offset: index) }
        }
        leave(place)
    }

    /// Whether one of the names from `first` on is the same as `name`; each is in front of its value.
    private func isRepeated(_ name: Int, from first: Int) -> Bool {
        var place = first
        while place < name {
            if isSame(nodes[place], nodes[name]) { return true }
            place = Int(nodes[place + 1].next)
        }
        return false
    }

    private mutating func array() throws(RelayError) {
        let place = try enter(.array)
        if !take(UInt8(ascii: "]")) {
            repeat { try value() } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { throw .json(offset: index) }
        }
        leave(place)
    }

    private mutating func enter(_ kind: JSONDocument.Kind) throws(RelayError) -> Int {
        guard level < Self.mostLevels else { throw .json(offset: index) }
        level += 1
        let place = nodes.count
        try add(kind, from: index, to: index)
        index += 1
        return place
    }

    private mutating func leave(_ place: Int) {
        level -= 1
        nodes[place].end = Int32(truncatingIfNeeded: index)
        nodes[place].next = Int32(truncatingIfNeeded: nodes.count)
    }

    private mutating func add(_ kind: JSONDocument.Kind, from start: Int, to end: Int) throws(RelayError) {
        guard nodes.count < Self.mostNodes else { throw .json(offset: start) }
        nodes.append(
            JSONDocument.Node(
                kind: kind, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
                next: Int32(truncatingIfNeeded: nodes.count + 1)))
    }

    private func isSame(_ one: JSONDocument.Node, _ other: JSONDocument.Node) -> Bool {
        let (first, second) = (Int(one.start)..<Int(one.end), Int(other.start)..<Int(other.end))
        return first.count == second.count && bytes[first].elementsEqual(bytes[second])
    }

    /// RFC 8259, section 6.
    private mutating func number() throws(RelayError) {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        if peek == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        try add(.number, from: start, to: index)
    }

    private mutating func digits() throws(RelayError) {
        let start = index
        while let byte = peek, byte &- 0x30 < 10 { index += 1 }
        guard index > start else { throw .json(offset: index) }
    }

    private mutating func string() throws(RelayError) {
        index += 1
        let start = index
        var (seen, isEscaped): (UInt8, Bool) = (0, false)
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                if seen >= 0x80, String(validating: bytes[start..<index], as: UTF8.self) == nil {
                    throw .json(offset: start)
                }
                try add(isEscaped ? .escaped : .string, from: start, to: index)
                index += 1
                return
            case UInt8(ascii: "\\"):
                isEscaped = true
                try escape()
            case 0..<0x20: throw .json(offset: index)
            default:
                seen |= byte
                index += 1
            }
        }
        throw .json(offset: index)
    }

    private mutating func escape() throws(RelayError) {
        let start = index
        index += 1
        guard let byte = peek else { throw .json(offset: index) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            let unit = try fourDigits()
            guard 0xD800..<0xE000 ~= unit else { return }
            guard unit < 0xDC00, take(exactly: UInt8(ascii: "\\")), take(exactly: UInt8(ascii: "u")),
                0xDC00..<0xE000 ~= (try fourDigits())
            else { throw .json(offset: start) }
        default: throw .json(offset: start)
        }
    }

    private mutating func fourDigits() throws(RelayError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap(Hex.anyDigit) else { throw .json(offset: index) }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    private mutating func literal(_ word: StaticString, _ kind: JSONDocument.Kind) throws(RelayError) {
        let start = index
        let isThere = word.withUTF8Buffer { bytes[start...].starts(with: $0) }
        guard isThere else { throw .json(offset: start) }
        index += word.utf8CodeUnitCount
        try add(kind, from: start, to: index)
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(exactly byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Skips white space, then `byte` if it is there.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        return take(exactly: byte)
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }
}
