public import BigInt
public import Primitives

/// A transaction that revokes the delegation of an account to a contract (EIP-7702): the account delegates itself to the
/// zero address, which clears the code.
///
/// It has two signatures: that of the authorization, and that of the transaction which contains it.
public struct DelegationRevocation: Hashable, Sendable {
    /// The account.
    public let account: EthereumAddress

    /// The chain ID.
    public let chainID: UInt64

    /// The nonce of the transaction; the authorization has the next one.
    public let nonce: UInt64

    /// The nonce of the authorization: the next one, because the transaction uses its own first.
    public let authorizationNonce: UInt64

    /// The max fee per gas, in wei.
    public let maxFee: BigUInt

    /// The priority fee per gas, in wei.
    public let maxPriorityFee: BigUInt

    /// The gas limit.
    public let gasLimit: UInt64

    /// The lowest gas limit: the intrinsic gas, and 25,000 for the authorization.
    ///
    /// Networks on top of Ethereum may need more.
    public static let leastGasLimit: UInt64 = 46_000

    /// Creates a revocation.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)`` if a number is out of range.
    public init(
        account: EthereumAddress, chainID: UInt64, nonce: UInt64, maxFee: BigUInt, maxPriorityFee: BigUInt,
        gasLimit: UInt64 = leastGasLimit
    ) throws(EthereumError) {
        guard (1...EthereumTransaction.largestChainID).contains(chainID) else {
            throw .transaction(.chainID, path: "chainId")
        }
        let (next, isOver) = nonce.addingReportingOverflow(1)
        guard !isOver, next < .max else { throw .transaction(.range, path: "nonce") }
        guard maxFee.bitWidth <= 128, maxPriorityFee <= maxFee else {
            throw .transaction(.tip, path: "maxPriorityFeePerGas")
        }
        (self.account, self.chainID, self.nonce, authorizationNonce) = (account, chainID, nonce, next)
        (self.maxFee, self.maxPriorityFee) = (maxFee, maxPriorityFee)
        self.gasLimit = max(gasLimit, Self.leastGasLimit)
    }

    /// The maximum network fee, in wei.
    public var highestFee: BigUInt { maxFee * BigUInt(gasLimit) }

    /// What the first signature is for: `0x05`, and the RLP of chain, contract and nonce.
    public var authorizationPayload: [UInt8] { [0x05] + RLP.list(authorization).encoded }

    /// What the second signature is for: the transaction with the first one.
    public func payload(_ authorization: RecoverableSignature) -> [UInt8] {
        [0x04] + RLP.list(fields(authorization)).encoded
    }

    /// The raw transaction.
    public func signed(_ authorization: RecoverableSignature, _ signature: RecoverableSignature) -> [UInt8] {
        [0x04] + RLP.list(fields(authorization) + Self.parts(signature)).encoded
    }

    private var authorization: [RLP] {
        [.number(chainID), .bytes([UInt8](repeating: 0, count: 20)), .number(authorizationNonce)]
    }

    private func fields(_ signature: RecoverableSignature) -> [RLP] {
        [
            .number(chainID), .number(nonce), .number(maxPriorityFee), .number(maxFee), .number(gasLimit),
            .bytes(account.bytes), .number(UInt64(0)), .bytes([]), .list([]),
            .list([.list(authorization + Self.parts(signature))]),
        ]
    }

    private static func parts(_ signature: RecoverableSignature) -> [RLP] {
        [.number(UInt64(signature.recoveryID))]
            + [signature.r, signature.s].map { RLP.number(BigUInt(bigEndian: $0)) }
    }
}
