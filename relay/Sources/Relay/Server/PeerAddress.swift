import Glibc
import NIOCore

/// The address of a computer, written in one way.
struct PeerAddress: Hashable, Sendable {
    /// The address.
    let text: String

    /// The group that the address is counted with: an IPv4 address, or the first half of an IPv6 address, which is
    /// what one customer of a provider has.
    let group: String

    private init(text: String, group: String) {
        self.text = text
        self.group = group
    }

    /// Reads an address; `nil` where it is none, or has a port.
    init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(text: text, group: text)
            return
        }
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: six) { Array($0) }
        // An IPv4 address that is written as one of IPv6.
        if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) {
            let plain = bytes[12...].map { "\($0)" }.joined(separator: ".")
            self.init(text: plain, group: plain)
            return
        }
        let words = stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        let whole = words.joined(separator: ":")
        // All of one computer's own addresses are its own.
        let isLoopback = bytes == [UInt8](repeating: 0, count: 15) + [1]
        self.init(text: whole, group: isLoopback ? whole : words[..<4].joined(separator: ":"))
    }

    /// The address of a connection.
    init(_ address: SocketAddress?) {
        self = address?.ipAddress.flatMap { PeerAddress($0) } ?? PeerAddress(text: "unknown", group: "unknown")
    }
}
