internal import Bitcoin
internal import BitcoinKeys
package import Bridge
internal import Keys
import Messages
package import WalletCore

extension CoinWallet {
    /// Signs a message with the key of an address of the wallet, after the approval.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - address: An address of an account whose keys are here.
    ///   - form: The standard; `nil` for BIP-137, or BIP-322 for Taproot, for which BIP-137 has no form.
    ///   - request: The request of the user.
    /// - Returns: The signature as text.
    /// - Throws: Why it was not signed.
    package func sign(
        message text: String, with address: String, form: MessageForm? = nil, for request: Request
    ) async throws(RPCError) -> String {
        guard isOpen else { throw .locked }
        let (record, path, script) = try signer(at: address)
        let type = record.scriptType
        let form = form ?? (type == .p2tr ? .bip322 : .bip137)
        guard record.utxoChain.ledger == .bitcoin || form == .bip137 else {
            throw RPCError(.unsupported, sentence: localizable("Signatures of BIP-322 are for Bitcoin only."))
        }
        guard type != .p2tr || form == .bip322 else {
            throw RPCError(.unsupported, sentence: localizable("Taproot addresses sign only with BIP-322."))
        }
        guard !record.hasUncompressedKey else {
            throw RPCError(
                .unsupported, sentence: localizable("Addresses of uncompressed keys cannot sign messages."))
        }
        let message: BitcoinMessage
        do throws(BitcoinError) {
            message = try BitcoinMessage(text)
        } catch {
            throw RPCError(.invalidParameters, error.sentence)
        }
        let question = MessageToSign(
            message: message, text: text, form: form, path: path, script: script, scriptType: type,
            owner: record.id, name: record.name, address: script.destination?.address(on: record.utxoChain) ?? address,
            network: record.utxoChain.name, wordWarnings: await MessageWarnings.about(text, from: request.peer))
        let consent = try await coins.gate.ask(question, for: request)
        try coins.gate.commit(request)
        return try activeAccount.sign(consent)
    }

    /// The account and the path of an address whose key is here.
    private func signer(
        at address: String
    ) throws(RPCError) -> (CoinAccountRecord, DerivationPath, Script) {
        for record in records {
            guard let snapshot = snapshots[record.id],
                let script = try? Destination(address, on: record.utxoChain).script,
                let place = snapshot.ledger.paths[script]
            else { continue }
            guard let path = (try? record.path(to: place)) ?? nil else {
                throw RPCError(
                    .unsupported, sentence: localizable("The keys of this account are in another wallet."))
            }
            return (record, path, script)
        }
        throw RPCError(.invalidParameters, sentence: localizable("This is not an address of the wallet."))
    }

    /// Whether the owner of an address of Bitcoin or Bitcoin Cash signed a message (BIP-137, BIP-322).
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - address: The address.
    ///   - signature: The signature in Base64.
    /// - Returns: Whether it is valid; `nil` if the wallet cannot check scripts of this kind.
    /// - Throws: If the address or the signature is malformed.
    package nonisolated static func isSigned(
        message text: String, by address: String, _ signature: String
    ) throws(RPCError) -> Bool? {
        // Legacy addresses are the same on both ledgers, and so are signatures of BIP-137 on all networks.
        let destination = ([.bitcoin] + UTXOChain.allCases).lazy.compactMap { try? Destination(address, on: $0) }.first
        guard let destination else {
            throw RPCError(
                .invalidParameters,
                sentence: localizable("This is not an address of Bitcoin, Bitcoin Cash or an EVM chain."))
        }
        let signature = signature.filter { !$0.isWhitespace }
        do throws(BitcoinError) {
            let message = try BitcoinMessage(text)
            // Signatures of BIP-137 have 65 bytes, and no witness of one key is that short, except that of Taproot.
            if signature.utf8.count == 88, destination.isOfOneHash {
                return try message.isSigned(by: destination, signature)
            }
            switch try message.verdict(on: signature, by: destination) {
            case .valid: return true
            case .invalid: return false
            case .inconclusive: return nil
            }
        } catch {
            throw RPCError(.invalidParameters, error.sentence)
        }
    }
}

extension Destination {
    /// Whether BIP-137 has signatures for it: it has the hash of a key, or of a script.
    fileprivate var isOfOneHash: Bool {
        switch self {
        case .publicKey, .script: true
        case .witness(_, let program): program.count == 20
        }
    }
}
