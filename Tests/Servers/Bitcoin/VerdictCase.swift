import Bitcoin
import Keys
import Primitives
import WalletCore

/// A random transaction that spends outputs of random forms, and may have one mistake.
struct VerdictCase {
    /// The forms of locking scripts.
    enum Form: CaseIterable {
        case p2pkh, p2pk, bareMultisig, scriptMultisig, scriptHashLock
        case nestedKey, witnessKey, witnessMultisig, nestedMultisig, witnessHashLock, taproot, taprootLeaf

        static let ofBitcoinCash: [Form] = [.p2pkh, .p2pk, .bareMultisig, .scriptMultisig, .scriptHashLock]
    }

    /// One mistake at most; not each is one for each form.
    enum Mistake: CaseIterable {
        case none, output, value, outPoint, lockTime, sequence, version, signature, hashType, highS, otherKey
        case lessSignatures, extraItem, witness, emptyScript, tokens
    }

    private(set) var transaction: BitcoinTransaction
    private(set) var spent: [Output] = []
    private let ledger: UTXOChain.Ledger
    private let keys: DemoKeys
    private let paths: [DerivationPath]

    var bytes: [UInt8] { transaction.bytes(ledger == .bitcoin ? .witness : .plain) }

    init(
        on ledger: UTXOChain.Ledger, mistake: Mistake, _ keys: DemoKeys, _ paths: [DerivationPath],
        _ random: inout SplitMix
    ) throws {
        (self.ledger, self.keys, self.paths) = (ledger, keys, paths)
        let count = Int.random(in: 1...3, using: &random)
        transaction = BitcoinTransaction(
            version: [1, 2].randomElement(using: &random) ?? 2, inputs: [], outputs: [],
            lockTime: UInt32.random(in: 0..<900_000_000, using: &random))
        var locks: [Lock] = []
        for _ in 0..<count {
            let lock = try Lock(ledger, keys, paths, &random)
            let source = TransactionID(reading: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
            guard let source else { continue }
            let index = UInt32.random(in: 0...2, using: &random)
            let sequences: [UInt32] = [0xFFFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFD, 7]
            let sequence = sequences.randomElement(using: &random) ?? 0
            transaction.inputs.append(.init(OutPoint(source, index), sequence: sequence))
            let value = UInt64.random(in: 1_000...100_000_000, using: &random)
            let token = ledger == .bitcoinCash && Bool.random(using: &random) ? Self.token(&random) : nil
            spent.append(
                token.map { Output(value, $0, to: lock.script) } ?? Output(value, to: lock.script))
            locks.append(lock)
        }
        addOutputs(hasTokenMistake: mistake == .tokens, &random)
        for place in locks.indices { try sign(place, locks[place], mistake, &random) }
        change(mistake, locks, &random)
    }

    private static func token(_ random: inout SplitMix) -> CashToken? {
        let category = TransactionID(reading: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
        let capability = [nil, CashToken.Capability.none, .mutable, .minting].randomElement(using: &random) ?? nil
        let commitment =
            capability == nil ? [] : (0..<Int.random(in: 0...40, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
        let amount = capability == nil ? 1 : UInt64.random(in: 0...1, using: &random)
        return category.flatMap {
            CashToken(
                category: $0, amount: amount * UInt64.random(in: 1...1_000_000, using: &random),
                capability: capability, commitment: commitment)
        }
    }

    private mutating func addOutputs(hasTokenMistake: Bool, _ random: inout SplitMix) {
        let script = Destination.publicKey(hash: [UInt8](repeating: 9, count: 20)).script
        for output in spent {
            let value = output.value / 2
            guard let token = output.token?.token, Int.random(in: 0..<5, using: &random) > 0 else {
                transaction.outputs.append(Output(value, to: script))
                continue
            }
            let kept = changed(token, isWrong: hasTokenMistake, &random)
            transaction.outputs.append(kept.map { Output(value, $0, to: script) } ?? Output(value, to: script))
        }
        // A new category.
        if ledger == .bitcoinCash, let first = transaction.inputs.first, Int.random(in: 0..<4, using: &random) == 0,
            let token = CashToken(
                category: first.outPoint.transaction, amount: 5, capability: .minting, commitment: [1, 2])
        {
            transaction.outputs.append(Output(700, token, to: script))
        }
    }

    /// The token as an output has it: kept, divided, with another commitment if it may, or with what is not allowed.
    private func changed(_ token: CashToken, isWrong: Bool, _ random: inout SplitMix) -> CashToken? {
        let choice = Int.random(in: 0..<4, using: &random)
        switch (isWrong, choice) {
        case (true, 0):
            return CashToken(category: token.category, amount: token.amount + 1, capability: token.capability)
        case (true, 1): return CashToken(category: token.category, amount: 0, capability: .minting)
        case (true, 2): return CashToken(category: token.category, amount: 0, capability: .mutable, commitment: [7])
        case (true, _): return Self.token(&random)
        case (false, 0): return token
        case (false, 1):
            return CashToken(
                category: token.category, amount: token.amount / 2, capability: token.capability,
                commitment: token.commitment)
        case (false, 2): return CashToken(category: token.category, amount: 0, capability: CashToken.Capability.none)
        case (false, _):
            return CashToken(
                category: token.category, amount: token.amount, capability: token.capability, commitment: [3])
        }
    }

    private mutating func sign(
        _ place: Int, _ lock: Lock, _ mistake: Mistake, _ random: inout SplitMix
    ) throws {
        let isFirst = place == 0
        var signatures: [[UInt8]] = []
        for path in lock.signers {
            let signer = isFirst && mistake == .otherKey ? paths[0] : path
            var bytes = try signature(place, lock, signer, &random)
            if isFirst, !bytes.isEmpty {
                switch mistake {
                case .signature: bytes[bytes.count / 2] ^= 1
                case .hashType where bytes.count != 64: bytes[bytes.count - 1] ^= 0x02
                case .highS where lock.isSingle && bytes[0] == 0x30: bytes = Self.highS(bytes)
                default: break
                }
            }
            signatures.append(bytes)
        }
        if isFirst, mistake == .lessSignatures, !signatures.isEmpty { signatures.removeLast() }
        let unlocking = lock.unlocking(signatures)
        transaction.inputs[place].script = unlocking.script
        transaction.inputs[place].witness = unlocking.witness
    }

    private func signature(
        _ place: Int, _ lock: Lock, _ path: DerivationPath, _ random: inout SplitMix
    ) throws -> [UInt8] {
        if lock.form == .taproot {
            let type = [HashType.default, .all, HashType(2), HashType(0x81)].randomElement(using: &random) ?? .all
            let preimage = transaction.taprootPreimage(of: place, spent: spent, type: type) ?? []
            let digest = BitcoinTransaction.taprootDigest(of: preimage)
            return try keys.sign(digest, for: .bitcoin(.p2tr), at: path).bytes + type.suffix
        }
        guard ledger == .bitcoinCash else {
            let type = HashType([1, 1, 1, 2, 3, 0x81, 0x82, 0x83].randomElement(using: &random) ?? 1)
            let preimage =
                lock.isWitness
                ? transaction.preimage(of: place, lock: lock.code, value: spent[place].value, type: type)
                : transaction.legacyPreimage(of: place, lock: lock.code, type: type)
            guard let preimage else { return [0x30] }
            return try keys.sign(SHA256.hashTwice(preimage), for: .bitcoin(.p2pkh), at: path).bytes + [type.byte]
        }
        let type = HashType([0x41, 0x41, 0x42, 0x43, 0xC1, 0xC3, 0x61, 0x63].randomElement(using: &random) ?? 0x41)
        var preimage = transaction.preimage(
            of: place, lock: lock.code, value: spent[place].value, token: spent[place].token?.token, type: type)
        if type.number & 0x20 != 0 {
            let all = spent.reduce(into: [UInt8]()) { $1.append(to: &$0) }
            preimage.insert(contentsOf: SHA256.hashTwice(all).bytes, at: 36)
        }
        let scheme: SpendingScheme =
            lock.isSingle && Bool.random(using: &random) ? .bitcoinCashSchnorr : .bitcoinCashECDSA
        return try keys.sign(SHA256.hashTwice(preimage), for: scheme, at: path).bytes + [type.byte]
    }

    /// The same signature with the other S, which nodes do not relay.
    private static func highS(_ signature: [UInt8]) -> [UInt8] {
        let order = Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141") ?? []
        guard let parsed = try? Signature(der: signature.dropLast()), let type = signature.last else {
            return signature
        }
        var (result, borrow) = ([UInt8](repeating: 0, count: 32), 0)
        for place in (0..<32).reversed() {
            let difference = Int(order[place]) - Int(parsed.s[place]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[place] = UInt8(truncatingIfNeeded: difference)
        }
        return (try? Signature(compact: parsed.r + result)).map { $0.der + [type] } ?? signature
    }

    /// Changes what was signed, or how it is unlocked.
    private mutating func change(_ mistake: Mistake, _ locks: [Lock], _ random: inout SplitMix) {
        switch mistake {
        case .output:
            let old = transaction.outputs[0]
            let script = old.token?.script ?? old.script
            transaction.outputs[0] =
                old.token.map { Output(old.value + 1, $0.token, to: script) } ?? Output(old.value + 1, to: script)
        case .value:
            let old = spent[0]
            spent[0] =
                old.token.map { Output(old.value + 1, $0.token, to: $0.script) }
                ?? Output(old.value + 1, to: old.script)
        case .outPoint:
            let old = transaction.inputs[0]
            transaction.inputs[0] = .init(
                OutPoint(old.outPoint.transaction, old.outPoint.index + 3), script: old.script,
                sequence: old.sequence, witness: old.witness)
        case .lockTime: transaction.lockTime += 1
        case .sequence: transaction.inputs[transaction.inputs.count - 1].sequence ^= 1
        case .version: transaction.version = 3 - transaction.version
        case .extraItem where locks[0].isWitness: transaction.inputs[0].witness.insert([1], at: 0)
        case .extraItem where ledger == .bitcoinCash:
            transaction.inputs[0].script = Script([0x51] + transaction.inputs[0].script.bytes)
        case .witness where ledger == .bitcoin && !locks[0].isWitness: transaction.inputs[0].witness = [[1]]
        case .emptyScript:
            transaction.inputs[0].script = Script([UInt8]())
            transaction.inputs[0].witness = []
        default: break
        }
    }
}
