import Ethereum

/// Addresses that were made to be taken for others.
///
/// Whoever copies an address from a list of past transfers looks at its ends. An attacker makes one with the same
/// ends, and has it appear in the list by sending a little from it ("address poisoning").
enum LookAlike {
    private static let digits = 4

    /// Whether `left` is another address than `right`, but begins and ends with the same digits, four or more.
    static func resembles(_ left: EthereumAddress, _ right: EthereumAddress) -> Bool {
        guard left != right else { return false }
        let bytes = digits / 2
        return left.bytes.prefix(bytes) == right.bytes.prefix(bytes)
            && left.bytes.suffix(bytes) == right.bytes.suffix(bytes)
    }
}
