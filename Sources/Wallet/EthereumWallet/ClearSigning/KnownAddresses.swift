import ClearSigning
import Ethereum
import WalletCore

/// Determines how well the user knows addresses.
struct KnownAddresses {
    /// The maximum number of earlier recipients that an address is compared with.
    private static let most = 2_000

    let book: any RecipientBook
    let own: [EthereumAddress]
    let descriptors: DescriptorBook
    let chain: Chain

    func look(up addresses: Set<EthereumAddress>) async -> [EthereumAddress: KnownAddress] {
        var known: [EthereumAddress: KnownAddress] = [:]
        do throws(JournalError) {
            let earlier = try await book.recent(limit: Self.most).compactMap { try? EthereumAddress($0.address) }
            for address in addresses { known[address] = try await look(up: address, earlier: earlier) }
        } catch {
            for address in addresses { known[address] = address.isUnowned ? .noOwner : .unreadable }
        }
        return known
    }

    private func look(
        up address: EthereumAddress, earlier: [EthereumAddress]
    ) async throws(JournalError) -> KnownAddress {
        guard !address.isUnowned else { return .noOwner }
        guard !own.contains(address) else { return .own }
        let entry = try await book.recipient(address.description, on: chain.caip)
        let roles = entry?.roles ?? []
        if let name = entry?.name { return .known(name: name, roles: roles) }
        // A well-known contract is never a lookalike of another address.
        if let contract = KnownContracts.contract(address, on: chain.id) {
            return contract.isOpen ? .open(contract.name) : .named(contract.name)
        }
        if let name = descriptors.name(of: address, on: chain.id) { return .described(name, roles: roles) }
        // An address that was called or signed for before can still be an imitation.
        if !roles.isDisjoint(with: [.recipient, .spender]) { return .known(name: nil, roles: roles) }
        // What was sent to the zero address makes nobody's address a lookalike.
        let twin = (own + earlier).first { !$0.isUnowned && LookAlike.resembles(address, $0) }
        if let twin { return .lookAlike(other: twin) }
        return roles.isEmpty ? .new : .known(name: nil, roles: roles)
    }
}
