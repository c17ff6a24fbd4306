package import Primitives

extension PSBT {
    /// A coin that an input spends, checked against the transaction as far as possible.
    package struct SpentCoin: Hashable, Sendable {
        /// The output.
        package let output: Output

        /// Whether the whole previous transaction is there, whose hash the input contains.
        ///
        /// Without it, the value is only a claim: a signature of Taproot commits to the values of all coins, one of
        /// BIP-143 to that of its own coin, and older ones to none.
        package let isProven: Bool

        /// How the coin is spent.
        package let form: Form

        /// The forms of outputs that can be signed.
        package enum Form: Hashable, Sendable {
            /// A script that the signature covers under the original rules.
            case legacy(Script)
            /// A script that the signature covers under BIP-143.
            case witness(Script)
            /// Taproot, with the output's key.
            case taproot(XOnlyPublicKey)
            /// Something else, or a hash whose script is missing.
            case unknown
        }
    }

    /// The coin that the input at `index` spends.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if the coin or its scripts are missing or do not match.
    package func spent(at index: Int) throws(BitcoinError) -> SpentCoin {
        typealias Field = PSBTField.Input
        guard inputs.indices.contains(index) else { throw .psbt(.noCoin) }
        let (map, input) = (inputs[index], transaction.inputs[index])
        var output: Output?
        if let raw = map[Field.previousTransaction] {
            let previous = try BitcoinTransaction(raw, form: .witness)
            guard previous.id == input.outPoint.transaction, Int(input.outPoint.index) < previous.outputs.count else {
                throw .psbt(.otherCoin)
            }
            output = previous.outputs[Int(input.outPoint.index)]  // No trap: held against the number of outputs above.
        }
        let isProven = output != nil
        if let raw = map[Field.witnessOutput] {
            let claimed = try Self.output(raw)
            guard output == nil || output == claimed else { throw .psbt(.otherCoin) }
            output = claimed
        }
        guard let output else { throw .psbt(.noCoin) }
        guard output.value <= UTXOChain.allMoney else { throw .psbt(.amounts) }
        let form = try Self.form(of: output.script, map)
        // Without a witness, a signature covers no value, so the previous transaction must be there (BIP-174).
        if case .legacy = form, !isProven { throw .psbt(.noPrevious) }
        return SpentCoin(output: output, isProven: isProven, form: form)
    }

    private static func form(of script: Script, _ map: PSBTMap) throws(BitcoinError) -> SpentCoin.Form {
        typealias Field = PSBTField.Input
        let redeem = map[Field.redeemScript].map { Script($0) }
        let inner = map[Field.witnessScript].map { Script($0) }
        var executed = script
        if case .script(let hash)? = script.destination, hash.count == 20 {
            guard let redeem else { return .unknown }
            guard Hash160.hash(redeem.bytes) == hash else { throw .psbt(.otherScript) }
            executed = redeem
        } else if redeem != nil {
            throw .psbt(.otherScript)
        }
        switch executed.destination {
        case .witness(0, let program)? where program.count == 20:
            return .witness(Destination.publicKey(hash: program).script)
        case .witness(0, let program)?:
            guard let inner else { return .unknown }
            guard SHA256.hash(inner.bytes).bytes == program else { throw .psbt(.otherScript) }
            return .witness(inner)
        case .witness(1, let program)? where program.count == 32 && executed == script:
            guard let key = try? XOnlyPublicKey(program) else { return .unknown }
            return .taproot(key)
        case .witness?:
            return .unknown
        default:
            guard inner == nil else { throw .psbt(.otherScript) }
            return .legacy(executed)
        }
    }

    /// The coins that all inputs spend, and the hashes over all of them that their signatures have in common.
    ///
    /// With it, the work for all inputs is proportional to their number, not to its square.
    package struct Spending: Sendable {
        /// The coins, in the order of the inputs; `nil` for one that the file does not contain, or only claims where a
        /// signature would not cover the value.
        package let coins: [SpentCoin?]

        let hashes: BitcoinTransaction.SharedHashes

        /// What all inputs spend, which each signature of Taproot covers; `nil` if a coin is unknown.
        let all: (outputs: [Output], hashes: BitcoinTransaction.SharedTaprootHashes)?
    }

