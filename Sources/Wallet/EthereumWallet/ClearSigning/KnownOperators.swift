import Ethereum

/// Well-known operators of EigenLayer, to whom a stake can be delegated.
///
/// Anyone can become an operator, and create an operator set that pays slashed stake to itself.
enum KnownOperators {
    /// Whether the operator at `address` is one of them.
    static func contains(_ address: EthereumAddress, on chainID: UInt64) -> Bool {
        chainID == 1 && addresses.contains(address)
    }

    // An invalid address in the table is a bug, which a test finds.
    private static let addresses = Set(rows.compactMap { try? EthereumAddress($0) })

    /// The addresses on Ethereum; the name is a comment.
    private static let rows = [
        "0x5ACCC90436492F24E6aF278569691e2c942A676d"  // EigenYields
    ]
}
