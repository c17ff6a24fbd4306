package import Bitcoin
package import Keys
internal import Primitives

/// Signs messages with the keys of a wallet.
package struct MessageSigner: Sendable {
    private let signer: any Signer

    /// Creates a signer of messages with the keys of `signer`.
    package init(_ signer: any Signer) {
        self.signer = signer
    }

    /// The signature of BIP-137 by the key at the end of `path`, whose address has the form `type`.
    ///
    /// - Throws: ``BitcoinKeysError/bitcoin(_:)`` for Taproot, or ``BitcoinKeysError/key(_:)``.
    package func sign(
        _ message: BitcoinMessage, at path: DerivationPath, for type: ScriptType
    ) throws(BitcoinKeysError) -> String {
        let signature = try BitcoinKeysError.from { () throws(KeyError) in try signer.sign(message.digest, at: path) }
        return try BitcoinKeysError.reading { () throws(BitcoinError) in
            try BitcoinMessage.text(of: signature, for: type)
        }
    }

    /// The signature of BIP-322 by the key at the end of `path`, whose address has the form `type`.
    ///
    /// Addresses without a witness, and those inside P2SH, have only the full form.
    ///
    /// - Throws: ``BitcoinKeysError/key(_:)``, or ``BitcoinKeysError/bitcoin(_:)``.
    package func prove(
        _ message: BitcoinMessage, at path: DerivationPath, for type: ScriptType
    ) throws(BitcoinKeysError) -> String {
        let key = try BitcoinKeysError.from { () throws(KeyError) in try signer.publicKey(at: path) }
        let scheme = SpendingScheme.bitcoin(type)
        let (transaction, coin) = try BitcoinKeysError.reading { () throws(BitcoinError) in
            let script = try scheme.destination(of: key).script
            let transaction = message.transactionToSign(script)
            let coin = Coin(
                transaction.inputs[0].outPoint, Output(0, to: script), scheme,
                redeemScript: scheme.redeemScript(of: key))
            return (transaction, coin)
        }
        let draft = try BitcoinKeysError.reading { () throws(BitcoinError) in
            try UnsignedBitcoinTransaction(transaction, spending: [coin], on: .bitcoin)
        }
        let signed = try BitcoinKeysError.from { () throws(KeyError) in
            try draft.signed { _, digest throws(KeyError) in
                let signature: InputSignature =
                    type == .p2tr
                    ? .taproot(try signer.signTaproot(digest, at: path, tweak: .output(merkleRoot: [])))
                    : .ecdsa(try signer.sign(digest, at: path).signature)
                return (signature, key)
            }
        }
        return BitcoinMessage.text(ofProof: signed, type == .p2wpkh || type == .p2tr ? .simple : .full)
    }
}
