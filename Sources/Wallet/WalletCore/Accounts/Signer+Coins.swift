package import Bitcoin
package import Keys
package import Primitives

extension Signer {
    /// Signs the digest of an input whose coin has `scheme`, with the key at the end of `path`.
    package func sign(
        _ digest: Digest32, for scheme: SpendingScheme, at path: DerivationPath
    ) throws(KeyError) -> InputSignature {
        switch scheme {
        case .bitcoinCashSchnorr: .schnorr(try signSchnorr(digest, at: path))
        case .bitcoin(.p2tr): .taproot(try signTaproot(digest, at: path, tweak: .output(merkleRoot: [])))
        case .bitcoinCashECDSA, .bitcoin: .ecdsa(try sign(digest, at: path).signature)
        }
    }
}
