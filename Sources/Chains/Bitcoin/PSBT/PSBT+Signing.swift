package import Primitives

extension PSBT {
    /// A signature that an input lacks.
    package struct SigningTask: Hashable, Sendable {
        /// The input.
        package let input: Int

        /// The key that signs: 33 or 65 bytes, or 32 for Taproot.
        package let key: [UInt8]

        /// Where the key comes from, if the transaction says it.
        package let origin: PSBTOrigin?

        /// What is signed.
        package let digest: Digest32

        /// The bytes of which ``digest`` is the hash.
        package let preimage: [UInt8]

        /// The hash type.
        package let type: HashType

        /// How it is signed.
        package let method: Method

        /// The ways to sign.
        package enum Method: Hashable, Sendable {
            /// ECDSA.
            case ecdsa
            /// BIP-340 with the key of the output, which is tweaked by this root; empty if there is no tree.
            case taprootKey(merkleRoot: [UInt8])
            /// BIP-340 with a key in the script with this hash.
            case taprootScript(leaf: [UInt8])
        }
    }

    /// The signatures that the input at `index` lacks and whose keys are in the script that they unlock.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if the coin or its scripts are missing or do not match, or if the hash type
    ///   is another than all inputs and outputs.
    package func signingTasks(forInput index: Int) throws(BitcoinError) -> [SigningTask] {
        _ = try spent(at: index)
        return try signingTasks(forInput: index, spending())
    }

    /// The same, with coins that are known; none for a coin that is unknown, and none of Taproot if any is.
    package func signingTasks(forInput index: Int, _ spending: Spending) throws(BitcoinError) -> [SigningTask] {
        typealias Field = PSBTField.Input
        guard inputs.indices.contains(index), index < spending.coins.count else { throw .psbt(.noCoin) }
        let map = inputs[index]
        guard let coin = spending.coins[index], map[Field.finalScript] == nil, map[Field.finalWitness] == nil else {
            return []
        }
        let type = try hashType(ofInput: index, isTaproot: coin.form.isTaproot)
        let origins = origins(ofInput: index)
        switch coin.form {
        case .unknown:
            return []
        case .taproot(let key):
            return try taprootTasks(index, output: key, type, origins, spending)
        case .legacy(let script):
            guard let preimage = transaction.legacyPreimage(of: index, lock: script, type: type) else { return [] }
            return tasks(index, script, preimage, type, origins)
        case .witness(let script):
            let preimage = transaction.preimage(
                of: index, lock: script, value: coin.output.value, token: nil, type: type, spending.hashes)
            return tasks(index, script, preimage, type, origins)
        }
    }

    private func hashType(ofInput index: Int, isTaproot: Bool) throws(BitcoinError) -> HashType {
        guard let bytes = inputs[index][PSBTField.Input.hashType] else { return isTaproot ? .default : .all }
        var reader = ByteReader(bytes)
        let type = HashType(try reader.number())
        guard type == .all || isTaproot && type == .default else { throw .psbt(.hashType) }
        return type
    }

    private func tasks(
        _ index: Int, _ script: Script, _ preimage: [UInt8], _ type: HashType, _ origins: [[UInt8]: PSBTOrigin]
    ) -> [SigningTask] {
        let digest = SHA256.hashTwice(preimage)
        let pushed = Set((script.operations ?? []).compactMap(\.pushed))
        return origins.keys.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { key in
            guard key.count != 32, pushed.contains(key) || pushed.contains(Hash160.hash(key)),
                inputs[index][PSBTField.Input.partialSignature, key] == nil
            else { return nil }
            return SigningTask(
                input: index, key: key, origin: origins[key], digest: digest, preimage: preimage, type: type,
                method: .ecdsa)
        }
    }

    private func taprootTasks(
        _ index: Int, output: XOnlyPublicKey, _ type: HashType, _ origins: [[UInt8]: PSBTOrigin],
        _ spending: Spending
    ) throws(BitcoinError) -> [SigningTask] {
        typealias Field = PSBTField.Input
        let map = inputs[index]
        var tasks: [SigningTask] = []
        if map[Field.taprootKeySignature] == nil, let internalKey = map[Field.taprootInternalKey] {
            let root = map[Field.taprootMerkleRoot] ?? []
            guard (try? XOnlyPublicKey(internalKey).output(merkleRoot: root).key) == output else {
                throw .psbt(.otherScript)
            }
            if let preimage = taprootPreimage(of: index, type, spending) {
                tasks.append(
                    SigningTask(
                        input: index, key: internalKey, origin: origins[internalKey],
                        digest: BitcoinTransaction.taprootDigest(of: preimage), preimage: preimage, type: type,
                        method: .taprootKey(merkleRoot: root)))
            }
        }
        for entry in map.all(Field.taprootLeafScript).prefix(Self.mostOrigins) {
            guard let version = entry.value.last, entry.data[0] & 0xFE == version else { throw .psbt(.otherScript) }
            let script = Script(entry.value.dropLast())
            let leaf = BitcoinTransaction.TaprootLeaf(script, version: version)
            guard Self.commits(output, to: leaf, entry.data) else { throw .psbt(.otherScript) }
            guard let preimage = taprootPreimage(of: index, type, spending, leaf) else { continue }
            for key in (script.operations ?? []).compactMap(\.pushed) where key.count == 32 {
                guard let origin = origins[key], map[Field.taprootScriptSignature, key + leaf.hash] == nil else {
                    continue
                }
                tasks.append(
                    SigningTask(
                        input: index, key: key, origin: origin,
                        digest: BitcoinTransaction.taprootDigest(of: preimage), preimage: preimage, type: type,
                        method: .taprootScript(leaf: leaf.hash)))
            }
        }
        return tasks
    }

    func taprootPreimage(
        of index: Int, _ type: HashType, _ spending: Spending, _ leaf: BitcoinTransaction.TaprootLeaf? = nil
    ) -> [UInt8]? {
        spending.all.flatMap { all in
            transaction.taprootPreimage(
                of: index, spent: all.outputs, type: type, annex: nil, leaf: leaf, all.hashes)
        }
    }

    /// Whether the key of an output commits to a script by its control block (BIP-341, "Script validation rules").
    private static func commits(
        _ output: XOnlyPublicKey, to leaf: BitcoinTransaction.TaprootLeaf, _ control: [UInt8]
    ) -> Bool {
        var hash = leaf.hash
        for start in stride(from: 33, to: control.count, by: 32) {
            let other = Array(control[start..<(start + 32)])
            hash =
                TaggedHash.hash(
                    "TapBranch", hash.lexicographicallyPrecedes(other) ? hash + other : other + hash
                ).bytes
        }
        guard let made = try? XOnlyPublicKey(control[1..<33]).output(merkleRoot: hash) else { return false }
        return made.key == output && made.isOdd == (control[0] & 1 == 1)
    }

    /// Adds the signature of a task.
    package mutating func add(_ signature: InputSignature, for task: SigningTask) {
        typealias Field = PSBTField.Input
        guard inputs.indices.contains(task.input) else { return }
        let bytes = signature.bytes + task.type.suffix
        close()
        switch task.method {
        case .ecdsa: inputs[task.input].set(Field.partialSignature, task.key, to: bytes)
        case .taprootKey: inputs[task.input].set(Field.taprootKeySignature, to: bytes)
        case .taprootScript(let leaf): inputs[task.input].set(Field.taprootScriptSignature, task.key + leaf, to: bytes)
        }
    }
}

extension PSBT.SpentCoin.Form {
    /// Whether it is an output of Taproot.
    package var isTaproot: Bool {
        if case .taproot = self { true } else { false }
    }
}
