import BigInt
package import Ethereum
package import Primitives

/// Delegations of accounts to contracts (EIP-7702), which the wallet never signs.
package enum Delegation {
    /// A raw transaction in which an account delegates itself.
    ///
    /// - Parameters:
    ///   - owner: The account.
    ///   - contract: The contract; the zero address ends a delegation.
    ///   - chainID: The chain.
    ///   - nonce: The nonce of the transaction; that of the delegation is the next one.
    ///   - sign: Signs with the key of the account.
    /// - Returns: The bytes that a node takes.
    /// - Throws: What `sign` throws.
    package static func raw(
        of owner: EthereumAddress, to contract: EthereumAddress, on chainID: UInt64, nonce: UInt64,
        sign: (Digest32) throws -> RecoverableSignature
    ) throws -> [UInt8] {
        let gwei = BigUInt(1_000_000_000)
        let parts: [RLP] = [.number(chainID), .bytes(contract.bytes), .number(nonce + 1)]
        let authorization = try sign(Keccak256.hash([5] + RLP.list(parts).encoded))
        let fields: [RLP] = [
            .number(chainID), .number(nonce), .number(gwei), .number(gwei * 10), .number(UInt64(100_000)),
            .bytes(owner.bytes), .bytes([]), .bytes([]), .list([]),
            .list([.list(parts + items(of: authorization))]),
        ]
        let signature = try sign(Keccak256.hash([4] + RLP.list(fields).encoded))
        return [4] + RLP.list(fields + items(of: signature)).encoded
    }

    private static func items(of signature: RecoverableSignature) -> [RLP] {
        func number(_ bytes: [UInt8]) -> RLP { .bytes(Array(bytes.drop { $0 == 0 })) }
        return [.number(UInt64(signature.recoveryID)), number(signature.r), number(signature.s)]
    }
}
