public import Primitives

/// An unsigned transaction and the coins that it spends, for the user's approval.
public struct UnsignedBitcoinTransaction: Hashable, Sendable {
    /// The transaction; its inputs are unsigned.
    public let transaction: BitcoinTransaction

    /// The coins, in the order of the inputs.
    public let coins: [Coin]

    /// The spending scheme of the coins.
    public let lock: SpendingScheme

    /// The index of the change output, or `nil`.
    public let change: Int?

    /// The maximum size in bytes that nodes relay.
    static let largest = 100_000

    /// Selects coins for `outputs` and appends the change output.
    ///
    /// - Parameters:
    ///   - outputs: The payments, in order.
    ///   - changeScript: The locking script of the change.
    ///   - coins: The coins that may be spent.
    ///   - required: The coins that must be spent.
    ///   - lock: The spending scheme of the coins.
    ///   - rate: The fee rate.
    /// - Throws: ``BitcoinError/coins(_:)``, or ``BitcoinError/amount(_:)`` if an output is dust.
    public init(
        paying outputs: [Output], changeTo changeScript: Script, from coins: [Coin], required: [Coin] = [],
        lock: SpendingScheme, rate: FeeRate
    ) throws(BitcoinError) {
        var total: UInt64 = 0
        for output in outputs {
            guard output.value >= lock.utxoChain.dust(of: output.script) else { throw .amount(.dust) }
            total += min(output.value, UTXOChain.allMoney + 1)
            guard total <= UTXOChain.allMoney else { throw .amount(.tooLarge) }
        }
        let wish = CoinSelection.Requirements(
            total: total, weight: lock.frameWeight + outputs.reduce(0) { $0 + Self.weight($1) },
            inputWeight: lock.inputWeight, changeWeight: Self.weight(Output(0, to: changeScript)),
            dust: lock.utxoChain.dust(of: changeScript), rate: rate)
        let choice = try CoinSelection(from: coins, required: required, for: wish)
        var outputs = outputs
        let place = choice.change.map { _ in outputs.count }
        if let change = choice.change { outputs.append(Output(change, to: changeScript)) }
        try self.init(
            BitcoinTransaction(inputs: choice.coins.map { BitcoinTransaction.Input($0.outPoint) }, outputs: outputs),
            spending: choice.coins, lock: lock, change: place)
    }

    /// Combines a transaction with the coins that it spends.
    ///
    /// - Throws: ``BitcoinError/coins(_:)`` if they do not match, or ``BitcoinError/bytes(_:)``.
    public init(
        _ transaction: BitcoinTransaction, spending coins: [Coin], lock: SpendingScheme, change: Int? = nil
    ) throws(BitcoinError) {
        guard transaction.isPlausible, transaction.inputs.map(\.outPoint) == coins.map(\.outPoint) else {
            throw .bytes(.rules)
        }
        guard coins.allSatisfy({ lock.executed(for: $0) != nil }) else { throw .coins(.locked) }
        let (paid, brought) = (
            transaction.outputs.reduce(0) { $0 + $1.value }, coins.reduce(UInt64(0)) { $0 &+ $1.value }
        )
        guard coins.allSatisfy({ $0.value <= UTXOChain.allMoney }), brought >= paid else { throw .coins(.notEnough) }
        self.transaction = transaction
        self.coins = coins
        self.lock = lock
        self.change = change
        guard size <= Self.largest else { throw .coins(.tooLarge) }
    }

    /// The fee in satoshis.
    public var fee: UInt64 {
        coins.reduce(0) { $0 + $1.value } - transaction.outputs.reduce(0) { $0 + $1.value }
    }

    /// The maximum (virtual) size of the signed transaction, in bytes.
    public var size: Int {
        let outputs = transaction.outputs.reduce(0) { $0 + Self.weight($1) }
        return (lock.frameWeight + 8 + coins.count * lock.inputWeight + outputs + 3) / 4
    }

    private static func weight(_ output: Output) -> Int {
        // From 253 on, the length takes three bytes; the wallet's own outputs are shorter.
        4 * (8 + (output.field.count < 253 ? 1 : 3) + output.field.count)
    }

    /// The signature preimages, in the order of the inputs; their double hash is signed.
    public var preimages: [[UInt8]] {
        coins.enumerated().compactMap { place, coin in
            lock.executed(for: coin).map { executed in
                transaction.preimage(of: place, lock: executed, value: coin.value, type: lock.hashType)
            }
        }
    }

    /// All ``preimages`` concatenated: the bytes that an approval shows as the signed data.
    public var payload: [UInt8] { Array(preimages.joined()) }

    /// The transaction with the unlocking data of each input.
    ///
    /// - Parameter unlock: Returns the signature and the public key for the input at an index, over a digest.
    /// - Returns: The signed transaction.
    /// - Throws: What `unlock` throws.
    public func signed<Failure: Error>(
        by unlock: (Int, Digest32) throws(Failure) -> (signature: InputSignature, key: PublicKey)
    ) throws(Failure) -> BitcoinTransaction {
        var signed = transaction
        for (place, preimage) in preimages.enumerated() {
            let (signature, key) = try unlock(place, SHA256.hashTwice(preimage))
            let stack = [signature.bytes + [lock.hashType.byte], key.compressed]
            if lock == .bitcoin {
                signed.inputs[place].witness = stack
            } else {
                signed.inputs[place].script = Script(stack.map { Operation.push($0) })
            }
        }
        return signed
    }
}
