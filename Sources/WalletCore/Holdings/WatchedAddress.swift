/// An address on EVM chains whose key is not in this wallet.
package struct WatchedAddress: Hashable, Sendable {
    /// The address (EIP-55).
    package let address: String

    /// The user's name for it.
    package let name: String

    /// Creates a watched address.
    package init(_ address: String, name: String) {
        self.address = address
        self.name = name
    }
}

/// The watched addresses of the user, kept across restarts.
package protocol WatchedAddressStore: Sendable {
    /// The addresses, in the order in which they were added.
    func watchedAddresses() async throws(JournalError) -> [WatchedAddress]

    /// Adds an address, or changes its name.
    func watch(_ address: WatchedAddress) async throws(JournalError)

    /// Removes an address.
    func unwatch(_ address: String) async throws(JournalError)
}
