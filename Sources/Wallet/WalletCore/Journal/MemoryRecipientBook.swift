/// A book of recipients in memory that is lost when the process ends: for tests, and for keys without value.
public actor MemoryRecipientBook: RecipientBook {
    private var entries: [Recipient] = []

    /// Creates an empty book.
    public init() {}

    /// The entry for exactly this address on this chain.
    public func recipient(_ address: String, on chain: String) -> Recipient? {
        entries.first { $0.address == address && $0.chain == chain }
    }

    /// The most recently used recipients, newest first.
    public func recent(limit: Int) -> [Recipient] {
        // If two were used at the same time, the one that was added later comes first.
        let newest = entries.enumerated().sorted { ($0.element.lastUsed, $0.offset) > ($1.element.lastUsed, $1.offset) }
        return newest.prefix(max(limit, 0)).map(\.element)
    }

    /// Adds a recipient, or updates its entry.
    public func remember(_ recipient: Recipient) {
        let old = self.recipient(recipient.address, on: recipient.chain)
        entries.removeAll { $0.address == recipient.address && $0.chain == recipient.chain }
        entries.append(
            Recipient(
                chain: recipient.chain, address: recipient.address, name: recipient.name ?? old?.name,
                lastUsed: max(recipient.lastUsed, old?.lastUsed ?? recipient.lastUsed),
                roles: recipient.roles.union(old?.roles ?? [])))
    }
}
