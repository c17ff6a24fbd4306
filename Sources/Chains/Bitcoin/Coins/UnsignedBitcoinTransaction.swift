public import Primitives

/// An unsigned transaction and the coins that it spends, for the user's approval.
public struct UnsignedBitcoinTransaction: Hashable, Sendable {
    /// The transaction; its inputs are unsigned.
    public let transaction: BitcoinTransaction

    /// The coins, in the order of the inputs.
    public let coins: [Coin]

    /// The ledger of the coins.
    public let ledger: UTXOChain.Ledger

    /// The index of the change output, or `nil`.
    public let change: Int?

    /// The maximum (virtual) size in bytes that nodes relay (`MAX_STANDARD_TX_WEIGHT`; on Bitcoin Cash
    /// `MAX_STANDARD_TX_SIZE`).
    static let largest = 100_000

    /// Selects coins for `outputs` and appends the change output.
    ///
    /// - Parameters:
    ///   - outputs: The payments, in order.
    ///   - changeScript: The locking script of the change.
    ///   - coins: The coins that may be spent.
    ///   - required: The coins that must be spent.
    ///   - changeScheme: How the change is spent later.
    ///   - rate: The fee rate.
    ///   - sequence: The sequence number of the inputs; below 0xFFFFFFFE, the transaction can be replaced (BIP-125).
    /// - Throws: ``BitcoinError/coins(_:)``, or ``BitcoinError/amount(_:)`` if an output is dust.
    public init(
        paying outputs: [Output], changeTo changeScript: Script, from coins: [Coin], required: [Coin] = [],
        changeScheme: SpendingScheme, rate: FeeRate, sequence: UInt32 = .max
    ) throws(BitcoinError) {
        let ledger = changeScheme.ledger
        var total: UInt64 = 0
        for output in outputs {
            guard output.value >= ledger.dust(of: output.script) else { throw .amount(.dust) }
            // No trap: neither the sum nor what is added is more than all money.
            total += min(output.value, UTXOChain.allMoney + 1)
            guard total <= UTXOChain.allMoney else { throw .amount(.tooLarge) }
        }
        let wish = CoinSelection.Requirements(
            total: total,
            weight: SpendingScheme.frameWeight(on: ledger) + outputs.reduce(0) { $0 + Self.weight($1) },
            changeWeight: Self.weight(Output(0, to: changeScript)), changeInputWeight: changeScheme.inputWeight,
            dust: ledger.dust(of: changeScript), rate: rate)
        let choice = try CoinSelection(from: coins, required: required, for: wish)
        var outputs = outputs
        let place = choice.change.map { _ in outputs.count }
        if let change = choice.change { outputs.append(Output(change, to: changeScript)) }
        let inputs = choice.coins.map { BitcoinTransaction.Input($0.outPoint, sequence: sequence) }
        try self.init(
            BitcoinTransaction(inputs: inputs, outputs: outputs), spending: choice.coins, on: ledger, change: place)
    }

    /// Combines a transaction with the coins that it spends.
    ///
    /// - Throws: ``BitcoinError/coins(_:)`` if they do not match, or ``BitcoinError/bytes(_:)``.
    public init(
        _ transaction: BitcoinTransaction, spending coins: [Coin], on ledger: UTXOChain.Ledger, change: Int? = nil
    ) throws(BitcoinError) {
        guard transaction.isPlausible, transaction.inputs.map(\.outPoint) == coins.map(\.outPoint) else {
            throw .bytes(.rules)
        }
        guard
            coins.allSatisfy({
                ($0.executed != nil || $0.otherInputWeight != nil) && $0.scheme.ledger == ledger
            })
        else {
            throw .coins(.locked)
        }
        let (paid, brought) = (
            // No trap: a draft's transaction is plausible, and its coins are checked first.
            transaction.outputs.reduce(0) { $0 + $1.value }, coins.reduce(UInt64(0)) { $0 &+ $1.value }
        )
        guard coins.allSatisfy({ $0.value <= UTXOChain.allMoney }), brought >= paid else { throw .coins(.notEnough) }
        guard ledger == .bitcoin || TokenBalance(of: transaction, spending: coins).isKept else {
            throw .coins(.tokens)
        }
        self.transaction = transaction
        self.coins = coins
        self.ledger = ledger
        self.change = change
        guard size <= Self.largest else { throw .coins(.tooLarge) }
    }

    /// The fee in satoshis.
    public var fee: UInt64 {
        // No trap: a draft's transaction is plausible, and its coins are checked first.
        coins.reduce(0) { $0 + $1.value } - transaction.outputs.reduce(0) { $0 + $1.value }
    }

