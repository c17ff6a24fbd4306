/// An account in CAIP-10 notation: namespace, chain and address.
struct AccountText: Hashable, Sendable, CustomStringConvertible {
    let chain: String
    let address: String

    /// Parses an account; `nil` if the text does not follow the grammar of CAIP-10, or if the address in `eip155` is
    /// not an Ethereum address.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isMade(parts[0], 3...8, of: Self.isNamespace),
            Self.isMade(parts[1], 1...32, of: Self.isReference), Self.isMade(parts[2], 1...128, of: Self.isAddress)
        else { return nil }
        if parts[0] == "eip155" {
            let digits = parts[2].utf8.dropFirst(2)
            guard parts[2].utf8.starts(with: "0x".utf8), digits.count == 40, digits.allSatisfy(Self.isHexadecimal),
                parts[1].utf8.allSatisfy(Self.isDigit)
            else { return nil }
        }
        chain = "\(parts[0]):\(parts[1])"
        address = String(parts[2])
    }

    var description: String { "\(chain):\(address)" }

    /// The same text for every capitalization of an Ethereum address.
    var key: String { chain.utf8.starts(with: "eip155:".utf8) ? description.lowercased() : description }

    private static func isMade(
        _ part: Substring, _ lengths: ClosedRange<Int>, of allowed: (UInt8) -> Bool
    ) -> Bool {
        lengths.contains(part.utf8.count) && part.utf8.allSatisfy(allowed)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte | 0x20) }
    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
    private static func isNamespace(_ byte: UInt8) -> Bool {
        isDigit(byte) || isSmall(byte) || byte == UInt8(ascii: "-")
    }
    private static func isReference(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    private static func isAddress(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "%")
    }
}
