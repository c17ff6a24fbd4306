public import Primitives

/// An unspent output, and how it is spent.
public struct Coin: Hashable, Sendable {
    /// Its transaction and index.
    public let outPoint: OutPoint

    /// Its value and its locking script.
    public let output: Output

    /// How it is spent.
    public let scheme: SpendingScheme

    /// The redeem script if it is a script hash, or `nil`.
    public let redeemScript: Script?

    /// Whether its locking script has the hash of the key in 65 bytes, as in old wallets and on paper.
    public let hasUncompressedKey: Bool

    /// The maximum weight of an input that spends it, if its script has several keys or none of the wallet's forms; such
    /// a coin is signed in another way than by ``UnsignedBitcoinTransaction``.
    package let otherInputWeight: Int?

    /// Creates a coin.
    public init(
        _ outPoint: OutPoint, _ output: Output, _ scheme: SpendingScheme, redeemScript: Script? = nil,
        hasUncompressedKey: Bool = false
    ) {
        self.init(
            outPoint, output, scheme, redeemScript: redeemScript, hasUncompressedKey: hasUncompressedKey,
            otherInputWeight: nil)
    }

    /// Creates a coin that may have a script of another form.
    package init(
        _ outPoint: OutPoint, _ output: Output, _ scheme: SpendingScheme, redeemScript: Script?,
        hasUncompressedKey: Bool, otherInputWeight: Int?
    ) {
        self.outPoint = outPoint
        self.output = output
        self.scheme = scheme
        self.redeemScript = redeemScript
        self.hasUncompressedKey = hasUncompressedKey
        self.otherInputWeight = otherInputWeight
    }

    /// Its value in satoshis.
    public var value: UInt64 { output.value }

    /// The token that it carries; `nil` on Bitcoin, and if the token is malformed.
    public var token: CashToken? { scheme.ledger == .bitcoin ? nil : output.token?.token }

    /// The same coin, spent in another way.
    public func spent(by scheme: SpendingScheme) -> Coin {
        Coin(
            outPoint, output, scheme, redeemScript: redeemScript, hasUncompressedKey: hasUncompressedKey,
            otherInputWeight: otherInputWeight)
    }

    /// Whether it is locked to `key` as its scheme says.
    public func isLocked(to key: PublicKey) -> Bool {
        guard let script = lock else { return false }
        guard !hasUncompressedKey else {
            return script == Destination.publicKey(hash: Hash160.hash(key.uncompressed)).script
        }
        return (try? scheme.destination(of: key))?.script == script
    }

    /// The maximum weight of an input that spends it, in weight units.
    var inputWeight: Int {
        // Only P2PKH has keys of 65 bytes instead of 33.
        otherInputWeight ?? scheme.inputWeight + (hasUncompressedKey ? 4 * 32 : 0)
    }

    /// The bytes of `key` that unlock it.
    func bytes(of key: PublicKey) -> [UInt8] { hasUncompressedKey ? key.uncompressed : key.compressed }

    /// The script that its signature covers; `nil` if the locking script does not match the scheme.
    var executed: Script? {
        guard otherInputWeight == nil, let script = lock, !hasUncompressedKey || scheme.allowsUncompressedKeys else {
            return nil
        }
        switch (scheme, script.destination) {
        case (.bitcoinCashECDSA, .publicKey?), (.bitcoinCashSchnorr, .publicKey?), (.bitcoin(.p2pkh), .publicKey?):
            return script
        case (.bitcoin(.p2wpkh), .witness(0, let hash)?) where hash.count == 20:
            return Destination.publicKey(hash: hash).script
        case (.bitcoin(.p2shP2wpkh), .script(let hash)?):
            guard let redeemScript, Hash160.hash(redeemScript.bytes) == hash,
                case .witness(0, let program)? = redeemScript.destination, program.count == 20
            else { return nil }
            return Destination.publicKey(hash: program).script
        case (.bitcoin(.p2tr), .witness(1, let program)?) where program.count == 32:
            return script
        default:
            return nil
        }
    }

    /// The locking script without the token prefix; `nil` if the prefix is malformed.
    private var lock: Script? {
        output.mayCarryToken && scheme.ledger != .bitcoin ? output.token?.script : output.script
    }
}
