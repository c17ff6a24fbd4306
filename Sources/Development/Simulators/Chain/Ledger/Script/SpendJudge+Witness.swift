internal import Bitcoin
internal import Primitives

extension SpendJudge {
    /// Checks the witness of an input (BIP-141, BIP-341).
    func checkWitness(_ version: UInt8, _ program: [UInt8], _ place: Int, isNested: Bool) throws(SimulatorError) {
        let witness = transaction.inputs[place].witness
        switch (version, program.count) {
        case (0, 20):
            guard witness.count == 2 else { throw Self.failure("Witness program hash mismatch") }
            try run(Destination.publicKey(hash: program).script, on: witness, place, .witness)
        case (0, 32):
            guard let last = witness.last else { throw Self.failure("Witness program was passed an empty witness") }
            guard SHA256.hash(last).bytes == program else { throw Self.failure("Witness program hash mismatch") }
            try run(Script(last), on: witness.dropLast(), place, .witness)
        case (1, 32) where !isNested: try checkTaproot(program, place)
        // Pay to anchor.
        case (1, 2) where !isNested && program == [0x4E, 0x73] && witness.isEmpty: break
        case (0, _): throw Self.failure("Witness program has incorrect length")
        default: throw Self.failure("Witness version reserved for soft-fork upgrades")
        }
    }

    private func run(
        _ script: Script, on items: some Collection<[UInt8]>, _ place: Int, _ mode: ScriptMachine.Mode
    ) throws(SimulatorError) {
        guard items.allSatisfy({ $0.count <= ScriptMachine.longestItem }) else {
            throw Self.failure("Push value size limit exceeded")
        }
        var machine = ScriptMachine(self, place, mode)
        machine.stack = Array(items)
        try machine.run(script)
        guard machine.stack.count == 1, machine.isTrue else { throw Self.failure(Self.falseResult) }
    }

    private func checkTaproot(_ program: [UInt8], _ place: Int) throws(SimulatorError) {
        var items = transaction.inputs[place].witness
        guard !items.isEmpty else { throw Self.failure("Witness program was passed an empty witness") }
        if items.count >= 2, items.last?.first == 0x50 {
            throw Self.failure("Taproot annex is reserved for soft-fork upgrades")
        }
        guard items.count > 1 else {
            guard isTaprootSigned(items[0], by: program, place, leaf: nil) else {
                throw Self.failure("Invalid Schnorr signature")
            }
            return
        }
        let (control, script) = (items.removeLast(), items.removeLast())
        guard control.count >= 33, control.count <= 33 + 32 * 128, (control.count - 33) % 32 == 0 else {
            throw Self.failure("Invalid Taproot control block size")
        }
        let leaf = BitcoinTransaction.TaprootLeaf(Script(script), version: control[0] & 0xFE)
        var root = leaf.hash
        for start in stride(from: 33, to: control.count, by: 32) {
            let other = Array(control[start..<(start + 32)])
            let pair = root.lexicographicallyPrecedes(other) ? root + other : other + root
            root = TaggedHash.hash("TapBranch", pair).bytes
        }
        let output = try? XOnlyPublicKey(control[1..<33]).output(merkleRoot: root)
        guard let output, output.key.bytes == program, output.isOdd == (control[0] & 1 == 1) else {
            throw Self.failure("Witness program hash mismatch")
        }
        guard control[0] & 0xFE == 0xC0 else {
            throw Self.failure("Taproot version reserved for soft-fork upgrades")
        }
        try run(Script(script), on: items, place, .tapscript(leaf))
    }

    /// Whether a signature of BIP-340 is right.
    func isTaprootSigned(
        _ item: [UInt8], by key: [UInt8], _ place: Int, leaf: BitcoinTransaction.TaprootLeaf?
    ) -> Bool {
        guard item.count == 64 || item.count == 65 && item[64] != 0, let key = try? XOnlyPublicKey(key),
            let signature = try? BIP340Signature(item.prefix(64))
        else { return false }
        let type: HashType = item.count == 65 ? HashType(UInt32(item[64])) : .default
        guard let digest = taprootDigest(place, type, annex: nil, leaf: leaf) else { return false }
        return key.verifies(signature, of: digest)
    }
}
