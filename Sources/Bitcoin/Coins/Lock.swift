/// How the wallet's own coins are unlocked.
public enum Lock: Hashable, Sendable {
    /// The hash of a key on Bitcoin Cash, with an ECDSA signature.
    case bitcoinCashECDSA
    /// The hash of a key on Bitcoin Cash, with a Schnorr signature.
    case bitcoinCashSchnorr
    /// A witness program of a key on Bitcoin (P2WPKH).
    case bitcoin

    /// The ledger on which there are such coins.
    public var ledger: Ledger { self == .bitcoin ? .bitcoin : .bitcoinCash }

    /// What the signature covers.
    public var hashType: HashType { self == .bitcoin ? .all : .allOfBitcoinCash }

    /// The most that an input weighs, in quarters of a byte: with the longest signature that there can be.
    public var inputWeight: Int {
        switch self {
        case .bitcoinCashECDSA: 4 * (41 + 1 + 72 + 1 + 33)
        case .bitcoinCashSchnorr: 4 * (41 + 1 + 65 + 1 + 33)
        case .bitcoin: 4 * 41 + 1 + 1 + 72 + 1 + 33
        }
    }

    /// What a transaction weighs without inputs and outputs, counts included.
    var frameWeight: Int { self == .bitcoin ? 4 * 10 + 2 : 4 * 10 }

    /// The script that is executed for `coin`; `nil` where the coin has another lock.
    func executed(for coin: Coin) -> Script? {
        guard !coin.output.mayCarryToken || self == .bitcoin else { return nil }
        switch (self, coin.output.script.destination) {
        case (.bitcoin, .witness(0, let hash)?) where hash.count == 20: return Destination.publicKey(hash: hash).script
        case (.bitcoinCashECDSA, .publicKey?), (.bitcoinCashSchnorr, .publicKey?): return coin.output.script
        default: return nil
        }
    }
}
