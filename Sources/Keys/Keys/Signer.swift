public import Primitives

/// Signs with keys that it does not reveal.
public protocol Signer: Sendable {
    /// The public key at the end of `path`.
    func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey

    /// Signs `digest` with the key at the end of `path`.
    func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature

    /// Signs `digest` with the key at the end of `path`, with the Schnorr scheme of Bitcoin Cash.
    func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature

    /// Signs `digest` with BIP-340 and the key at the end of `path`, changed as `tweak` says.
    func signTaproot(
        _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
    ) throws(KeyError) -> BIP340Signature

    /// The extended public key at the end of `path`, from which those below it are derived without a secret.
    ///
    /// - Throws: ``KeyError/noKeyAtPath`` by default.
    func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey
}

extension Signer {
    /// None: it has single keys.
    public func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey { throw .noKeyAtPath }
}
