public import BigInt
public import Keys

/// A transaction of Ethereum before it is signed, always one that its format can say.
///
/// Three types are known: the old form with or without a chain (EIP-155), with an access list (EIP-2930), and with a
/// fee of two parts (EIP-1559). Blobs (EIP-4844) and authorisations (EIP-7702) are not.
public struct Transaction: Hashable, Sendable {
    /// The most bytes of ``data``; nodes take no larger transactions.
    public static let mostData = 131_072

    /// The most entries and places of an access list, together.
    static let mostAccesses = 2_048

    /// The largest number of a chain, so that the `v` of EIP-155 is a number of 64 bits (EIP-2294).
    public static let largestChainID = UInt64.max / 2 - 36

    /// The chain; 0 in the old form means that it counts on every chain, which this wallet reads but never makes.
    public let chainID: UInt64

    /// How many transactions the sender has sent before.
    public let nonce: UInt64

    /// What is paid for a unit of gas.
    public let fees: Fees

    /// The most units of gas that it may use.
    public let gasLimit: UInt64

    /// The recipient; `nil` where a contract is created.
    public let to: EthereumAddress?

    /// What is sent, in wei.
    public let value: BigUInt

    /// What the recipient is called with, or the code that creates a contract.
    public let data: [UInt8]

    /// What it says it will touch; empty in the old form.
    public let accessList: [AccessListEntry]

    /// Takes the fields of a transaction.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)`` where a field is out of its range (EIP-2294, EIP-2681), the
    ///   tip is above the whole fee, the cost does not fit 256 bits, or the old form has an access list.
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

    /// Exactly the bytes whose Keccak-256 is signed.
    public var payload: [UInt8] {
        guard case .legacy = fees else { return [fees.type] + RLP.list(fields).encoded }
        return RLP.list(chainID == 0 ? fields : fields + [.number(chainID), .bytes([]), .bytes([])]).encoded
    }

    /// What is signed: the Keccak-256 of the ``payload``.
    public var digest: Digest32 { Keccak256.hash(payload) }

    /// The bytes that go to a node.
    ///
    /// What is signed is not checked here; ``SignedTransaction/init(_:_:)`` does.
    public func signed(_ signature: RecoverableSignature) -> [UInt8] {
        let numbers = [signature.r, signature.s].map { RLP.number(BigUInt(bigEndian: $0)) }
        guard case .legacy = fees else {
            return [fees.type] + RLP.list(fields + [.number(UInt64(signature.recoveryID))] + numbers).encoded
        }
        let v = UInt64(signature.recoveryID) + (chainID == 0 ? 27 : chainID * 2 + 35)
        return RLP.list(fields + [.number(v)] + numbers).encoded
    }

    /// The name of a signed transaction: the Keccak-256 of the bytes that go to a node.
    public static func hash(ofRaw raw: [UInt8]) -> Digest32 { Keccak256.hash(raw) }

    /// The most that it can cost beside its value, in wei: all its gas at the highest price.
    public var highestFee: BigUInt { fees.highest * BigUInt(gasLimit) }

    /// The gas that is used before any code runs (Yellow Paper, section 6.2, with EIP-2028, 2930 and 3860).
    public var intrinsicGas: UInt64 {
        let bytes = data.reduce(UInt64(0)) { $0 + ($1 == 0 ? 4 : 16) }
        let creation = to == nil ? 32_000 + UInt64((data.count + 31) / 32) * 2 : 0
        let access = accessList.reduce(UInt64(0)) { $0 + 2_400 + UInt64($1.storageKeys.count) * 1_900 }
        return 21_000 + bytes + creation + access
    }

    /// The fields as they stand in front of a signature.
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
