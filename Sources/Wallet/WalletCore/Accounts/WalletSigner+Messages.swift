import Bitcoin
import BitcoinKeys
package import Bridge
import Keys

extension WalletSigner {
    /// Signs the message that the user approved, with the key of its address.
    ///
    /// The consent is consumed.
    ///
    /// - Returns: The signature as text.
    /// - Throws: ``/Bridge/RPCError/locked``, or ``/Bridge/RPCError/Kind/failed`` if the keys are others by now.
    package func sign<Subject: MessageSignable>(_ consent: consuming Consent<Subject>) throws(RPCError) -> String {
        try consent.requirePermission()
        let subject = consent.subject
        return try withSigner { signer throws(RPCError) in
            do {
                let key = try signer.publicKey(at: subject.path)
                guard subject.scriptType.script(of: key) == subject.script else { throw Self.otherAccount }
                let messages = MessageSigner(signer)
                return switch subject.form {
                case .bip137: try messages.sign(subject.message, at: subject.path, for: subject.scriptType)
                case .bip322: try messages.prove(subject.message, at: subject.path, for: subject.scriptType)
                }
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
