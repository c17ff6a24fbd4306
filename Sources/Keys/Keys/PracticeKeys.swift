internal import Messages
package import Primitives

/// Keys for practice, which are made anew each time, are never stored, and cannot be restored.
package final class PracticeKeys: Signer {
    /// The notice that every window must show while these keys are in use.
    package static let notice = localized("Practice: no real money")

    private let seed: SecretBytes

    /// Makes the keys.
    ///
    /// - Throws: ``KeyError/noRandomness``.
    package init() throws(KeyError) {
        seed = try Mnemonic(randomWords: 24).seed()
    }

    /// The public key at the end of `path`.
    package func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        try HDKey(seed: seed).privateKey(at: path).publicKey()
    }

    /// The extended public key at the end of `path`.
    package func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        try HDKey(seed: seed).derived(path).extendedPublicKey()
    }

    /// Signs `digest` with the key at the end of `path`.
    package func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
        try HDKey(seed: seed).privateKey(at: path).sign(digest)
    }

    /// Signs `digest` with the key at the end of `path`, with the Schnorr scheme of Bitcoin Cash.
    package func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
        try HDKey(seed: seed).privateKey(at: path).signSchnorr(digest)
    }

    /// Signs `digest` with BIP-340 and the key at the end of `path`, changed as `tweak` says.
    package func signTaproot(
        _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
    ) throws(KeyError) -> BIP340Signature {
        try HDKey(seed: seed).privateKey(at: path).signTaproot(digest, tweak: tweak)
    }
}
