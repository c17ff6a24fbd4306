/// What the query of a request's target says to the relay.
struct QueryItems {
    /// The items that the relay reads; all others are ignored.
    enum Name: String {
        /// The token.
        case token = "auth"
        case project = "projectId"
        case userAgent = "ua"
        /// Whether the client wants a close frame instead of an HTTP error.
        case wantsCloseFrame = "useOnCloseEvent"
    }

    /// The target of a request has at most so many bytes: a token of the largest size, and as much again.
    static let mostBytes = 8192

    /// A query has at most so many items.
    static let mostItems = 64

    private var items: [Name: String] = [:]

    /// Reads the query of a target.
    ///
    /// An item that occurs twice is refused: a proxy in front could have looked at the other one.
    ///
    /// - Throws: ``RelayError/query(_:)``.
    init(_ target: String) throws(RelayError) {
        let bytes = target.utf8
        guard bytes.count <= Self.mostBytes else { throw .query("The target has more than 8,192 bytes.") }
        guard let start = bytes.firstIndex(of: UInt8(ascii: "?")) else { return }
        let parts = bytes[bytes.index(after: start)...].split(separator: UInt8(ascii: "&"), maxSplits: Self.mostItems)
        guard parts.count <= Self.mostItems else { throw .query("The query has more than 64 items.") }
        for part in parts {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair.first.flatMap({ PercentEncoding.decode($0) }).flatMap({ Name(rawValue: $0) }) else {
                continue
            }
            guard let value = pair.count == 2 ? PercentEncoding.decode(pair[1]) : "" else {
                throw .query("The item \(name.rawValue) is not UTF-8 with percent-encoding.")
            }
            guard items.updateValue(value, forKey: name) == nil else {
                throw .query("The item \(name.rawValue) occurs twice.")
            }
        }
    }

    /// The value of an item, without percent-encoding.
    subscript(name: Name) -> String? { items[name] }
}

/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
    /// The text without percent-encoding; `nil` where it is not valid, or does not give UTF-8.
    ///
    /// A plus sign stands for itself: the addresses of relays have no HTML forms.
    static func decode(_ text: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let first = rest.next().flatMap(Hex.anyDigit), let second = rest.next().flatMap(Hex.anyDigit) else {
                return nil
            }
            bytes.append(first << 4 | second)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
