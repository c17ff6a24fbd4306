/// The `name=value` parts of a link behind its question mark, each at most once, decoded.
///
/// Strict, since two readers must not understand one link differently: no part without a value, no name twice, not even
/// in another case, no broken escapes, nothing but UTF-8.
public struct LinkFields: Hashable, Sendable {
    /// Why the parts cannot be read.
    public enum Fault: Error, Hashable, Sendable {
        /// A part is not `name=value`, or holds what no link may.
        case form
        /// A name stands there twice.
        case duplicate
    }

    private var fields: [String: String] = [:]

    /// Creates fields of which there are none.
    public init() {}

    /// Reads what stands behind the question mark; there must be something.
    public init(_ query: Substring) throws(Fault) {
        for part in query.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let name = Self.decoded(pair[0]), !name.isEmpty,
                name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let value = Self.decoded(pair[1])
            else { throw .form }
            // Two names that differ in case only would be one to some readers.
            guard !fields.keys.contains(where: { $0.lowercased() == name.lowercased() }) else {
                throw .duplicate
            }
            fields[name] = value
        }
    }

    /// The value of the part with exactly this name.
    public subscript(name: String) -> String? { fields[name] }

    /// All names.
    public var names: Set<String> { Set(fields.keys) }

    /// The text with `%` sequences replaced; `nil` where one is broken, or what comes out is not UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                // What must be escaped in a URI (RFC 3986, section 2) is not taken as it is.
                guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "#") else { return nil }
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
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
