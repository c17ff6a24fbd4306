public import Primitives

/// A private key, or an extended one, that is in memory for one task and never stored: to sweep a paper wallet, or to
/// derive the scripts of a descriptor.
public final class KeySource: Signer {
    private enum Root: ~Copyable, Sendable {
        case single(PrivateKey)
        case extended(HDKey)
        case electrum(OldElectrumKey)
    }

    private let root: Root

    /// The version of an extended key; `nil` for a single key.
    public let version: ExtendedKeyVersion?

    /// Whether a single key's public key is written in 33 bytes; extended keys always are.
    public let isCompressed: Bool

    /// Whether it is for a test network.
    public let isTest: Bool

    /// The public key of an old seed of Electrum, from which those of its addresses are derived; `nil` for another key.
    public let electrumPublicKey: OldElectrumPublicKey?

    /// Takes a single key, which has only the path `m`.
    public init(_ wif: consuming WIF) {
        (isCompressed, isTest, version, electrumPublicKey) = (wif.isCompressed, wif.isTest, nil, nil)
        root = .single(wif.takeKey())
    }

    /// Reads an extended private key in any of the versions that BIP-32 and SLIP-132 register.
    ///
    /// - Throws: A ``KeyError`` that says whether the text, the version or the key is wrong.
    public init(extended text: borrowing SecretBytes) throws(KeyError) {
        let bytes = try text.withUnsafeBytes { text throws(KeyError) in try SecretBase58.decode(text) }
        guard bytes.count == ExtendedPublicKey.size else { throw .malformedExtendedKey }
        let number = bytes.withUnsafeBytes { KeyLineage.number($0[..<4]) }
        guard let version = ExtendedKeyVersion.known.first(where: { $0.privateKey == number }) else {
            throw .wrongExtendedKeyVersion
        }
        root = .extended(try HDKey(bytes, version: version))
        self.version = version
        (isCompressed, isTest, electrumPublicKey) = (true, version.isTest, nil)
    }

    /// Derives the master key of a seed of Electrum, with the user's words that extend it or none.
    ///
    /// - Throws: ``KeyError/malformedText`` if `passphrase` is not UTF-8.
    public init(_ seed: borrowing ElectrumSeed, passphrase: borrowing SecretBytes) throws(KeyError) {
        root = .extended(try HDKey(seed: seed.seed(passphrase: passphrase)))
        (version, isCompressed, isTest, electrumPublicKey) = (.bitcoin, true, false, nil)
    }

    /// Derives the master key of a seed of Electrum before version 2.0; slow.
    ///
    /// Its keys are at `m` and at `m/0/i` and `m/1/i`, which are not the paths of BIP-32.
    ///
    /// - Throws: ``KeyError/unusableKey``, with a probability of about 2^-128.
    public init(_ seed: borrowing OldElectrumSeed) throws(KeyError) {
        let key = try OldElectrumKey(seed.masterKey())
        electrumPublicKey = key.publicKey
        root = .electrum(key)
        (version, isCompressed, isTest) = (nil, false, false)
    }

    /// Whether others can be derived from it by BIP-32.
    public var isExtended: Bool { version != nil }

    /// The public key at the end of `path`, relative to this key.
    ///
    /// - Throws: ``KeyError/noKeyAtPath`` for a single key and another path than `m`, or the error of the derivation.
    public func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        defer { CallStack.wipe() }
        return try privateKey(at: path).publicKey()
    }

    /// The extended public key at the end of `path`, relative to this key.
    ///
    /// - Throws: ``KeyError/noKeyAtPath`` for a single key, or the error of the derivation.
    public func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        defer { CallStack.wipe() }
        switch root {
        case .single: throw .noKeyAtPath
        case .electrum: throw .noKeyAtPath
        case .extended(let key): return try key.derived(path).extendedPublicKey()
        }
    }

    /// Signs `digest` with the key at the end of `path`.
    public func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
        defer { CallStack.wipe() }
        return try privateKey(at: path).sign(digest)
    }

    /// Signs `digest` with the key at the end of `path`, with the Schnorr scheme of Bitcoin Cash.
    public func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
        defer { CallStack.wipe() }
        return try privateKey(at: path).signSchnorr(digest)
    }

    /// Signs `digest` with BIP-340 and the key at the end of `path`, changed as `tweak` says.
    public func signTaproot(
        _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
    ) throws(KeyError) -> BIP340Signature {
        defer { CallStack.wipe() }
        return try privateKey(at: path).signTaproot(digest, tweak: tweak)
    }

    private func privateKey(at path: DerivationPath) throws(KeyError) -> PrivateKey {
        switch root {
        case .single(let key):
            guard path.indices.isEmpty else { throw .noKeyAtPath }
            return try PrivateKey(key.withUnsafeBytes { SecretBytes(copying: $0) })
        case .extended(let key):
            return try key.privateKey(at: path)
        case .electrum(let key):
            return try key.privateKey(at: path)
        }
    }
}
