package import Bitcoin
package import Keys
internal import Primitives

/// Signs the inputs of a partially signed transaction whose keys are those of a wallet.
package struct PSBTSigner: Sendable {
    private let signer: any Signer

    /// Where a key is derived; `nil` for a key of others.
    private let place: @Sendable (PSBT.SigningTask) -> DerivationPath?

    /// Creates a signer with the keys below a master key.
    ///
    /// - Parameters:
    ///   - signer: The keys; its paths start at the master key.
    ///   - fingerprint: The first four bytes of the hash of the master key's public key.
    package init(_ signer: any Signer, fingerprint: UInt32) {
        self.signer = signer
        place = { task in
            guard let origin = task.origin, origin.fingerprint == fingerprint else { return nil }
            return try? DerivationPath(indices: origin.path)
        }
    }

    /// Creates a signer with a single key.
    package init(single source: KeySource) {
        signer = source
        place = { _ in try? DerivationPath(indices: []) }
    }

    /// The same transaction with the signatures of this signer's keys.
    ///
    /// A key signs only if it is what the transaction says, so a wrong path of others never leads to a signature.
    ///
    /// - Throws: ``BitcoinKeysError/bitcoin(_:)`` if a coin is missing or does not match,
    ///   ``BitcoinKeysError/signing(_:)`` if there is nothing to sign, or ``BitcoinKeysError/key(_:)``.
    package func sign(_ psbt: PSBT) throws(BitcoinKeysError) -> PSBT {
        var (signed, count) = (psbt, 0)
        for index in psbt.transaction.inputs.indices {
            let tasks = try BitcoinKeysError.reading { () throws(BitcoinError) in
                try psbt.signingTasks(forInput: index)
            }
            for task in tasks {
                guard let path = place(task) else { continue }
                let key = try BitcoinKeysError.from { () throws(KeyError) in try signer.publicKey(at: path) }
                guard
                    task.key == key.compressed || task.key == key.uncompressed || task.key == XOnlyPublicKey(key).bytes
                else { continue }
                signed.add(try signature(for: task, at: path), for: task)
                count += 1
            }
        }
        guard count > 0 else { throw .signing(.nothingToSign) }
        return signed
    }

    private func signature(
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
