public import Primitives

/// The forms of Bitcoin outputs that pay to one key.
public enum ScriptType: String, Hashable, Sendable, CaseIterable {
    /// Pay to public key hash: addresses with `1` (BIP-44).
    case p2pkh = "p2pkh"
    /// P2WPKH inside P2SH: addresses with `3` (BIP-49).
    case p2shP2wpkh = "p2sh-p2wpkh"
    /// Pay to witness public key hash: addresses with `bc1q` (BIP-84).
    case p2wpkh = "p2wpkh"
    /// Taproot with the key alone: addresses with `bc1p` (BIP-86).
    case p2tr = "p2tr"

    /// Whether its coins are spent with a witness.
    public var hasWitness: Bool { self != .p2pkh }

    /// The locking script of `key`; `nil` for a Taproot key without an output, with a probability of about 2^-128.
    public func script(of key: PublicKey) -> Script? {
        (try? SpendingScheme.bitcoin(self).destination(of: key))?.script
    }

    /// The redeem script of `key`; `nil` unless the locking script has its hash.
    public func redeemScript(of key: PublicKey) -> Script? { SpendingScheme.bitcoin(self).redeemScript(of: key) }
}

/// The spending schemes of the wallet's own coins.
public enum SpendingScheme: Hashable, Sendable {
    /// P2PKH on Bitcoin Cash, with an ECDSA signature.
    case bitcoinCashECDSA
    /// P2PKH on Bitcoin Cash, with a Schnorr signature.
    case bitcoinCashSchnorr
    /// Bitcoin.
    case bitcoin(ScriptType)

    /// The ledger of the scheme.
    public var ledger: UTXOChain.Ledger {
        switch self {
        case .bitcoinCashECDSA, .bitcoinCashSchnorr: .bitcoinCash
        case .bitcoin: .bitcoin
        }
    }

    /// The hash type of its signatures.
    public var hashType: HashType {
        switch self {
        case .bitcoinCashECDSA, .bitcoinCashSchnorr: .allOfBitcoinCash
        case .bitcoin(.p2tr): .default
        case .bitcoin: .all
        }
    }

    /// Whether keys of 65 bytes are allowed: nodes relay no witness with one.
    var allowsUncompressedKeys: Bool { [.bitcoinCashECDSA, .bitcoinCashSchnorr, .bitcoin(.p2pkh)].contains(self) }

    /// Whether its inputs have a witness.
    public var hasWitness: Bool {
        if case .bitcoin(let type) = self { type.hasWitness } else { false }
    }

    /// The maximum weight of an input, in weight units: with the longest possible signature.
    ///
    /// An input of P2PKH on Bitcoin includes the empty witness that it has if another input has one.
    public var inputWeight: Int {
        switch self {
        case .bitcoinCashECDSA: 4 * (41 + 1 + 72 + 1 + 33)
        case .bitcoinCashSchnorr: 4 * (41 + 1 + 65 + 1 + 33)
        case .bitcoin(.p2pkh): 4 * (41 + 1 + 72 + 1 + 33) + 1
        case .bitcoin(.p2shP2wpkh): 4 * (41 + 23) + 1 + 1 + 72 + 1 + 33
        case .bitcoin(.p2wpkh): 4 * 41 + 1 + 1 + 72 + 1 + 33
        case .bitcoin(.p2tr): 4 * 41 + 1 + 1 + 64
        }
    }

    /// The weight of a transaction without inputs and outputs, including their counts.
    static func frameWeight(on ledger: UTXOChain.Ledger) -> Int { ledger == .bitcoin ? 4 * 10 + 2 : 4 * 10 }

    /// The destination of `key`.
    ///
    /// - Throws: ``BitcoinError/address(_:)`` for a Taproot key without an output, with a probability of about 2^-128.
    public func destination(of key: PublicKey) throws(BitcoinError) -> Destination {
        let hash = Hash160.hash(key.compressed)
        switch self {
        case .bitcoinCashECDSA, .bitcoinCashSchnorr, .bitcoin(.p2pkh): return .publicKey(hash: hash)
        case .bitcoin(.p2shP2wpkh): return .script(hash: Hash160.hash(Self.witnessProgram(hash).bytes))
        case .bitcoin(.p2wpkh): return .witness(version: 0, program: hash)
        case .bitcoin(.p2tr):
            guard let output = try? XOnlyPublicKey(key).output() else { throw .address(.form) }
            return .witness(version: 1, program: output.key.bytes)
        }
    }

    /// The redeem script of `key`; `nil` unless the scheme is P2SH.
    public func redeemScript(of key: PublicKey) -> Script? {
        self == .bitcoin(.p2shP2wpkh) ? Self.witnessProgram(Hash160.hash(key.compressed)) : nil
    }

    private static func witnessProgram(_ hash: [UInt8]) -> Script {
        Destination.witness(version: 0, program: hash).script
    }
}
