import Ethereum

/// Addresses that were generated to resemble others.
///
/// People who copy an address from a list of past transfers check only its ends. An attacker generates an address with
/// the same ends, and makes it appear in the list by sending a tiny amount from it ("address poisoning").
enum LookAlike {
    private static let digits = 4

    /// Whether the addresses differ, but start and end with the same four digits or more.
    static func resembles(_ left: EthereumAddress, _ right: EthereumAddress) -> Bool {
        guard left != right else { return false }
        let bytes = digits / 2
        return left.bytes.prefix(bytes) == right.bytes.prefix(bytes)
            && left.bytes.suffix(bytes) == right.bytes.suffix(bytes)
    }
}
