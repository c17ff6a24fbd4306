package import Bitcoin
package import Network

/// Servers of chains whose coins have no value, which the demo's wallet takes for those of Bitcoin and Bitcoin Cash, and what
/// else it has instead of the real services.
package struct PracticeChains: Sendable {
    /// The Electrum servers, whose blocks follow the rules of a regression test network.
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
