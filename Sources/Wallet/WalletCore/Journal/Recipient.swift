/// An address that the user has used before, and how it was used.
public struct Recipient: Hashable, Sendable {
    /// What an address was used as; one role does not imply another.
    public struct Roles: OptionSet, Hashable, Sendable {
        /// One bit for each use, as the store keeps them.
        public let rawValue: Int

        /// Creates roles.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// It was sent something of value.
        public static let recipient = Roles(rawValue: 1)

        /// A transaction allowed it to spend something of value.
        public static let spender = Roles(rawValue: 2)

        /// A signature allowed it to spend something of value.
        public static let signedSpender = Roles(rawValue: 4)

        /// It was called as a contract.
        public static let contract = Roles(rawValue: 8)
    }

    /// The chain, as CAIP-2 writes it.
    public let chain: String

    /// The full address in the chain's canonical form (EIP-55, CashAddr with its prefix, bech32).
    public let address: String

    /// The user's name for it; `nil` if the user gave it none.
    public let name: String?

    /// When it was used last, in seconds since 1970.
    public let lastUsed: Int64

    /// What it was used as.
    public let roles: Roles

    /// Creates a recipient.
    public init(chain: String, address: String, name: String? = nil, lastUsed: Int64, roles: Roles = .recipient) {
        self.chain = chain
        self.address = address
        self.name = name
        self.lastUsed = lastUsed
        self.roles = roles
    }
}
