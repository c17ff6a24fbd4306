internal import Glibc

/// The host and port of a URL.
struct HostAndPort: Hashable, Sendable {
    /// In lower case; an IPv6 address in brackets.
    let host: String
    let port: Int?

    /// Reads `host`, `host:port`, `[address]` or `[address]:port`.
    init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let name = text[..<(end ?? text.endIndex)]
        let rest = text[name.endIndex...]
        guard Self.isAddress(name) || Self.isName(name) else { return nil }
        host = String(name)
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.hasPrefix(":"), let number = Self.port(rest.dropFirst()) else { return nil }
            port = number
        }
    }

    /// Whether it is this machine, decided without a name lookup.
    var isThisMachine: Bool {
        host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && Self.isAddress(host))
    }

    /// Whether `host` is this machine, decided without a name lookup; an IPv6 address has no brackets.
    static func isThisMachine(_ host: String) -> Bool {
        HostAndPort(host.contains(":") ? "[\(host)]" : host)?.isThisMachine == true
    }

    /// Whether `host` names a server: a name, an IPv4 address, or an IPv6 address without brackets.
    static func isHost(_ host: String) -> Bool { isName(host.lowercased()) || isNumeric(host) }

    /// Whether `host` is an IPv4 address, or an IPv6 address without brackets.
    static func isNumeric(_ host: String) -> Bool { isAddress(host) || isAddress("[\(host.lowercased())]") }

    private static func port(_ text: Substring) -> Int? {
        guard 1...5 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), text.first != "0" else {
            return nil
        }
        return Int(text).flatMap { 1...65535 ~= $0 ? $0 : nil }
    }

    /// An IPv4 address of four decimal numbers without leading zeros, or an IPv6 address in brackets without a zone.
    private static func isAddress(_ text: some StringProtocol) -> Bool {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), !text.contains("%") else { return false }
            var address = in6_addr()
            return inet_pton(AF_INET6, String(text.dropFirst().dropLast()), &address) == 1
        }
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4
            && numbers.allSatisfy { number in
                1...3 ~= number.utf8.count && number.utf8.allSatisfy { 0x30...0x39 ~= $0 }
                    && (number == "0" || number.first != "0") && UInt8(number) != nil
            }
    }

    /// Labels of letters, digits and hyphens; the last is not a number, because resolvers read that as an address.
    private static func isName(_ text: some StringProtocol) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, let last = labels.last else { return false }
        let areWhole = labels.allSatisfy { label in
            1...63 ~= label.utf8.count && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-") }
        }
        return areWhole && !last.utf8.allSatisfy { 0x30...0x39 ~= $0 } && !last.hasPrefix("0x")
    }
}
