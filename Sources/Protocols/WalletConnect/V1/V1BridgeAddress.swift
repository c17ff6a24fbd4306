internal import Network

/// The address of a bridge server of version 1, which a link brings along: input of an attacker.
///
/// `wss` to a public server, or `wss` and `ws` to this machine. What a name resolves to is checked when a connection is
/// made.
package struct V1BridgeAddress: Hashable, Sendable, CustomStringConvertible {
    private let address: RelayAddress

    /// Whether the server is this machine, decided without a name lookup.
    package let isLoopback: Bool

    /// Reads an address with the scheme `ws` or `wss`.
    ///
    /// - Throws: ``WalletConnectError/link(_:)`` with `bridge`, also for the number of an address that is not public.
    package init(_ text: String) throws(WalletConnectError) {
        guard let address = try? RelayAddress(text) else { throw .link(.bridge) }
        let rest = address.description.drop { $0 != ":" }
        // Without encryption only this machine can be reached.
        isLoopback = (try? RelayAddress("ws" + rest)) != nil
        guard isLoopback || (try? WebAddress("https" + rest))?.isPrivateNumber == false else { throw .link(.bridge) }
        self.address = address
    }

    /// The address, as it is stored.
    package var description: String { address.description }

    /// The address to connect to, with the parameters that clients in use send.
    var url: String { address.url(adding: [("protocol", "wc"), ("version", "1"), ("env", "linux")]) }
}
