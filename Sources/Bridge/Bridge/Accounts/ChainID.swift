/// The identifier of a chain of any kind (CAIP-2), such as `eip155:8453`.
public struct ChainID: Hashable, Sendable, CustomStringConvertible {
    /// The namespace, such as `eip155`.
    public let namespace: String

    /// The reference, such as `8453`.
    public let reference: String

    /// Reads `namespace:reference`; `nil` if the text does not have that form.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, CAIPText.isNamespace(parts[0]), Self.isReference(parts[1]) else { return nil }
        namespace = String(parts[0])
        reference = String(parts[1])
    }

    /// Creates the identifier of an EVM chain, from its EIP-155 chain ID.
    public init(eip155 number: UInt64) {
        namespace = "eip155"
        reference = String(number)
    }

    /// Creates the identifier of a chain of the Bitcoin family, from the beginning of the hash of its first block
    /// (CAIP-4).
    package init(bip122 hash: String) {
        namespace = "bip122"
        reference = hash
    }

    /// The EIP-155 chain ID of an EVM chain; `nil` for other chains.
    public var eip155: UInt64? {
        guard namespace == "eip155", let number = UInt64(reference), String(number) == reference else { return nil }
        return number
    }

    /// The text form.
    public var description: String { "\(namespace):\(reference)" }

    /// CAIP-2, syntax: `[-_a-zA-Z0-9]{1,32}`.
    private static func isReference(_ text: some StringProtocol) -> Bool {
        1...32 ~= text.utf8.count
            && text.utf8.allSatisfy {
                0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || "-_".utf8.contains($0)
            }
    }
}
