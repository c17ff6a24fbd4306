internal import Glibc

/// The kinds of text in a sign-in message (EIP-4361, with the grammar of RFC 3986, appendix A).
enum SignInText {
    private static let unreserved = "-._~"
    private static let subDelimiters = "!$&'()*+,;="
    private static let genericDelimiters = ":/?#[]@"

    /// One line of reserved and unreserved characters and spaces.
    static func isStatement(_ text: String) -> Bool {
        !text.isEmpty && consists(text, of: unreserved + subDelimiters + genericDelimiters + " ")
    }

    static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return consists(text, of: "+-.")
    }

    /// A host and perhaps a port, without a user name.
    static func isAuthority(_ text: some StringProtocol) -> Bool {
        guard let (host, port) = hostAndPort(Array(text.utf8)[...]) else { return false }
        return !host.isEmpty && (port.map { (1...5).contains($0.count) } ?? true)
    }

    /// A URI (RFC 3986): a scheme, perhaps an authority, a path, a query and a fragment.
    static func isURI(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(text[..<colon]) else { return false }
        var rest = Array(text.utf8[text.utf8.index(after: colon)...])[...]
        if rest.starts(with: "//".utf8) {
            let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
            rest = rest[authority.endIndex...]
            let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            guard parts.count <= 2, let last = parts.last, hostAndPort(last) != nil,
                parts.count == 1 || isEscaped(parts[0], unreserved + subDelimiters + ":")
            else { return false }
        }
        let parts = rest.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { isEscaped($0, unreserved + subDelimiters + ":/?@") }
    }

    /// The host of an authority, which may be empty, and the digits of its port, which may be none; `nil` if it is
    /// no authority.
    private static func hostAndPort(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, port: ArraySlice<UInt8>?)? {
        var (host, rest) = (text, text[text.endIndex...])
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")), isLiteral(text[..<end].dropFirst()) else {
                return nil
            }
            (host, rest) = (text[...end], text[(end + 1)...])
        } else {
            if let colon = text.firstIndex(of: UInt8(ascii: ":")) { (host, rest) = (text[..<colon], text[colon...]) }
            guard isEscaped(host, unreserved + subDelimiters) else { return nil }
        }
        guard !rest.isEmpty else { return (host, nil) }
        guard rest.first == UInt8(ascii: ":"), rest.dropFirst().allSatisfy(isDigit) else { return nil }
        return (host, rest.dropFirst())
    }

    /// The text in brackets: an address of IPv6, or of a later version.
    private static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
        if text.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") {
            let parts = text.dropFirst().split(separator: UInt8(ascii: "."), maxSplits: 1)
            return parts.count == 2 && parts[0].allSatisfy(isHex) && !parts[1].isEmpty
                && parts[1].allSatisfy {
                    isLetter($0) || isDigit($0) || (unreserved + subDelimiters + ":").utf8.contains($0)
                }
        }
        guard text.allSatisfy({ isHex($0) || ":.".utf8.contains($0) }) else { return false }
        var address = in6_addr()
        return inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1
    }

    /// A number in decimal digits, without zeros in front.
    static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy(isDigit) && (text == "0" || !text.isEmpty && !text.utf8.starts(with: "0".utf8))
    }

    static func isNonce(_ text: String) -> Bool {
        text.utf8.count >= 8 && consists(text, of: "")
    }

    static func isRequestID(_ text: String) -> Bool {
        isEscaped(text.utf8, unreserved + subDelimiters + ":@")
    }

    /// Whether all characters are letters, digits, of `others`, or a `%` with two hexadecimal digits.
    private static func isEscaped(_ text: some Collection<UInt8>, _ others: String) -> Bool {
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, rest.prefix(2).allSatisfy(isHex) else { return false }
                rest.removeFirst(2)
            } else if !isLetter(byte) && !isDigit(byte) && !others.utf8.contains(byte) {
                return false
            }
        }
        return true
    }

    private static func consists(_ text: some StringProtocol, of others: String) -> Bool {
        text.utf8.allSatisfy { isLetter($0) || isDigit($0) || others.utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
