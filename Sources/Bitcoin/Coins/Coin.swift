internal import Primitives

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

    /// Creates a coin.
    public init(_ outPoint: OutPoint, _ output: Output, _ scheme: SpendingScheme, redeemScript: Script? = nil) {
        self.outPoint = outPoint
        self.output = output
        self.scheme = scheme
        self.redeemScript = redeemScript
    }

    /// Its value in satoshis.
    public var value: UInt64 { output.value }

    /// The token that it carries; `nil` on Bitcoin, and if the token is malformed.
    public var token: CashToken? { scheme.utxoChain == .bitcoin ? nil : output.token?.token }

    /// The same coin, spent in another way.
    public func spent(by scheme: SpendingScheme) -> Coin {
        Coin(outPoint, output, scheme, redeemScript: redeemScript)
    }

    /// The script that its signature covers; `nil` if the locking script does not match the scheme.
    var executed: Script? {
        guard let script = lock else { return nil }
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
        output.mayCarryToken && scheme.utxoChain != .bitcoin ? output.token?.script : output.script
    }
}
