internal import Bitcoin
internal import Bridge
internal import Keys

extension Keyring {
    /// Signs each input of what the user saw, with the key of the coin that it spends.
    ///
    /// The consent is used up. The payment must be the very one that was shown, and the account still the same.
    func sign(_ consent: consuming Consent, _ payment: PreparedPayment) throws(RPCError) -> Transaction {
        guard !payment.draft.payload.isEmpty, consent.approval.payload == payment.draft.payload else {
            throw RPCError(.failed, "What was shown is not what would be signed; nothing was signed.")
        }
        guard let signer = signer else { throw .locked }
        guard consent.approval.rows.contains(where: { $0.value == .exact(payment.from) }),
            address(payment.order.ledger == .bitcoin ? .bitcoin : .bitcoinCash) == payment.from
        else {
            throw RPCError(.failed, "The account was changed before the request was answered; nothing was signed.")
        }
        let ledger = payment.order.ledger
        do throws(KeyError) {
            return try payment.draft.signed { place, digest throws(KeyError) in
                let path = try payment.places[place].path(of: payment.account, on: ledger)
                let signature: InputSignature =
                    payment.draft.lock == .bitcoinCashSchnorr
                    ? .schnorr(try signer.signSchnorr(digest, at: path))
                    : .ecdsa(try signer.sign(digest, at: path).signature)
                return (signature, try signer.publicKey(at: path))
            }
        } catch {
            throw RPCError(.failed, "The wallet could not sign.")
        }
    }
}
