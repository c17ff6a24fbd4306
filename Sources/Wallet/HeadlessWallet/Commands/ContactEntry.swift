import Bitcoin
import BitcoinWallet
package import Bridge
import Ethereum
import EthereumWallet
import Messages
package import WalletCore

/// A contact that the user entered, read strictly.
package struct ContactEntry {
    /// The contacts that exist.
    package let contacts: [Contact]

    package init(contacts: [Contact]) { self.contacts = contacts }

    /// The maximum length of a name, in characters.
    package static let longestName = 40

    /// Reads a new contact.
    ///
    /// - Throws: Which entry cannot be used, and why: `name` or `address`.
    package func new(_ name: String, _ address: String, on chain: ChainID) throws(WalletError) -> Contact {
        let canonical = try Self.address(EnteredText.trimmed(address), on: chain)
        if let known = contacts.first(where: { $0.chain == chain.description && $0.address == canonical }) {
            throw WalletError(
                field: .address,
                localized("This address is already a contact: \(Quotation.own(known.name), as: "name")"))
        }
        return Contact(chain: chain.description, address: canonical, name: try self.name(name, on: chain.description))
    }

    /// Reads another name for a contact.
    ///
    /// - Throws: Why it cannot be used.
    package func renamed(_ contact: Contact, _ name: String) throws(WalletError) -> Contact {
        let others = ContactEntry(contacts: contacts.filter { $0 != contact })
        return Contact(
            chain: contact.chain, address: contact.address, name: try others.name(name, on: contact.chain))
    }

    /// The contact with this name or address; on `chain`, if one is given.
    ///
    /// - Throws: An error if no contact matches, or more than one.
    package func find(_ text: String, on chain: ChainID?) throws(WalletError) -> Contact {
        let found = contacts.filter { contact in
            (chain.map { $0.description == contact.chain } ?? true)
                && (contact.name.lowercased() == text.lowercased() || contact.address == text)
        }
        guard let first = found.first else {
            throw WalletError(.failed, localized("There is no such contact. `drawbridge contacts` lists them."))
        }
        guard found.count == 1 else {
            throw WalletError(
                .usage, localized("Several networks have this contact. Name one with --network."))
        }
        return first
    }

    private func name(_ text: String, on chain: String) throws(WalletError) -> String {
        let name = EnteredText.trimmed(text)
        guard Chain.isName(name, upTo: Self.longestName) else {
            throw WalletError(
                field: .name, localized("A name has 1 to \(Self.longestName, as: "count") plain characters."))
        }
        guard !contacts.contains(where: { $0.chain == chain && $0.name.lowercased() == name.lowercased() }) else {
            throw WalletError(
                field: .name, localized("You already have a contact with this name on this network."))
        }
        return name
    }

    /// The address in the form in which the wallet keeps it.
    private static func address(_ text: String, on chain: ChainID) throws(WalletError) -> String {
        if chain.eip155 != nil {
            guard let address = try? EthereumAddress(text) else {
                throw WalletError(field: .address, localized("This is not an Ethereum address."))
            }
            return address.description
        }
        guard let utxoChain = UTXOChain.allCases.first(where: { $0.chainID == chain }) else {
            throw WalletError(
                field: .address, localized("This is not an address of \(chain.description, as: "network")."))
        }
        guard let address = (try? Destination(text, on: utxoChain))?.address(on: utxoChain) else {
            throw WalletError(field: .address, utxoChain.refusal(of: text).localized)
        }
        return address
    }

    /// The network that `text` names: a chain ID, a name, or an identifier (CAIP-2); without one, the network of an
    /// address of this form.
    package static func network(_ text: String?, of address: String) throws(WalletError) -> ChainID {
        guard let text else {
            let isEthereum = (try? EthereumAddress(address)) != nil
            let isCash = address.lowercased().hasPrefix("bitcoincash:")
            guard !isEthereum else { return ChainID(eip155: 1) }
            let utxoChain = isCash ? UTXOChain.bitcoinCash : .bitcoin
            guard isCash || (try? Destination(address, on: .bitcoin)) != nil else {
                throw WalletError(
                    field: .address, localized("This is not an address of Bitcoin, Bitcoin Cash or an EVM chain."))
            }
            return utxoChain.chainID
        }
        guard let chain = NetworkName(text).chainID else {
            throw WalletError(
                .usage, localized("A network is a chain ID, a name, BTC, BCH, or a test network such as testnet4."))
        }
        return chain
    }
}
