internal import Keys

/// An address on EVM chains whose key is not in this wallet.
package struct WatchedAddress: Hashable, Sendable {
    /// The address (EIP-55).
    package let address: String

    /// The user's name for it.
    package let name: String

    /// Where its key is if a device signs for it by QR codes; `nil` if it is only watched.
    package let device: DeviceKey?

    /// Creates a watched address.
    package init(_ address: String, name: String, device: DeviceKey? = nil) {
        self.address = address
        self.name = name
        self.device = device
    }
}

/// The watched addresses of the user, kept across restarts.
package protocol WatchedAddressStore: VersionedStore {
    /// The addresses, in the order in which they were added.
    func watchedAddresses() throws(JournalError) -> [WatchedAddress]

    /// Adds an address, or changes its name and its device.
    func watch(_ address: WatchedAddress) async throws(JournalError)

    /// Removes an address.
    func unwatch(_ address: String) async throws(JournalError)
}