    /// The largest transaction without its signatures, in bytes: nodes relay no transaction above 400,000 units of
    /// weight, and each of these bytes has four.
    package static let largestTransaction = 100_000

    /// Whether the transaction is small enough for nodes to relay it.
    package var isRelayable: Bool { transaction.bytes(.plain).count <= Self.largestTransaction }

    /// The coins that all inputs spend.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if a coin or its scripts do not match, if there are no inputs, or if the
    ///   transaction is larger than any that nodes relay.
    package func spending() throws(BitcoinError) -> Spending {
        guard !inputs.isEmpty else { throw .psbt(.noInputs) }
        guard isRelayable else { throw .psbt(.tooLarge) }
        let coins = try inputs.indices.map { place throws(BitcoinError) in
            do throws(BitcoinError) {
                return SpentCoin?.some(try spent(at: place))
            } catch .psbt(.noCoin), .psbt(.noPrevious) {
                return nil
            }
        }
        let outputs = coins.compactMap { $0?.output }
        return Spending(
            coins: coins, hashes: BitcoinTransaction.SharedHashes(transaction),
            all: outputs.count < coins.count
                ? nil : (outputs, BitcoinTransaction.SharedTaprootHashes(transaction, spent: outputs)))
    }

    /// The fee in satoshis; `nil` if a coin is unknown.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if the outputs are worth more than the coins, or than all coins of the chain.
    package func fee() throws(BitcoinError) -> UInt64? { try fee(of: spending()) }

    /// The same, with coins that are known.
    package func fee(of spending: Spending) throws(BitcoinError) -> UInt64? {
        let paid = try Self.total(transaction.outputs)
        guard paid <= UTXOChain.allMoney else { throw .psbt(.amounts) }
        guard let outputs = spending.all?.outputs else { return nil }
        let brought = try Self.total(outputs)
        guard brought >= paid else { throw .psbt(.amounts) }
        return brought - paid
    }

    private static func total(_ outputs: [Output]) throws(BitcoinError) -> UInt64 {
        var total: UInt64 = 0
        for output in outputs {
            let (sum, overflow) = total.addingReportingOverflow(output.value)
            guard !overflow else { throw .psbt(.amounts) }
            total = sum
        }
        return total
    }

    /// The redeem script and the witness script of the output at `index`, and the origins of its keys by their bytes.
    package func origins(ofOutput index: Int) -> [[UInt8]: PSBTOrigin] {
        typealias Field = PSBTField.Output
        guard outputs.indices.contains(index) else { return [:] }
        return Self.origins(outputs[index], full: Field.derivation, taproot: Field.taprootDerivation)
    }

    /// The origins of the keys of the input at `index` by their bytes: 33 or 65, or 32 for Taproot.
    package func origins(ofInput index: Int) -> [[UInt8]: PSBTOrigin] {
        typealias Field = PSBTField.Input
        guard inputs.indices.contains(index) else { return [:] }
        return Self.origins(inputs[index], full: Field.derivation, taproot: Field.taprootDerivation)
    }

    private static func origins(_ map: PSBTMap, full: UInt64, taproot: UInt64) -> [[UInt8]: PSBTOrigin] {
        var origins: [[UInt8]: PSBTOrigin] = [:]
        for entry in map.all(full).prefix(mostOrigins) { origins[entry.data] = try? PSBTOrigin(entry.value) }
        for entry in map.all(taproot).prefix(mostOrigins) {
            origins[entry.data] = try? PSBTOrigin.taproot(entry.value).origin
        }
        return origins
    }

    /// The maximum number of keys of each kind that are looked at in a map; the first count.
    package static let mostOrigins = 100
}
