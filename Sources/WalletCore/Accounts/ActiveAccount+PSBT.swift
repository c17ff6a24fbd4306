package import Bitcoin
package import BitcoinKeys
package import Bridge
package import Keys
import Messages

extension ActiveAccount {
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
    /// The consent is consumed.
    ///
    /// - Throws: ``/Bridge/RPCError/locked``, or ``/Bridge/RPCError/Kind/failed`` if the keys are others by now.
    package func sign<Subject: PSBTSignable>(_ consent: consuming Consent<Subject>) throws(RPCError) -> PSBT {
        let subject = consent.subject
        return try withSigner { signer throws(RPCError) in
            do {
                // Exactly what was shown is signed: other keys would sign something else, or nothing.
                let preimages = try psbtKeys().tasks(in: subject.psbt).flatMap(\.task.preimage)
                guard preimages == subject.payload else { throw Self.otherAccount }
                return try PSBTSigner(signer, fingerprint: fingerprint()).sign(subject.psbt)
            } catch let error as RPCError {
                throw error
            } catch KeyError.locked {
                throw .locked
            } catch {
                throw Self.failed
            }
        }
    }
}
