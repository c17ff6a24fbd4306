/// Which relay a client uses, and who it says it is.
public struct WalletConnectConfiguration: Hashable, Sendable {
    /// What the other side of a session is told; it is shown to its user.
    public let metadata: AppMetadata

    /// The relay, and how it is used.
    package let relay: RelayConfiguration

    /// The address of the bridge server for connections of version 1, if there is one.
    public let bridge: String?

    /// The version of this library, which a relay is told.
    static let version = "1"

    /// The bridge server.
    package let bridgeAddress: V1BridgeAddress?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - metadata: What the other side of a session is told.
    ///   - relay: The address of the relay: `wss://HOST/PATH`, or `ws://` to this machine.
    ///   - projectID: The project ID, for a relay that asks for one; the public one does.
    ///   - bridge: The address of the bridge server for connections of version 1, `https://HOST` or `wss://HOST`, or
    ///     on this machine also without encryption.
    /// - Throws: ``WalletConnectError/relay(_:)`` with `address` or `projectID`; ``WalletConnectError/link(_:)`` with
    ///   `bridge`.
    public init(
        metadata: AppMetadata, relay: String, projectID: String? = nil, bridge: String? = nil
    ) throws(WalletConnectError) {
        self.metadata = metadata
        self.relay = try RelayConfiguration(
            address: try RelayAddress(relay), projectID: projectID, version: Self.version)
        self.bridge = bridge
        if let bridge {
            bridgeAddress = try V1BridgeAddress(V1URI.address(bridge))
        } else {
            bridgeAddress = nil
        }
    }
}
