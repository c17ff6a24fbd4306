/// The contract whose code runs for an account that delegated to it (EIP-7702).
public struct AccountDelegation: Hashable, Sendable {
    /// The contract.
    public let contract: EthereumAddress

    /// Reads the code of an account.
    ///
    /// - Returns: `nil` unless it is a delegation: `0xef0100` and an address.
    public init?(code: [UInt8]) {
        guard code.count == 23, code.starts(with: [0xEF, 0x01, 0x00]),
            let contract = try? EthereumAddress(bytes: code.dropFirst(3))
        else { return nil }
        self.contract = contract
    }
}
