public import BigInt
public import Primitives

/// An unsigned Ethereum transaction, always within the limits of its format.
///
/// Three types are supported: legacy with or without a chain ID (EIP-155), with an access list (EIP-2930), and with a
/// priority fee (EIP-1559). Blobs (EIP-4844) and authorizations (EIP-7702) are not supported.
public struct EthereumTransaction: Hashable, Sendable {
    /// The maximum size of ``data`` in bytes; nodes refuse larger transactions.
    public static let mostData = 131_072

    /// The maximum number of entries and storage keys of an access list, together.
    static let mostAccesses = 2_048

    /// The largest chain ID for which the `v` of EIP-155 fits into 64 bits (EIP-2294).
    public static let largestChainID = UInt64.max / 2 - 36

    /// The chain ID; 0 in a legacy transaction that is valid on every chain, which the wallet reads but never makes.
    public let chainID: UInt64

    /// The nonce: how many transactions the sender has sent before.
    public let nonce: UInt64

    /// The fee for a unit of gas.
    public let fees: Fees

    /// The gas limit.
    public let gasLimit: UInt64

    /// The recipient; `nil` to create a contract.
    public let to: EthereumAddress?

    /// The amount that is sent, in wei.
    public let value: BigUInt

    /// The call data, or the code of the new contract.
    public let data: [UInt8]

    /// The access list; empty in a legacy transaction.
    public let accessList: [AccessListEntry]

    /// Creates a transaction.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)`` if a field is out of range (EIP-2294, EIP-2681), the priority
    ///   fee exceeds the max fee, the total cost exceeds 256 bits, or a legacy transaction has an access list.
    public init(
        chainID: UInt64, nonce: UInt64, fees: Fees, gasLimit: UInt64, to: EthereumAddress?, value: BigUInt = 0,
        data: [UInt8] = [], accessList: [AccessListEntry] = []
    ) throws(EthereumError) {
        guard chainID <= Self.largestChainID else { throw .transaction(.chainID, path: "chainId") }
        guard nonce < .max else { throw .transaction(.range, path: "nonce") }
        guard value.bitWidth <= 256 else { throw .transaction(.range, path: "value") }
        guard data.count <= Self.mostData else { throw .transaction(.tooLarge, path: "data") }
        let entries = accessList.count + accessList.reduce(0) { $0 + $1.storageKeys.count }
        guard entries <= Self.mostAccesses else { throw .transaction(.tooLarge, path: "accessList") }
        if case .legacy = fees, !accessList.isEmpty { throw .transaction(.otherType, path: "accessList") }
        if case .dynamic(let maxFee, let tip) = fees, tip > maxFee {
            throw .transaction(.tip, path: "maxPriorityFeePerGas")
        }
        guard (fees.highest * BigUInt(gasLimit)).bitWidth <= 256, fees.highest.bitWidth <= 256 else {
            throw .transaction(.cost, path: "")
        }
        (self.chainID, self.nonce, self.fees, self.gasLimit) = (chainID, nonce, fees, gasLimit)
        (self.to, self.value, self.data, self.accessList) = (to, value, data, accessList)
    }

    /// The bytes whose Keccak-256 is signed.
    public var payload: [UInt8] {
        guard case .legacy = fees else { return [fees.type] + RLP.list(fields).encoded }
        return RLP.list(chainID == 0 ? fields : fields + [.number(chainID), .bytes([]), .bytes([])]).encoded
    }

    /// What is signed: the Keccak-256 of the ``payload``.
    public var digest: Digest32 { Keccak256.hash(payload) }

    /// The raw signed transaction that is sent to a node.
    ///
    /// The signature is not checked here; ``SignedTransaction/init(_:_:)`` checks it.
    public func signed(_ signature: RecoverableSignature) -> [UInt8] {
        let numbers = [signature.r, signature.s].map { RLP.number(BigUInt(bigEndian: $0)) }
        let list = RLP.list(fields + [.number(v(of: signature))] + numbers).encoded
        if case .legacy = fees { return list }
        return [fees.type] + list
    }

    /// The number `v` of a signature: in a legacy transaction with the chain ID (EIP-155), in others the parity.
    func v(of signature: RecoverableSignature) -> UInt64 {
        let parity = UInt64(signature.recoveryID)
        guard case .legacy = fees else { return parity }
        return parity + (chainID == 0 ? 27 : chainID * 2 + 35)
    }

    /// The hash of a signed transaction: the Keccak-256 of its raw bytes.
    public static func hash(ofRaw raw: [UInt8]) -> Digest32 { Keccak256.hash(raw) }

    /// The maximum fee in wei: the gas limit at the highest gas price, without the value.
    public var highestFee: BigUInt { fees.highest * BigUInt(gasLimit) }

    /// The intrinsic gas, used before any code runs (Yellow Paper, section 6.2, with EIP-2028, 2930 and 3860).
    public var intrinsicGas: UInt64 {
        let bytes = data.reduce(UInt64(0)) { $0 + ($1 == 0 ? 4 : 16) }
        let creation = to == nil ? 32_000 + UInt64((data.count + 31) / 32) * 2 : 0
        let access = accessList.reduce(UInt64(0)) { $0 + 2_400 + UInt64($1.storageKeys.count) * 1_900 }
        return 21_000 + bytes + creation + access
    }

    /// The least gas limit that a node takes: the intrinsic gas, or the floor price of the data (EIP-7623).
    public var leastGas: UInt64 {
        let tokens = data.reduce(UInt64(0)) { $0 + ($1 == 0 ? 1 : 4) }
        return max(intrinsicGas, 21_000 + tokens * 10)
    }

    /// The most gas that one transaction may use on chains with the limit of EIP-7825.
    public static let mostGas: UInt64 = 16_777_216

    /// The fields that come before a signature.
    private var fields: [RLP] {
        let call: [RLP] = [.number(gasLimit), .bytes(to?.bytes ?? []), .number(value), .bytes(data)]
        let list = RLP.list(accessList.map(\.rlp))
        switch fees {
        case .legacy(let gasPrice): return [.number(nonce), .number(gasPrice)] + call
        case .accessList(let gasPrice): return [.number(chainID), .number(nonce), .number(gasPrice)] + call + [list]
        case .dynamic(let maxFee, let tip):
            return [.number(chainID), .number(nonce), .number(tip), .number(maxFee)] + call + [list]
        }
    }
}
