internal import Bitcoin
internal import Primitives

/// Judges whether the inputs of a transaction may spend their outputs, by the rules by which nodes relay.
///
/// The digests and signatures are those of the wallet's own engines. What nodes would not relay, although it could be in
/// a block, is refused.
struct SpendJudge {
    let transaction: BitcoinTransaction
    let ledger: UTXOChain.Ledger

    /// The outputs that the inputs spend, in their order.
    let spent: [Output]

    private let hashes: BitcoinTransaction.SharedHashes
    private let taproot: BitcoinTransaction.SharedTaprootHashes?
    private let spentHash: [UInt8]

    /// Creates a judge; there must be an output for each input.
    init(_ transaction: BitcoinTransaction, spending spent: [Output], on ledger: UTXOChain.Ledger) {
        (self.transaction, self.spent, self.ledger) = (transaction, spent, ledger)
        hashes = BitcoinTransaction.SharedHashes(transaction)
        taproot = ledger == .bitcoin ? BitcoinTransaction.SharedTaprootHashes(transaction, spent: spent) : nil
        var all: [UInt8] = []
        if ledger == .bitcoinCash { for output in spent { output.append(to: &all) } }
        spentHash = SHA256.hashTwice(all).bytes
    }

    /// The reason with which nodes refuse a script.
    static func failure(_ reason: String) -> SimulatorError {
        .rejected("mandatory-script-verify-flag-failed (\(reason))")
    }

    static let falseResult = "Script evaluated without error but finished with a false/empty top stack element"

    /// Checks all inputs.
    ///
    /// - Throws: ``SimulatorError/rejected(_:)``.
    func check() throws(SimulatorError) {
        guard spent.count == transaction.inputs.count else { throw Self.failure("inputs are missing") }
        for place in spent.indices { try check(place) }
    }

    /// The locking script of an output, without its token.
    func lock(of place: Int) -> Script {
        ledger == .bitcoinCash ? spent[place].token?.script ?? spent[place].script : spent[place].script
    }

    private func check(_ place: Int) throws(SimulatorError) {
        let (input, lock) = (transaction.inputs[place], lock(of: place))
        guard let unlocking = input.script.operations, unlocking.allSatisfy({ $0.pushed != nil || $0 == .code(0x50) })
        else { throw Self.failure("Only push operators allowed in signatures") }
        var machine = ScriptMachine(self, place, .base)
        try machine.run(input.script)
        let pushed = machine.stack
        try machine.run(lock)
        guard machine.isTrue else { throw Self.failure(Self.falseResult) }
        if ledger == .bitcoin, case .witness(let version, let program)? = lock.destination {
            guard input.script.bytes.isEmpty else { throw Self.failure("Witness requires empty scriptSig") }
            return try checkWitness(version, program, place, isNested: false)
        }
        if isScriptHash(lock), let last = pushed.last {
            machine.stack = Array(pushed.dropLast())
            let redeem = Script(last)
            if ledger == .bitcoin, case .witness(let version, let program)? = redeem.destination {
                guard input.script == Script([Operation.push(last)]) else {
                    throw Self.failure("Witness requires only-redeemscript scriptSig")
                }
                return try checkWitness(version, program, place, isNested: true)
            }
            try machine.run(redeem)
            guard machine.isTrue else { throw Self.failure(Self.falseResult) }
        }
        guard machine.stack.count == 1 else { throw Self.failure("Stack size must be exactly one after execution") }
        guard input.witness.isEmpty else { throw Self.failure("Witness provided for non-witness script") }
    }

    private func isScriptHash(_ lock: Script) -> Bool {
        if case .script(let hash)? = lock.destination { ledger == .bitcoinCash || hash.count == 20 } else { false }
    }

    /// The digest that a signature with this hash type signs; `nil` if there is none.
    func digest(_ place: Int, _ code: Script, _ type: HashType, isWitness: Bool) -> Digest32? {
        switch ledger {
        case .bitcoin:
            guard !isWitness else {
                return SHA256.hashTwice(
                    transaction.preimage(
                        of: place, lock: code, value: spent[place].value, token: nil, type: type, hashes))
            }
            // Without an output of the same index, the number one is signed.
            let one = [1] + [UInt8](repeating: 0, count: 31)
            return transaction.legacyPreimage(of: place, lock: code, type: type).map { SHA256.hashTwice($0) }
                ?? (try? Digest32(one))
        case .bitcoinCash:
            var preimage = transaction.preimage(
                of: place, lock: code, value: spent[place].value, token: spent[place].token?.token, type: type, hashes)
            // SIGHASH_UTXOS: after the version and the hash of the outpoints.
            if type.number & 0x20 != 0 { preimage.insert(contentsOf: spentHash, at: 36) }
            return SHA256.hashTwice(preimage)
        }
    }

    /// The digest of a Taproot signature.
    func taprootDigest(
        _ place: Int, _ type: HashType, annex: [UInt8]?, leaf: BitcoinTransaction.TaprootLeaf?
    ) -> [UInt8]? {
        guard let taproot else { return nil }
        return transaction.taprootPreimage(of: place, spent: spent, type: type, annex: annex, leaf: leaf, taproot)
            .map { BitcoinTransaction.taprootDigest(of: $0).bytes }
    }
}