    /// The maximum (virtual) size of the signed transaction, in bytes.
    public var size: Int {
        Self.size(spending: coins, paying: transaction.outputs, on: ledger)
    }

    /// The maximum (virtual) size of a signed transaction, in bytes.
    private static func size(spending coins: [Coin], paying outputs: [Output], on ledger: UTXOChain.Ledger) -> Int {
        let outputs = outputs.reduce(0) { $0 + weight($1) }
        let inputs = coins.reduce(0) { $0 + $1.inputWeight }
        return (SpendingScheme.frameWeight(on: ledger) + 8 + inputs + outputs + 3) / 4
    }

    /// As many of `coins` as fit into one transaction that pays to `outputs`: the first ones in their order.
    package static func fitting(_ coins: [Coin], paying outputs: [Output], on ledger: UTXOChain.Ledger) -> [Coin] {
        var weight = 4 * (largest - size(spending: [], paying: outputs, on: ledger))
        let end = coins.firstIndex { coin in
            weight -= coin.inputWeight
            return weight < 0
        }
        return Array(coins[..<(end ?? coins.endIndex)])
    }

    static func weight(_ output: Output) -> Int {
        // From 253 on, the length takes three bytes; the wallet's own outputs are shorter.
        4 * (8 + (output.field.count < 253 ? 1 : 3) + output.field.count)
    }

    /// The signature preimages, in the order of the inputs; what is signed are their ``digests``.
    public var preimages: [[UInt8]] {
        let spent = coins.map(\.output)
        let shared = BitcoinTransaction.SharedHashes(transaction)
        let taproot = BitcoinTransaction.SharedTaprootHashes(transaction, spent: spent)
        return coins.enumerated().compactMap { place, coin in
            guard let executed = coin.executed else { return nil }
            let type = coin.scheme.hashType
            switch coin.scheme {
            case .bitcoin(.p2pkh): return transaction.legacyPreimage(of: place, lock: executed, type: type)
            case .bitcoin(.p2tr):
                return transaction.taprootPreimage(
                    of: place, spent: spent, type: type, annex: nil, leaf: nil, taproot)
            case .bitcoin, .bitcoinCashECDSA, .bitcoinCashSchnorr:
                return transaction.preimage(
                    of: place, lock: executed, value: coin.value, token: coin.token, type: type, shared)
            }
        }
    }

    /// The digests that are signed, in the order of the inputs.
    public var digests: [Digest32] {
        zip(coins, preimages).map { coin, preimage in
            coin.scheme == .bitcoin(.p2tr)
                ? BitcoinTransaction.taprootDigest(of: preimage) : SHA256.hashTwice(preimage)
        }
    }

    /// All ``preimages`` concatenated: the bytes that an approval shows as the signed data.
    public var payload: [UInt8] { Array(preimages.joined()) }

    /// The transaction with the unlocking data of each input.
    ///
    /// - Parameter unlock: Returns the signature and the public key for the input at an index, over a digest; for
    ///   Taproot, the signature is made with the tweaked key.
    /// - Returns: The signed transaction.
    /// - Throws: What `unlock` throws.
    public func signed<Failure: Error>(
        by unlock: (Int, Digest32) throws(Failure) -> (signature: InputSignature, key: PublicKey)
    ) throws(Failure) -> BitcoinTransaction {
        var unlocks: [(signature: InputSignature, key: PublicKey)] = []
        for (place, digest) in digests.enumerated() { unlocks.append(try unlock(place, digest)) }
        return signed(with: unlocks)
    }

    /// The transaction with the unlocking data of each input.
    ///
    /// - Parameter unlocks: The signatures over the ``digests`` and the public keys, in the order of the inputs.
    /// - Returns: The signed transaction.
    package func signed(with unlocks: [(signature: InputSignature, key: PublicKey)]) -> BitcoinTransaction {
        var signed = transaction
        for (place, (coin, (signature, key))) in zip(coins, unlocks).enumerated() {
            let stack = [signature.bytes + coin.scheme.hashType.suffix, coin.bytes(of: key)]
            switch coin.scheme {
            case .bitcoinCashECDSA, .bitcoinCashSchnorr, .bitcoin(.p2pkh):
                signed.inputs[place].script = Script(stack.map { Operation.push($0) })
            case .bitcoin(.p2tr):
                signed.inputs[place].witness = [stack[0]]
            case .bitcoin(.p2wpkh), .bitcoin(.p2shP2wpkh):
                signed.inputs[place].witness = stack
                if let redeemScript = coin.redeemScript {
                    signed.inputs[place].script = Script([Operation.push(redeemScript.bytes)])
                }
            }
        }
        return signed
    }
}
