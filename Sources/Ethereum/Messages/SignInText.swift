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
        var host = text.utf8[...]
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let literal = host[host.index(after: host.startIndex)..<end]
            guard !literal.isEmpty, literal.allSatisfy({ isHex($0) || ":.".utf8.contains($0) }) else { return false }
            host = host[host.index(after: end)...]
            return host.isEmpty || isPort(host)
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            guard isPort(host[colon...]) else { return false }
            host = host[..<colon]
        }
        return !host.isEmpty && isEscaped(host, unreserved + subDelimiters)
    }

    /// A URI: a scheme, a colon, and characters that may stand in one.
    static func isURI(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(text[..<colon]) else { return false }
        let rest = text.utf8[text.utf8.index(after: colon)...]
        let parts = rest.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { isEscaped($0, unreserved + subDelimiters + ":/?[]@") }
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

    private static func isPort(_ text: some Collection<UInt8>) -> Bool {
        text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(isDigit) && (2...6).contains(text.count)
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
