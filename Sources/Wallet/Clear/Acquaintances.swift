import Ethereum

/// Finds out how well the user knows an address.
struct Acquaintances {
    /// How many earlier recipients an address is held against.
    private static let most = 2_000

    let book: any RecipientBook
    let own: [EthereumAddress]
    let descriptors: DescriptorBook
    let chain: Chain

    func look(up address: EthereumAddress) async -> Acquaintance {
        guard !address.isZero else { return .nobody }
        guard !own.contains(address) else { return .own }
        do throws(JournalError) {
            if let entry = try await book.recipient(address.description, on: chain.caip) {
                return .known(name: entry.name)
            }
            let earlier = try await book.recent(limit: Self.most).compactMap { try? EthereumAddress($0.address) }
            let twin = (own + earlier).first { LookAlike.resembles(address, $0) }
            if let twin { return .lookAlike(other: twin) }
        } catch {
            return .untold
        }
        return descriptors.name(of: address, on: chain.id).map { .named($0) } ?? .new
    }
}
