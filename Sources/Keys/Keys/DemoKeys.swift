internal import Messages
public import Primitives

/// Public keys for demos: those of a test phrase that every developer knows.
///
/// Never store anything of value on them.
public final class DemoKeys: Signer {
    /// The notice that every screen must show while these keys are in use.
    public static let notice = localized("demo keys, no value")

    /// The phrase, which has always been public.
    public static let phrase = "test test test test test test test test test test test junk"

    /// The seed, which takes a few milliseconds to derive; every value uses the same.
    private final class Root: Sendable {
        let seed: SecretBytes

        init() throws(KeyError) { seed = try Mnemonic(DemoKeys.phrase).seed() }
    }

    private static let root = Result { () throws(KeyError) in try Root() }

    private let root: Root

    /// Creates the keys.
    public init() throws(KeyError) {
        root = try Self.root.get()
    }

    /// The public key at the end of `path`.
    public func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        try HDKey(seed: root.seed).privateKey(at: path).publicKey()
    }

    /// The extended public key at the end of `path`.
    public func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        try HDKey(seed: root.seed).derived(path).extendedPublicKey()
    }

    /// Signs `digest` with the key at the end of `path`.
    public func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
        try HDKey(seed: root.seed).privateKey(at: path).sign(digest)
    }

    /// Signs `digest` with the key at the end of `path`, with the Schnorr scheme of Bitcoin Cash.
    public func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
        try HDKey(seed: root.seed).privateKey(at: path).signSchnorr(digest)
    }

    /// Signs `digest` with BIP-340 and the key at the end of `path`, changed as `tweak` says.
    public func signTaproot(
        _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
    ) throws(KeyError) -> BIP340Signature {
        try HDKey(seed: root.seed).privateKey(at: path).signTaproot(digest, tweak: tweak)
    }
}
