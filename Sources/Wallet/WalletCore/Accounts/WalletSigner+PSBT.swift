package import Bitcoin
package import BitcoinKeys
package import Bridge
package import Keys
import Messages

extension WalletSigner {
    /// The first four bytes of the hash of the master key, by which others name the wallet's keys; `nil` for a wallet
    /// with a single key.
    ///
    /// - Throws: ``/Keys/KeyError/locked``.
    package func fingerprint() throws(KeyError) -> UInt32? {
        guard !account.isSingleKey else { return nil }
        return try extendedPublicKey(at: DerivationPath(indices: [])).fingerprint
    }

    /// The keys with which the wallet signs partially signed transactions; they only tell public keys, on any thread.
    package func psbtKeys() throws(KeyError) -> PSBTKeys {
        guard let signer else { throw .locked }
        return PSBTKeys(fingerprint: try fingerprint()) { path throws(KeyError) in try signer.publicKey(at: path) }
    }

    /// Adds the wallet's signatures to the transaction that the user approved.
    ///
    /// The consent is consumed. A transaction can have more than a thousand inputs, so other work of the main actor is done
    /// in between; nothing is returned if the wallet is locked meanwhile.
    ///
    /// - Throws: ``/Bridge/RPCError/locked``, or ``/Bridge/RPCError/Kind/failed`` if the keys are others by now.
    package func sign<Subject: PSBTSignable>(_ consent: consuming Consent<Subject>) async throws(RPCError) -> PSBT {
        try consent.requirePermission()
        let subject = consent.subject
        let generation = generation
        do {
            let keys = try psbtKeys()
            // Exactly what was shown is signed: other keys would sign something else, or nothing.
            guard let tasks = try await Self.tasks(of: subject, keys) else { throw Self.otherAccount }
            var signed = subject.psbt
            for (place, (task, path)) in tasks.enumerated() {
                if place.isMultiple(of: Self.inputsAtOnce), place > 0 { await Task.yield() }
                guard let signer else { throw RPCError.locked }
                guard generation == self.generation else { throw Self.otherAccount }
                signed.add(try PSBTSigner(signer, fingerprint: nil).signature(for: task, at: path), for: task)
            }
            return signed
        } catch let error as RPCError {
            throw error
        } catch KeyError.locked {
            throw .locked
        } catch {
            throw Self.failed
        }
    }

    /// The signatures to make; `nil` if they are not those that were shown.
    @concurrent private static func tasks(
        of subject: some PSBTSignable, _ keys: PSBTKeys
    ) async throws(BitcoinKeysError) -> [(task: PSBT.SigningTask, path: DerivationPath)]? {
        let tasks = try keys.tasks(in: subject.psbt)
        var shown = subject.payload[...]
        for (task, _) in tasks {
            guard shown.starts(with: task.preimage) else { return nil }
            shown = shown.dropFirst(task.preimage.count)
        }
        return tasks.isEmpty || !shown.isEmpty ? nil : tasks
    }
}
