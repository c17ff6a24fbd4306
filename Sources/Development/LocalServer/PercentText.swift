/// Decodes percent-encoded text in URLs (RFC 3986, section 2.1).
enum PercentText {
    /// Decodes percent-encoded text; with `isForm`, a `+` is a space, as in a query.
    ///
    /// - Returns: The text; `nil` if a `%` is not followed by two digits, or if the bytes are not UTF-8.
    static func decode(_ text: some StringProtocol, isForm: Bool = false) -> String? {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Parses a query; `nil` if a name or value is not text.
    static func fields(_ query: some StringProtocol) -> [ServedRequest.Field]? {
        var fields: [ServedRequest.Field] = []
        for part in query.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(sides[0], isForm: true),
                let value = decode(sides.count > 1 ? sides[1] : "", isForm: true)
            else { return nil }
            fields.append(ServedRequest.Field(name, value))
        }
        return fields
    }

    /// The value of a hexadecimal digit.
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
