internal import CSoup

/// An IP address that can be classified as public or private.
struct InternetAddress {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an IPv4 address, or an IPv6 address without brackets; `nil` for a name.
    init?(_ text: String) {
        guard let address = g_inet_address_new_from_string(text) else { return nil }
        defer { g_object_unref(address) }
        self.init(address)
    }

    /// The address of the socket's peer; `nil` if it is not an IP address.
    init?(_ address: UnsafeMutablePointer<GSocketAddress>?) {
        guard let address,
            g_type_check_instance_is_a(
                UnsafeMutableRawPointer(address).assumingMemoryBound(to: GTypeInstance.self),
                g_inet_socket_address_get_type()) != 0
        else { return nil }
        let internet = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)
        self.init(g_inet_socket_address_get_address(internet))
    }

    private init?(_ address: UnsafeMutablePointer<GInetAddress>?) {
        guard let address, let start = g_inet_address_to_bytes(address) else { return nil }
        bytes = Array(UnsafeBufferPointer(start: start, count: Int(g_inet_address_get_native_size(address))))
    }

    /// Whether it is a public unicast address: not this machine, a private network or a multicast group, and allocated
    /// by the registries for general use (RFC 6890 and the registries that it names).
    var isPublic: Bool {
        switch bytes.count {
        case 4: Self.isPublic(version4: bytes[...])
        case 16: isPublicVersion6
        default: false
        }
    }

    private var isPublicVersion6: Bool {
        // An embedded IPv4 address is the destination: IPv4-mapped, translated (RFC 6052) or 6to4 (RFC 3056).
        if starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) { return Self.isPublic(version4: bytes[12...]) }
        if starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return Self.isPublic(version4: bytes[12...])
        }
        if starts(with: [0x20, 0x02]) { return Self.isPublic(version4: bytes[2..<6]) }
        // Only 2000::/3 is assigned to servers; it contains protocol assignments (2001::/23) and documentation
        // prefixes.
        return bytes[0] & 0xE0 == 0x20 && !(starts(with: [0x20, 0x01]) && bytes[2] < 2)
            && !starts(with: [0x20, 0x01, 0x0D, 0xB8]) && !(starts(with: [0x3F, 0xFF]) && bytes[2] < 0x10)
    }

    private func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

    private static func isPublic(version4 bytes: ArraySlice<UInt8>) -> Bool {
        let address = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return !special.contains { address >> (32 - $0.length) == $0.network >> (32 - $0.length) }
    }

    /// The IPv4 networks that are not public.
    private static let special: [(network: UInt32, length: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
    ]
}
