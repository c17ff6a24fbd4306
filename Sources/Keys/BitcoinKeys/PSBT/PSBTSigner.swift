package import Bitcoin
package import Keys
package import Primitives

/// Finds the signatures of a partially signed transaction that the keys of a wallet can make.
package struct PSBTKeys: Sendable {
    /// The public key at the end of a path.
    package typealias PublicKeys = @Sendable (DerivationPath) throws(KeyError) -> PublicKey

    /// The first four bytes of the hash of the master key's public key; `nil` for a single key.
    private let fingerprint: UInt32?

    private let publicKey: PublicKeys

    /// Uses the keys below a master key.
    ///
    /// - Parameters:
    ///   - fingerprint: The first four bytes of the hash of the master key's public key; `nil` for a single key, whose
    ///     path is `m`.
    ///   - publicKey: The public key at the end of a path.
    package init(fingerprint: UInt32?, _ publicKey: @escaping PublicKeys) {
        self.fingerprint = fingerprint
        self.publicKey = publicKey
    }

    /// The signatures that `psbt` lacks, and the paths of the keys that make them.
    ///
    /// A key counts only if it is what the transaction says, so a wrong path of others never leads to a signature.
    ///
    /// - Throws: ``BitcoinKeysError/bitcoin(_:)`` if a coin does not match, or ``BitcoinKeysError/key(_:)``.
    package func tasks(
        in psbt: PSBT
    ) throws(BitcoinKeysError) -> [(task: PSBT.SigningTask, path: DerivationPath)] {
        try tasks(in: psbt, BitcoinKeysError.reading { () throws(BitcoinError) in try psbt.spending() })
    }

    /// The same, with coins that are known.
    package func tasks(
        in psbt: PSBT, _ spending: PSBT.Spending
    ) throws(BitcoinKeysError) -> [(task: PSBT.SigningTask, path: DerivationPath)] {
        var keys: [DerivationPath: PublicKey] = [:]
        var found: [(task: PSBT.SigningTask, path: DerivationPath)] = []
        var size = 0
        for index in psbt.transaction.inputs.indices {
            let tasks = try BitcoinKeysError.reading { () throws(BitcoinError) in
                try psbt.signingTasks(forInput: index, spending)
            }
            for task in tasks {
                guard let path = path(of: task) else { continue }
                let key: PublicKey
                if let known = keys[path] {
                    key = known
                } else {
                    guard keys.count < Self.mostKeys else { throw .bitcoin(.psbt(.tooLarge)) }
                    key = try BitcoinKeysError.from { () throws(KeyError) in try publicKey(path) }
                    keys[path] = key
                }
                guard
                    task.key == key.compressed || task.key == key.uncompressed || task.key == XOnlyPublicKey(key).bytes
                else { continue }
                size += task.preimage.count
                guard size <= Self.mostBytes else { throw .bitcoin(.psbt(.tooLarge)) }
                found.append((task, path))
            }
        }
        return found
    }

    /// The maximum number of keys that are derived for one transaction.
    package static let mostKeys = 10_000

    /// The maximum number of bytes that are signed for one transaction.
    ///
    /// Each signature of a coin without a witness is one of the whole transaction. For a transaction that nodes relay, there
    /// are less than 25 million.
    package static let mostBytes = 32_000_000

    /// The maximum number of steps of a path; those in use have up to six.
    private static let mostSteps = 10

    /// Where a key is derived; `nil` for a key of others.
    private func path(of task: PSBT.SigningTask) -> DerivationPath? {
        guard let fingerprint else { return try? DerivationPath(indices: []) }
        guard let origin = task.origin, origin.fingerprint == fingerprint, origin.path.count <= Self.mostSteps else {
            return nil
        }
        return try? DerivationPath(indices: origin.path)
    }
}

/// Signs the inputs of a partially signed transaction whose keys are those of a wallet.
package struct PSBTSigner: Sendable {
    private let signer: any Signer
    private let fingerprint: UInt32?

    /// Creates a signer with the keys below a master key.
    ///
    /// - Parameters:
    ///   - signer: The keys; its paths start at the master key.
    ///   - fingerprint: The first four bytes of the hash of the master key's public key; `nil` for a single key, whose
    ///     path is `m`.
    package init(_ signer: any Signer, fingerprint: UInt32?) {
        self.signer = signer
        self.fingerprint = fingerprint
    }

    /// Creates a signer with a single key.
    package init(single source: KeySource) {
        self.init(source, fingerprint: nil)
    }

    /// The same transaction with the signatures of this signer's keys.
    ///
    /// - Throws: ``BitcoinKeysError/bitcoin(_:)`` if a coin does not match,
    ///   ``BitcoinKeysError/signing(_:)`` if there is nothing to sign, or ``BitcoinKeysError/key(_:)``.
    package func sign(_ psbt: PSBT) throws(BitcoinKeysError) -> PSBT {
        let keys = PSBTKeys(fingerprint: fingerprint) { path throws(KeyError) in try signer.publicKey(at: path) }
        let tasks = try keys.tasks(in: psbt)
        guard !tasks.isEmpty else { throw .signing(.nothingToSign) }
        var signed = psbt
        for (task, path) in tasks { signed.add(try signature(for: task, at: path), for: task) }
        return signed
    }

    /// The signature of a task with the key at the end of `path`.
    package func signature(
        for task: PSBT.SigningTask, at path: DerivationPath
    ) throws(BitcoinKeysError) -> InputSignature {
        try BitcoinKeysError.from { () throws(KeyError) in
            switch task.method {
            case .ecdsa: .ecdsa(try signer.sign(task.digest, at: path).signature)
            case .taprootKey(let root):
                .taproot(try signer.signTaproot(task.digest, at: path, tweak: .output(merkleRoot: root)))
            case .taprootScript: .taproot(try signer.signTaproot(task.digest, at: path, tweak: .none))
            }
        }
    }
}
