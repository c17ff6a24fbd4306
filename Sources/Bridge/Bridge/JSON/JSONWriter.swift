extension JSON {
    /// The value as compact JSON text, UTF-8.
    ///
    /// Every control character is escaped, so the text contains none.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Whether the text may fit into `limit` bytes, determined without writing it: escapes, which make it longer, are
    /// not counted.
    func mayFit(in limit: Int) -> Bool {
        leastBytes(upTo: limit) != nil
    }

    /// The minimum length of the text in bytes, determined without writing it; `nil` if it exceeds `limit`.
    func leastBytes(upTo limit: Int) -> Int? {
        var rest = limit
        return takes(&rest) ? limit - rest : nil
    }

    /// Subtracts the minimum length of the text from `rest`; returns false if that is not enough.
    private func takes(_ rest: inout Int) -> Bool {
        switch self {
        case .null, .bool: rest -= 4
        case .number(let number): rest -= number.text.utf8.count
        case .string(let text): rest -= text.utf8.count + 2
        case .binary(let data): rest -= data.base64Count + 2
        case .array(let elements):
            rest -= max(2, elements.count + 1)
            for element in elements { guard rest >= 0, element.takes(&rest) else { return false } }
        case .object(let object):
            rest -= max(2, object.members.count + 1)
            for member in object.members {
                rest -= member.key.utf8.count + 3
                guard rest >= 0, member.value.takes(&rest) else { return false }
            }
        }
        return rest >= 0
    }

    /// The value as compact JSON text.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value to `bytes`; binary data becomes Base64.
    public func append(to bytes: inout [UInt8]) {
        append(to: &bytes, omitsBinary: false)
    }

    /// Appends the value to `bytes`, with an empty string or Base64 for binary data.
    func append(to bytes: inout [UInt8], omitsBinary: Bool) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(true): bytes.append(contentsOf: "true".utf8)
        case .bool(false): bytes.append(contentsOf: "false".utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let text): Self.append(text, to: &bytes)
        case .binary(let data): Self.append(omitsBinary ? "" : data.base64, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes, omitsBinary: omitsBinary)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes, omitsBinary: omitsBinary)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends `text` as a JSON string to `bytes`.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { part in
            // The quotation marks behind it included: growing by one byte would copy a long text again.
            let needed = bytes.count + part.count + 16
            if needed > bytes.capacity { bytes.reserveCapacity(max(needed, 2 * bytes.capacity)) }
            bytes.append(UInt8(ascii: "\""))
            // Runs without escapes are copied; only characters that need escapes are handled one by one.
            var start = 0
            var isASCII = true
            while true {
                let end = UnescapedRun.end(in: part, from: start, isASCII: &isASCII)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: part[start..<end]))
                guard end < part.count else { break }
                appendEscape(of: part[end], to: &bytes)
                start = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x22: bytes.append(contentsOf: #"\""#.utf8)
        case 0x5C: bytes.append(contentsOf: #"\\"#.utf8)
        case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        default:
            bytes.append(contentsOf: #"\u00"#.utf8)
            bytes.append(digit(byte >> 4))
            bytes.append(digit(byte & 0x0F))
        }
    }

    /// The hexadecimal digit of a value below 16.
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
