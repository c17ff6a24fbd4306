/// The parameters of a link, written and read so that nothing changes on the way.
enum SumUpQuery {
    /// Writes parameters; all but unreserved characters (RFC 3986, section 2.3) are escaped, so that a `+` survives
    /// readers that take it for a space.
    static func text(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return escaped
    }

    /// Reads parameters into pairs, in their order.
    ///
    /// - Parameters:
    ///   - query: What stands behind the question mark.
    ///   - plusIsSpace: Whether a `+` is a space, as SumUp's app reads what it is sent.
    /// - Returns: The pairs, with empty values where a part has none.
    /// - Throws: ``SumUpFault/duplicate`` also where two names differ in case only: to some readers they are one.
    static func pairs(_ query: Substring, plusIsSpace: Bool) throws(SumUpFault) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var names: Set<String> = []
        for part in query.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(halves[0], plusIsSpace), !name.isEmpty,
                name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
                let value = halves.count > 1 ? decoded(halves[1], plusIsSpace) : ""
            else { throw .form }
            guard names.insert(name.lowercased()).inserted else { throw .duplicate }
            pairs.append((name, value))
        }
        return pairs
    }

    /// The text with its `%` sequences replaced; `nil` where one is broken, or what comes out is not UTF-8.
    private static func decoded(_ text: Substring, _ plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            case UInt8(ascii: "#"): return nil
            case 0x21...0x7E: bytes.append(byte)
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x41 + 10
        case 0x61...0x66: character - 0x61 + 10
        default: nil
        }
    }
}
