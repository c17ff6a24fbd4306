package import Bitcoin
package import Bridge
internal import Keys
import Messages
package import WalletCore

extension CoinWallet: AddressSource {
    /// The newest addresses that were shown or used, and before them the one for the next sender.
    package func addresses(of id: AccountID) throws(RPCError) -> [ReceiveAddress] {
        let snapshot = try account(id).snapshot
        let next = snapshot.record.isSingleAddress ? 0 : snapshot.ledger.nextIndex(.receiving)
        let first = next.subtractingReportingOverflow(Self.mostAddresses)
        return ((first.overflow ? 0 : first.partialValue)...next).reversed().compactMap {
            address(CoinAddressPath(.receiving, $0), in: snapshot)
        }
    }

    /// The number of addresses that are listed, so that the main actor is not blocked.
    private static let mostAddresses: UInt32 = 200

    /// The address for the next sender, marked as shown.
    package func newAddress(of id: AccountID) async throws(RPCError) -> ReceiveAddress {
        let synchroniser = try account(id).synchroniser
        let path: CoinAddressPath
        do throws(CoinError) {
            path = try await synchroniser.nextAddress()
        } catch {
            throw RPCError(error)
        }
        guard let address = address(path, in: await synchroniser.snapshot) else { throw RPCError(CoinError.keys) }
        return address
    }

    /// Stores the user's label of an address; empty removes it.
    package func label(_ text: String, onAddress address: String, of id: AccountID) async throws(RPCError) {
        let (synchroniser, snapshot) = try account(id)
        guard let script = try? Destination(address, on: snapshot.record.utxoChain).script,
            snapshot.ledger.paths[script] != nil
        else {
            throw RPCError(.failed, sentence: localizable("This is not an address of the account."))
        }
        do throws(CoinError) {
            try await synchroniser.label(text, .address(script))
        } catch {
            throw RPCError(error)
        }
    }

    private func address(_ path: CoinAddressPath, in snapshot: CoinAccountSnapshot) -> ReceiveAddress? {
        guard let script = snapshot.ledger.scripts[path], let destination = script.destination else { return nil }
        let record = snapshot.record
        let forms = Self.forms(of: destination, on: record.utxoChain)
        guard !forms.isEmpty else { return nil }
        let uses = snapshot.ledger.uses[path, default: 0]
        return ReceiveAddress(
            record.id, forms: forms, path: ((try? record.path(to: path)) ?? nil)?.description ?? "",
            state: uses > 0 ? .used(uses) : snapshot.ledger.isShown(path) ? .shown : .fresh,
            label: snapshot.notes.labels[.address(script)] ?? "")
    }

    /// The forms of an address on a chain, the preferred one first.
    package nonisolated static func forms(of text: String, on utxoChain: UTXOChain) -> [ReceiveAddress.Written] {
        guard let destination = try? Destination(text, on: utxoChain) else { return [.init(.usual, text)] }
        return forms(of: destination, on: utxoChain)
    }

    /// The forms of an address, the preferred one first.
    nonisolated static func forms(of destination: Destination, on utxoChain: UTXOChain) -> [ReceiveAddress.Written] {
        guard let usual = destination.address(on: utxoChain) else { return [] }
        guard utxoChain.ledger == .bitcoinCash else { return [ReceiveAddress.Written(.usual, usual)] }
        var forms = [ReceiveAddress.Written(.cashAddr, usual)]
        if let plain = try? CashAddress(usual, prefix: nil), let aware = plain.tokenAware {
            forms.append(ReceiveAddress.Written(.tokenAware, aware.description))
        }
        // No wallet had 32-byte script hashes when this form was in use.
        if case .script(let hash) = destination, hash.count != 20 { return forms }
        if let legacy = destination.legacyAddress(on: utxoChain.network) {
            forms.append(ReceiveAddress.Written(.legacy, legacy))
        }
        return forms
    }
}

extension CashAddress {
    /// The same address in the form that says that tokens can be received (CHIP-2022-02-CashTokens).
    var tokenAware: CashAddress? {
        switch kind {
        case .publicKey: try? CashAddress(prefix: prefix, type: Kind.tokenPublicKey.rawValue, hash: hash)
        case .script: try? CashAddress(prefix: prefix, type: Kind.tokenScript.rawValue, hash: hash)
        case .tokenPublicKey, .tokenScript: self
        case nil: nil
        }
    }
}
