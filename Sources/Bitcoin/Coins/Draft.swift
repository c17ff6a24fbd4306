public import Keys

/// A transaction that is not signed yet, and the coins that it spends: what the user is asked about.
public struct Draft: Hashable, Sendable {
    /// The transaction; its inputs are still locked.
    public let transaction: Transaction

    /// The coins, in the order of the inputs.
    public let coins: [Coin]

    /// How they are unlocked.
    public let lock: Lock

    /// The place of the output that comes back to the wallet; `nil` where nothing does.
    public let change: Int?

    /// The most bytes of a transaction that nodes relay.
    static let largest = 100_000

    /// Chooses coins for `outputs` and puts the change behind them.
    ///
    /// - Parameters:
    ///   - outputs: What is paid, in its order.
    ///   - changeScript: Where the rest goes.
    ///   - coins: What may be spent.
    ///   - required: What must be.
    ///   - lock: How the coins are unlocked.
    ///   - rate: The rate of the fee.
    /// - Throws: ``BitcoinError/coins(_:)``, or ``BitcoinError/amount(_:)`` where an output is dust.
    public init(
        paying outputs: [Output], changeTo changeScript: Script, from coins: [Coin], required: [Coin] = [],
        lock: Lock, rate: FeeRate
    ) throws(BitcoinError) {
        var total: UInt64 = 0
        for output in outputs {
            guard output.value >= lock.ledger.dust(of: output.script) else { throw .amount(.dust) }
            total += min(output.value, Ledger.allMoney + 1)
            guard total <= Ledger.allMoney else { throw .amount(.tooLarge) }
        }
        let wish = CoinChoice.Wish(
            total: total, weight: lock.frameWeight + outputs.reduce(0) { $0 + Self.weight($1) },
            inputWeight: lock.inputWeight, changeWeight: Self.weight(Output(0, to: changeScript)),
            dust: lock.ledger.dust(of: changeScript), rate: rate)
        let choice = try CoinChoice(from: coins, required: required, for: wish)
        var outputs = outputs
        let place = choice.change.map { _ in outputs.count }
        if let change = choice.change { outputs.append(Output(change, to: changeScript)) }
        try self.init(
            Transaction(inputs: choice.coins.map { Transaction.Input($0.outPoint) }, outputs: outputs),
            spending: choice.coins, lock: lock, change: place)
    }

    /// Puts a transaction together with the coins that it spends.
    ///
    /// - Throws: ``BitcoinError/coins(_:)`` where they do not fit, or ``BitcoinError/bytes(_:)``.
    public init(
        _ transaction: Transaction, spending coins: [Coin], lock: Lock, change: Int? = nil
    ) throws(BitcoinError) {
        guard transaction.isPlausible, transaction.inputs.map(\.outPoint) == coins.map(\.outPoint) else {
            throw .bytes(.rules)
        }
        guard coins.allSatisfy({ lock.executed(for: $0) != nil }) else { throw .coins(.locked) }
        let (paid, brought) = (
            transaction.outputs.reduce(0) { $0 + $1.value }, coins.reduce(UInt64(0)) { $0 &+ $1.value }
        )
        guard coins.allSatisfy({ $0.value <= Ledger.allMoney }), brought >= paid else { throw .coins(.notEnough) }
        self.transaction = transaction
        self.coins = coins
        self.lock = lock
        self.change = change
        guard size <= Self.largest else { throw .coins(.tooLarge) }
    }

    /// What is left for the miners, in satoshis.
    public var fee: UInt64 {
        coins.reduce(0) { $0 + $1.value } - transaction.outputs.reduce(0) { $0 + $1.value }
    }

    /// The most (virtual) bytes that it will have when it is signed.
    public var size: Int {
        let outputs = transaction.outputs.reduce(0) { $0 + Self.weight($1) }
        return (lock.frameWeight + 8 + coins.count * lock.inputWeight + outputs + 3) / 4
    }

    private static func weight(_ output: Output) -> Int {
        // The length takes three bytes from 253 on, which is more than any output of ours.
        4 * (8 + (output.field.count < 253 ? 1 : 3) + output.field.count)
    }

    /// What each input's signature covers, in the order of the inputs: hashed twice, it is what is signed.
    public var preimages: [[UInt8]] {
        coins.enumerated().compactMap { place, coin in
            lock.executed(for: coin).map { executed in
                transaction.preimage(of: place, lock: executed, value: coin.value, type: lock.hashType)
            }
        }
    }

    /// All of ``preimages``, one behind the other: what an approval shows as the bytes that are signed.
    public var payload: [UInt8] { Array(preimages.joined()) }

    /// The transaction with what unlocks each of its inputs.
    ///
    /// - Parameter unlock: Makes signature and key for the input at a place, over a digest.
    /// - Returns: The transaction as it is broadcast.
    /// - Throws: What `unlock` throws.
    public func signed<Failure: Error>(
        by unlock: (Int, Digest32) throws(Failure) -> (signature: InputSignature, key: PublicKey)
    ) throws(Failure) -> Transaction {
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
