internal import Bitcoin
internal import Primitives

extension ScriptMachine {
    private static let failed = "Signature must be zero for failed CHECK(MULTI)SIG operation"
    private static let mostKeys = 20

    mutating func checkSignature(_ script: Script, isVerified: Bool) throws(SimulatorError) {
        let (key, signature) = (try pop(), try pop())
        let isRight: Bool
        if case .tapscript(let leaf) = mode {
            isRight = try isTapscriptSigned(signature, by: key, leaf)
        } else {
            isRight = try isSigned(signature, by: key, script)
            guard isRight || signature.isEmpty else { throw SpendJudge.failure(Self.failed) }
        }
        stack.append(isRight ? [1] : [])
        if isVerified { try verify("Script failed an OP_CHECKSIGVERIFY operation") }
    }

    /// `OP_CHECKSIGADD` (BIP-342).
    mutating func addSignature() throws(SimulatorError) {
        let key = try pop()
        let (count, signature) = (try number(), try pop())
        guard case .tapscript(let leaf) = mode else { throw Self.short }
        stack.append(ScriptNumber.bytes(try isTapscriptSigned(signature, by: key, leaf) ? count + 1 : count))
    }

    mutating func checkSignatures(_ script: Script, isVerified: Bool) throws(SimulatorError) {
        guard !isTapscript else {
            throw SpendJudge.failure("OP_CHECKMULTISIG(VERIFY) is not available in tapscript")
        }
        let keyCount = try number()
        guard 0...Self.mostKeys ~= keyCount else { throw SpendJudge.failure("Pubkey count negative or limit exceeded") }
        operationCount += keyCount
        var keys: [[UInt8]] = []
        for _ in 0..<keyCount { keys.append(try pop()) }
        let count = try number()
        guard 0...keyCount ~= count else {
            throw SpendJudge.failure("Signature count negative or greater than pubkey count")
        }
        var signatures: [[UInt8]] = []
        for _ in 0..<count { signatures.append(try pop()) }
        guard try pop().isEmpty else { throw SpendJudge.failure("Dummy CHECKMULTISIG argument must be zero") }
        // From the last to the first, each signature is by a key that comes before those of the ones behind it.
        var (nextKey, nextSignature) = (0, 0)
        while nextSignature < count, count - nextSignature <= keyCount - nextKey {
            guard signatures[nextSignature].count != 65 || judge.ledger == .bitcoin else {
                throw SpendJudge.failure("Signature cannot be 65 bytes in CHECKMULTISIG")
            }
            if try isSigned(signatures[nextSignature], by: keys[nextKey], script) { nextSignature += 1 }
            nextKey += 1
        }
        let isRight = nextSignature == count
        guard isRight || signatures.allSatisfy(\.isEmpty) else { throw SpendJudge.failure(Self.failed) }
        stack.append(isRight ? [1] : [])
        if isVerified { try verify("Script failed an OP_CHECKMULTISIGVERIFY operation") }
    }

    private func isTapscriptSigned(
        _ signature: [UInt8], by key: [UInt8], _ leaf: BitcoinTransaction.TaprootLeaf
    ) throws(SimulatorError) -> Bool {
        guard key.count == 32 else {
            throw SpendJudge.failure("Public key version reserved for soft-fork upgrades")
        }
        guard !signature.isEmpty else { return false }
        guard judge.isTaprootSigned(signature, by: key, place, leaf: leaf) else {
            throw SpendJudge.failure("Invalid Schnorr signature")
        }
        return true
    }

    /// Whether `key` signed with ECDSA or, on Bitcoin Cash, with Schnorr.
    private func isSigned(_ signature: [UInt8], by key: [UInt8], _ script: Script) throws(SimulatorError) -> Bool {
        try checkForm(ofKey: key)
        guard let last = signature.last else { return false }
        let type = HashType(UInt32(last))
        guard isDefined(type) else { throw SpendJudge.failure("Signature hash type missing or not understood") }
        var isWitness = false
        if case .witness = mode { isWitness = true }
        let digest = judge.digest(place, script, type, isWitness: isWitness)
        if judge.ledger == .bitcoinCash, signature.count == 65 {
            guard let key = try? PublicKey(key), let parsed = try? SchnorrSignature(signature.prefix(64)), let digest
            else { return false }
            return key.verifies(parsed, of: digest)
        }
        guard let parsed = try? Signature(der: signature.dropLast()) else {
            throw SpendJudge.failure("Non-canonical DER signature")
        }
        guard parsed.isLowS else {
            throw SpendJudge.failure("Non-canonical signature: S value is unnecessarily high")
        }
        guard let key = try? PublicKey(key), let digest else { return false }
        return key.verifies(parsed, of: digest)
    }

    private func checkForm(ofKey key: [UInt8]) throws(SimulatorError) {
        let isCompressed = key.count == 33 && (key[0] == 2 || key[0] == 3)
        if case .witness = mode, !isCompressed { throw SpendJudge.failure("Using non-compressed keys in segwit") }
        guard isCompressed || key.count == 65 && key[0] == 4 else {
            throw SpendJudge.failure("Public key is neither compressed or uncompressed")
        }
    }

    private func isDefined(_ type: HashType) -> Bool {
        let number = type.number
        guard judge.ledger == .bitcoinCash else { return 1...3 ~= number & ~0x80 }
        return number & 0x40 != 0 && 1...3 ~= number & 0x1F && number & 0xA0 != 0xA0
    }

    // Times (BIP-65, BIP-112), which stay on the stack.

    private static let timesFrom = 500_000_000
    private static let isLate = SpendJudge.failure("Locktime requirement not satisfied")

    func checkLockTime() throws(SimulatorError) {
        let wanted = try time()
        let lockTime = Int(judge.transaction.lockTime)
        guard (wanted < Self.timesFrom) == (lockTime < Self.timesFrom), wanted <= lockTime,
            judge.transaction.inputs[place].sequence != .max
        else { throw Self.isLate }
    }

    func checkSequence() throws(SimulatorError) {
        let wanted = try time()
        guard wanted & 1 << 31 == 0 else { return }
        let sequence = Int(judge.transaction.inputs[place].sequence)
        guard judge.transaction.version >= 2, sequence & 1 << 31 == 0, wanted & 1 << 22 == sequence & 1 << 22,
            wanted & 0xFFFF <= sequence & 0xFFFF
        else { throw Self.isLate }
    }

    private func time() throws(SimulatorError) -> Int {
        guard let item = stack.last else { throw Self.short }
        guard let value = ScriptNumber.read(item, longest: 5) else { throw SpendJudge.failure("unknown error") }
        guard value >= 0 else { throw SpendJudge.failure("Negative locktime") }
        return value
    }
}
