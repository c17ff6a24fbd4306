package import Bitcoin
package import Network

/// Servers of private test networks, which pages of the demo's wallet use instead of Bitcoin and Bitcoin Cash, and what else it
/// has instead of the real services.
package struct PracticeChains: Sendable {
    /// The Electrum servers.
    let servers: [UTXOChain: LineAddress]

    /// The client for merchants; `nil` if no invoices can be paid.
    let merchants: (any HTTPSender)?

    /// The app for payments by card; `nil` for that of the desktop.
    let sumUp: SumUpApp?

    /// Creates a set of servers.
    package init(
        servers: [UTXOChain: LineAddress] = [:], merchants: (any HTTPSender)? = nil, sumUp: SumUpApp? = nil
    ) {
        (self.servers, self.merchants, self.sumUp) = (servers, merchants, sumUp)
    }
}
