package import Bitcoin
internal import Primitives

/// A function of an output descriptor that makes a script (BIP-381 to BIP-386).
package indirect enum ScriptExpression: Sendable {
    /// `pk(KEY)`: the key itself.
    case pk(KeyExpression)
    /// `pkh(KEY)`: its hash.
    case pkh(KeyExpression)
    /// `wpkh(KEY)`: its hash, with a witness.
    case wpkh(KeyExpression)
    /// `sh(SCRIPT)`: the hash of a script.
    case sh(ScriptExpression)
    /// `wsh(SCRIPT)`: the hash of a script, with a witness.
    case wsh(ScriptExpression)
    /// `multi(k,KEY,…)` and `sortedmulti(k,KEY,…)`: several keys, of which `threshold` sign.
    case multi(threshold: Int, keys: [KeyExpression], isSorted: Bool)
    /// `combo(KEY)`: the traditional scripts of a key.
    case combo(KeyExpression)
    /// `raw(HEX)`: a script as it is.
    case raw(Script)
    /// `addr(ADDR)`: the script of an address.
    case addr(Destination, AddressNetwork)
    /// `tr(KEY)` and `tr(KEY,TREE)`: Taproot, with a tree of scripts if there is one.
    case tr(KeyExpression, TapTree?)

    /// A tree of scripts of a Taproot output.
    package indirect enum TapTree: Sendable {
        /// A script.
        case leaf(ScriptExpression)
        /// Two branches.
        case branch(TapTree, TapTree)
    }

    /// The scripts at `index`: one, or for `combo` two or four.
    func scripts(at index: UInt32) throws(BitcoinKeysError) -> [Script] {
        guard case .combo(let key) = self else { return [try script(at: index)] }
        let expressions: [ScriptExpression] =
            [.pk(key), .pkh(key)] + (key.isUncompressed ? [] : [.wpkh(key), .sh(.wpkh(key))])
        var scripts: [Script] = []
        for expression in expressions { scripts.append(try expression.script(at: index)) }
        return scripts
    }

    private func script(at index: UInt32) throws(BitcoinKeysError) -> Script {
        switch self {
        case .pk(let key), .combo(let key):
            return Self.checking(try key.point(at: index).bytes)
        case .pkh(let key):
            return Destination.publicKey(hash: Hash160.hash(try key.point(at: index).bytes)).script
        case .wpkh(let key):
            return Destination.witness(version: 0, program: Hash160.hash(try key.point(at: index).bytes)).script
        case .sh(let inner):
            return Destination.script(hash: Hash160.hash(try inner.script(at: index).bytes)).script
        case .wsh(let inner):
            let hash = SHA256.hash(try inner.script(at: index).bytes).bytes
            return Destination.witness(version: 0, program: hash).script
        case .multi(let threshold, let keys, let isSorted):
            var points: [[UInt8]] = []
            for key in keys { points.append(try key.point(at: index).bytes) }
            if isSorted { points.sort { $0.lexicographicallyPrecedes($1) } }
            var operations = [Self.number(threshold)]
            operations += points.map { Operation.push($0) }
            operations += [Self.number(keys.count), Operation.code(Self.checkMultisig)]
            return Script(operations)
        case .raw(let script):
            return script
        case .addr(let destination, _):
            return destination.script
        case .tr(let key, let tree):
            let root = try tree?.hash(at: index) ?? []
            let point = Self.xOnly(try key.point(at: index))
            guard let output = try? point.output(merkleRoot: root) else {
                throw .descriptor(.key)
            }
            return Destination.witness(version: 1, program: output.key.bytes).script
        }
    }

    /// The script inside a script hash, which spending reveals.
    func innerScript(at index: UInt32) throws(BitcoinKeysError) -> Script? {
        switch self {
        case .sh(let inner), .wsh(let inner): try inner.script(at: index)
        default: nil
        }
    }

    /// The maximum sizes of what unlocks it, without the script itself; `nil` for a script that is not finalized here.
    var stackSizes: [Int]? {
        // The longest signature with its hash type.
        let signature = 72 + 1
        switch self {
        case .pk: return [signature]
        case .pkh(let key): return [signature, key.isUncompressed ? 65 : 33]
        // OP_CHECKMULTISIG takes one item too many.
        case .multi(let threshold, _, _): return [0] + [Int](repeating: signature, count: threshold)
        default: return nil
        }
    }

    /// The maximum weight of a witness with this script; `nil` for a script that is not finalized here.
    func witnessWeight() throws(BitcoinKeysError) -> Int? {
        guard let sizes = stackSizes else { return nil }
        let script = try script(at: 0).bytes.count
        return 1 + (sizes + [script]).reduce(0) { $0 + $1 + ($1 < 253 ? 1 : 3) }
    }

    private static func checking(_ key: [UInt8]) -> Script {
        Script([.push(key), .code(checkSignature)])
    }

    fileprivate static func leaf(_ expression: ScriptExpression, at index: UInt32) throws(BitcoinKeysError) -> Script {
        guard case .pk(let key) = expression else { throw .descriptor(.function) }
        return checking(xOnly(try key.point(at: index)).bytes)
    }

    static func xOnly(_ point: KeyExpression.Point) -> XOnlyPublicKey {
        switch point {
        case .full(let key, _): XOnlyPublicKey(key)
        case .xOnly(let key): key
        }
    }

    private static func number(_ number: Int) -> Operation {
        number <= 16 ? .code(UInt8(clamping: 0x50 + number)) : .push([UInt8(clamping: number)])
    }

    private static let checkSignature: UInt8 = 0xAC
    private static let checkMultisig: UInt8 = 0xAE

    /// The keys, in the order of the text.
    package var keys: [KeyExpression] {
        switch self {
        case .pk(let key), .pkh(let key), .wpkh(let key), .combo(let key): [key]
        case .sh(let inner), .wsh(let inner): inner.keys
        case .multi(_, let keys, _): keys
        case .raw, .addr: []
        case .tr(let key, let tree): [key] + (tree?.keys ?? [])
        }
    }

    /// The text without private keys and without a checksum.
    func text() throws(BitcoinKeysError) -> String {
        switch self {
        case .pk(let key): return "pk(\(try key.text()))"
        case .pkh(let key): return "pkh(\(try key.text()))"
        case .wpkh(let key): return "wpkh(\(try key.text()))"
        case .combo(let key): return "combo(\(try key.text()))"
        case .sh(let inner): return "sh(\(try inner.text()))"
        case .wsh(let inner): return "wsh(\(try inner.text()))"
        case .multi(let threshold, let keys, let isSorted):
            var parts = ["\(threshold)"]
            for key in keys { parts.append(try key.text()) }
            return (isSorted ? "sortedmulti(" : "multi(") + parts.joined(separator: ",") + ")"
        case .raw(let script): return "raw(\(Hex.encode(script.bytes)))"
        case .addr(let destination, let network):
            return "addr(\(destination.address(of: .bitcoin, on: network) ?? ""))"
        case .tr(let key, nil): return "tr(\(try key.text()))"
        case .tr(let key, let tree?): return "tr(\(try key.text()),\(try tree.text()))"
        }
    }
}

extension ScriptExpression.TapTree {
    /// The hash of the tree (BIP-341, "Constructing and spending Taproot outputs").
    func hash(at index: UInt32) throws(BitcoinKeysError) -> [UInt8] {
        switch self {
        case .leaf(let expression):
            return BitcoinTransaction.TaprootLeaf(try ScriptExpression.leaf(expression, at: index)).hash
        case .branch(let left, let right):
            let (left, right) = (try left.hash(at: index), try right.hash(at: index))
            let sorted = left.lexicographicallyPrecedes(right) ? left + right : right + left
            return TaggedHash.hash("TapBranch", sorted).bytes
        }
    }

    /// The keys, in the order of the text.
    var keys: [KeyExpression] {
        switch self {
        case .leaf(let expression): expression.keys
        case .branch(let left, let right): left.keys + right.keys
        }
    }

    func text() throws(BitcoinKeysError) -> String {
        switch self {
        case .leaf(let expression): try expression.text()
        case .branch(let left, let right): "{\(try left.text()),\(try right.text())}"
        }
    }
}
