internal import Primitives

/// Text in addresses: `%` and two digits for each byte that may not stand there.
enum PercentText {
    /// Writes everything but the unreserved characters of RFC 3986 as `%XX`.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(contentsOf: Hex.encode([byte]).uppercased().utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads percent-encoded text, where `isForm` with `+` for a space, as in a query.
    ///
    /// - Returns: The text; `nil` where a `%` has no two digits behind it or the bytes are no UTF-8.
    static func decode(_ text: some StringProtocol, isForm: Bool = false) -> String? {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let value = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)),
                    value.count == 1
                else { return nil }
                rest = rest.dropFirst(2)
                bytes.append(value[0])
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Reads a query; `nil` if a name or value is not text.
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

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
