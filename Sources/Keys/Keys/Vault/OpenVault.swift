/// The data of an unlocked vault in memory.
struct OpenVault: ~Copyable, Sendable {
    var key: VaultKey
    var contents: VaultContents

    /// The root of the derivation, as ``VaultSecret/root()`` makes it.
    let root: SecretBytes

    init(key: consuming VaultKey, contents: consuming VaultContents) throws(KeyError) {
        root = try contents.secret.root()
        self.key = key
        self.contents = contents
    }

    /// The encrypted file.
    borrowing func sealed(name: VaultName) throws(KeyError) -> [UInt8] {
        try VaultFile.seal(contents.bytes(), key: key.bytes, cost: key.cost, salt: key.salt, name: name)
    }

    /// Whether `bytes` are a vault with exactly these contents, encrypted with this key.
    borrowing func reads(_ bytes: [UInt8], policy: VaultPolicy) -> Bool {
        guard let file = try? VaultFile(bytes, policy: policy), let plain = file.open(key: key.bytes) else {
            return false
        }
        let own = contents.bytes()
        return plain.matches(own)
    }

    /// The private key at the end of `path`.
    borrowing func privateKey(at path: DerivationPath) throws(KeyError) -> PrivateKey {
        switch contents.secret.kind {
        case .phrase, .electrum:
            return try HDKey(seed: root).privateKey(at: path)
        case .oldElectrum where path.indices.count <= 2:
            return try OldElectrumKey(PrivateKey(root.duplicate())).privateKey(at: path)
        case .oldElectrum:
            // Electrum has no keys of other networks: their paths are those of BIP-32 below the stretched seed.
            return try HDKey(seed: root).privateKey(at: path)
        case .key:
            guard path.indices.isEmpty else { throw .noKeyAtPath }
            return try PrivateKey(root.duplicate())
        }
    }

    /// The extended public key at the end of `path`.
    borrowing func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        switch contents.secret.kind {
        case .phrase, .electrum: return try HDKey(seed: root).derived(path).extendedPublicKey()
        case .oldElectrum where path.indices.count > 2:
            return try HDKey(seed: root).derived(path).extendedPublicKey()
        case .oldElectrum, .key: throw .noKeyAtPath
        }
    }
}
