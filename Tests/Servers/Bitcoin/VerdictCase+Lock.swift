import Bitcoin
import Keys
import Primitives
import WalletCore

extension VerdictCase {
    /// A locking script, and what unlocks it.
    struct Lock {
        let form: Form
        /// The locking script.
        let script: Script
        /// The script that signatures sign.
        let code: Script
        /// Who signs, in order.
        let signers: [DerivationPath]
        private let key: [UInt8]

        init(
            _ ledger: UTXOChain.Ledger, _ keys: DemoKeys, _ paths: [DerivationPath], _ random: inout SplitMix
        ) throws {
            let forms = ledger == .bitcoin ? Form.allCases : Form.ofBitcoinCash
            form = forms.randomElement(using: &random) ?? .p2pkh
            // The first key is that of nobody.
            let chosen = (0..<3).map { _ in paths[Int.random(in: 1..<paths.count, using: &random)] }
            let all = try chosen.map { try keys.publicKey(at: $0) }
            key = all[0].compressed
            let single = Destination.publicKey(hash: Hash160.hash(key)).script
            let needed = Int.random(in: 1...3, using: &random)
            let several = Script(
                [.code(0x50 + UInt8(needed))] + all.map { .push($0.compressed) } + [.code(0x53), .code(0xAE)])
            // IF <preimage's hash> ELSE false ENDIF, without a signature.
            let hashLock = Script([
                .code(0x63), .code(0xA8), .push(SHA256.hash(key).bytes), .code(0x87), .code(0x67), .push([]),
                .code(0x68),
            ])
            switch form {
            case .p2pkh, .nestedKey, .witnessKey: (code, signers) = (single, [chosen[0]])
            case .p2pk: (code, signers) = (Script([.push(key), .code(0xAC)]), [chosen[0]])
            case .bareMultisig, .scriptMultisig, .witnessMultisig, .nestedMultisig:
                (code, signers) = (several, Array(chosen.prefix(needed)))
            case .scriptHashLock, .witnessHashLock, .taprootLeaf: (code, signers) = (hashLock, [])
            case .taproot: (code, signers) = (single, [chosen[0]])
            }
            switch form {
            case .p2pkh, .p2pk, .bareMultisig: script = code
            case .scriptMultisig, .scriptHashLock: script = Self.hashed(code)
            case .nestedKey: script = Self.hashed(Self.program(key))
            case .witnessKey: script = Self.program(key)
            case .witnessMultisig, .witnessHashLock: script = Self.program(code)
            case .nestedMultisig: script = Self.hashed(Self.program(code))
            case .taproot: script = try SpendingScheme.bitcoin(.p2tr).destination(of: all[0]).script
            case .taprootLeaf:
                let leaf = BitcoinTransaction.TaprootLeaf(code)
                let output = try XOnlyPublicKey(all[0]).output(merkleRoot: leaf.hash)
                script = Destination.witness(version: 1, program: output.key.bytes).script
            }
        }

        private static func hashed(_ script: Script) -> Script {
            Destination.script(hash: Hash160.hash(script.bytes)).script
        }

        private static func program(_ key: [UInt8]) -> Script {
            Destination.witness(version: 0, program: Hash160.hash(key)).script
        }

        private static func program(_ script: Script) -> Script {
            Destination.witness(version: 0, program: SHA256.hash(script.bytes).bytes).script
        }

        var isWitness: Bool {
            switch form {
            case .p2pkh, .p2pk, .bareMultisig, .scriptMultisig, .scriptHashLock: false
            default: true
            }
        }

        /// Whether one key unlocks it.
        var isSingle: Bool { [.p2pkh, .p2pk, .nestedKey, .witnessKey].contains(form) }

        func unlocking(_ signatures: [[UInt8]]) -> (script: Script, witness: [[UInt8]]) {
            func pushed(_ items: [[UInt8]]) -> Script {
                Script(items.map { $0 == [1] ? .code(0x51) : Operation.push($0) })
            }
            let (first, none) = (signatures.first ?? [], Script([UInt8]()))
            switch form {
            case .p2pkh: return (pushed([first, key]), [])
            case .p2pk: return (pushed([first]), [])
            case .bareMultisig: return (pushed([[]] + signatures), [])
            case .scriptMultisig: return (pushed([[]] + signatures + [code.bytes]), [])
            case .scriptHashLock: return (pushed([key, [1], code.bytes]), [])
            case .nestedKey: return (pushed([Self.program(key).bytes]), [first, key])
            case .witnessKey: return (none, [first, key])
            case .witnessMultisig: return (none, [[]] + signatures + [code.bytes])
            case .nestedMultisig: return (pushed([Self.program(code).bytes]), [[]] + signatures + [code.bytes])
            case .witnessHashLock: return (none, [key, [1], code.bytes])
            case .taproot: return (none, [first])
            case .taprootLeaf:
                let leaf = BitcoinTransaction.TaprootLeaf(code)
                let inner = Array(key.dropFirst())
                let isOdd = (try? XOnlyPublicKey(inner).output(merkleRoot: leaf.hash))?.isOdd == true
                return (none, [key, [1], code.bytes, [0xC0 | (isOdd ? 1 : 0)] + inner])
            }
        }
    }
}
