internal import Primitives

/// Judges whether an input of a signed transaction unlocks its coin on Bitcoin, for scripts of one key and of several
/// keys; only signatures of all inputs and outputs count.
struct InputUnlocking {
    private let transaction: BitcoinTransaction
    private let index: Int
    private let coin: Output
    private let hashes: BitcoinTransaction.SharedHashes
    private let taproot: (outputs: [Output], hashes: BitcoinTransaction.SharedTaprootHashes)?

    /// Creates a judge.
    ///
    /// - Parameters:
    ///   - transaction: The signed transaction.
    ///   - index: The input, which must exist.
    ///   - coin: The output that it spends.
    ///   - hashes: The hashes of the transaction for BIP-143.
    ///   - taproot: What all inputs spend, and the hashes for BIP-341; `nil` if a coin is unknown.
    init(
        _ transaction: BitcoinTransaction, at index: Int, of coin: Output, hashes: BitcoinTransaction.SharedHashes,
        taproot: (outputs: [Output], hashes: BitcoinTransaction.SharedTaprootHashes)?
    ) {
        self.transaction = transaction
        self.index = index
        self.coin = coin
        self.hashes = hashes
        self.taproot = taproot
    }

    private var input: BitcoinTransaction.Input { transaction.inputs[index] }

    /// Whether the coin is unlocked; `nil` for a form that is not known.
    var isRight: Bool? {
        switch coin.script.destination {
        case .witness(0, let program)?:
            return input.script.bytes.isEmpty ? isWitnessed(program) : false
        case .witness(1, let program)? where program.count == 32:
            return input.script.bytes.isEmpty ? isTaproot(program) : false
        case .witness?:
            return nil
        case .script(let hash)? where hash.count == 20:
            guard let pushed, let redeem = pushed.last, Hash160.hash(redeem) == hash else { return false }
            switch Script(redeem).destination {
            case .witness(0, let program)?: return pushed.count == 1 ? isWitnessed(program) : false
            case .witness?: return nil
            default: return isSatisfied(Script(redeem), by: Array(pushed.dropLast()))
            }
        default:
            guard let pushed else { return false }
            return isSatisfied(coin.script, by: pushed)
        }
    }

    /// What the script of the input pushes; `nil` if it does anything else, which nodes do not relay.
    private var pushed: [[UInt8]]? {
        guard let operations = input.script.operations else { return nil }
        let pushed = operations.compactMap(\.pushed)
        return pushed.count == operations.count ? pushed : nil
    }

    private func isWitnessed(_ program: [UInt8]) -> Bool? {
        let witness = input.witness
        switch program.count {
        case 20:
            guard witness.count == 2, witness[1].count == 33 else { return false }
            return isSatisfied(Destination.publicKey(hash: program).script, by: witness, isWitness: true)
        case 32:
            guard let inner = witness.last, SHA256.hash(inner).bytes == program else { return false }
            return isSatisfied(Script(inner), by: Array(witness.dropLast()), isWitness: true)
        default:
            return nil
        }
    }

    /// Whether `items` on the stack satisfy a script of one key or of several keys.
    private func isSatisfied(_ script: Script, by items: [[UInt8]], isWitness: Bool = false) -> Bool? {
        guard isWitness || input.witness.isEmpty else { return false }
        let preimage =
            isWitness
            ? transaction.preimage(of: index, lock: script, value: coin.value, token: nil, type: .all, hashes)
            : transaction.legacyPreimage(of: index, lock: script, type: .all)
        guard let digest = preimage.map({ SHA256.hashTwice($0) }) else { return false }
        if case .publicKey(let hash)? = script.destination {
            return items.count == 2 && Hash160.hash(items[1]) == hash
                && Self.isSigned(items[0], by: items[1], digest)
        }
        guard let operations = script.operations else { return false }
        if operations.count == 2, operations[1] == .code(0xAC), let key = operations[0].pushed {
            return items.count == 1 && Self.isSigned(items[0], by: key, digest)
        }
        guard let (threshold, keys) = PSBT.multisig(operations) else { return nil }
        guard items.count == threshold + 1, items[0].isEmpty else { return false }
        // Signatures are in the order of their keys (OP_CHECKMULTISIG).
        var rest = keys[...]
        return items.dropFirst().allSatisfy { signature in
            while let key = rest.popFirst() { if Self.isSigned(signature, by: key, digest) { return true } }
            return false
        }
    }

    /// Whether an ECDSA signature with the hash type of the whole is by `key`, in the form that nodes relay.
    static func isSigned(_ signature: [UInt8], by key: [UInt8], _ digest: Digest32) -> Bool {
        guard let last = signature.last, HashType(UInt32(truncatingIfNeeded: last)) == .all,
            let key = try? PublicKey(key),
            let parsed = try? Signature(der: signature.dropLast()), parsed.isLowS
        else { return false }
        return key.verifies(parsed, of: digest)
    }

    private func isTaproot(_ program: [UInt8]) -> Bool? {
        // With more items, a script is executed or there is an annex (BIP-341).
        guard let item = input.witness.first else { return false }
        guard input.witness.count == 1, let taproot else { return nil }
        return Self.isSigned(item, by: program) { type in
            transaction.taprootPreimage(
                of: index, spent: taproot.outputs, type: type, annex: nil, leaf: nil, taproot.hashes)
        }
    }

    /// Whether a BIP-340 signature of the whole is by `key`.
    static func isSigned(_ item: [UInt8], by key: [UInt8], _ preimage: (HashType) -> [UInt8]?) -> Bool {
        let type: HashType = item.count == 65 ? HashType(UInt32(truncatingIfNeeded: item[64])) : .default
        guard item.count == 64 || item.count == 65 && type == .all, let key = try? XOnlyPublicKey(key),
            let signature = try? BIP340Signature(item.prefix(64)), let preimage = preimage(type)
        else { return false }
        return key.verifies(signature, of: BitcoinTransaction.taprootDigest(of: preimage).bytes)
    }
}
