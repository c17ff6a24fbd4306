/// The spending schemes of the wallet's own coins.
public enum SpendingScheme: Hashable, Sendable {
    /// P2PKH on Bitcoin Cash, with an ECDSA signature.
    case bitcoinCashECDSA
    /// P2PKH on Bitcoin Cash, with a Schnorr signature.
    case bitcoinCashSchnorr
    /// P2WPKH on Bitcoin.
    case bitcoin

    /// The ledger of the scheme.
    public var utxoChain: UTXOChain { self == .bitcoin ? .bitcoin : .bitcoinCash }

    /// The hash type of its signatures.
    public var hashType: HashType { self == .bitcoin ? .all : .allOfBitcoinCash }

    /// The maximum weight of an input, in weight units: with the longest possible signature.
    public var inputWeight: Int {
        switch self {
        case .bitcoinCashECDSA: 4 * (41 + 1 + 72 + 1 + 33)
        case .bitcoinCashSchnorr: 4 * (41 + 1 + 65 + 1 + 33)
        case .bitcoin: 4 * 41 + 1 + 1 + 72 + 1 + 33
        }
    }

    /// The weight of a transaction without inputs and outputs, including their counts.
    var frameWeight: Int { self == .bitcoin ? 4 * 10 + 2 : 4 * 10 }

    /// The script that is executed for `coin`; `nil` if the coin has another scheme.
    func executed(for coin: Coin) -> Script? {
        guard !coin.output.mayCarryToken || self == .bitcoin else { return nil }
        switch (self, coin.output.script.destination) {
        case (.bitcoin, .witness(0, let hash)?) where hash.count == 20: return Destination.publicKey(hash: hash).script
        case (.bitcoinCashECDSA, .publicKey?), (.bitcoinCashSchnorr, .publicKey?): return coin.output.script
        default: return nil
        }
    }
}
