/// The character sets that the CAIP identifiers share.
package enum CAIPText {
    /// `[-a-z0-9]{3,8}`: the namespace of a chain or of an asset (CAIP-2 and CAIP-19, syntax).
    package static func isNamespace(_ text: some StringProtocol) -> Bool {
        3...8 ~= text.utf8.count && text.utf8.allSatisfy { isDigit($0) || isSmall($0) || $0 == UInt8(ascii: "-") }
    }

    /// `[-.%a-zA-Z0-9]{1,count}`: an address or the reference of an asset (CAIP-10 and CAIP-19, syntax).
    package static func isReference(_ text: some StringProtocol, upTo count: Int = 128) -> Bool {
        1...count ~= text.utf8.count
            && text.utf8.allSatisfy {
                isDigit($0) || isSmall($0) || 0x41...0x5A ~= $0 || "-.%".utf8.contains($0)
            }
    }

    /// Whether two references on a chain of `namespace` identify the same thing.
    ///
    /// In an EVM address, the case of letters is a checksum and not part of the address (EIP-55).
    static func areSame(_ one: String, _ other: String, in namespace: String) -> Bool {
        namespace == "eip155" ? one.lowercased() == other.lowercased() : one == other
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func isSmall(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }
}
