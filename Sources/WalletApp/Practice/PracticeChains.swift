package import Bitcoin
package import Network

/// Servers of chains whose coins have no value, which the demo's wallet takes for those of Bitcoin and Bitcoin Cash.
package struct PracticeChains: Sendable {
    /// The Electrum servers, whose blocks follow the rules of a regression test network.
    let servers: [UTXOChain: LineAddress]

    /// The client for merchants; `nil` if no invoices can be paid.
    let merchants: (any HTTPSender)?

    /// Creates a set of servers.
    package init(servers: [UTXOChain: LineAddress] = [:], merchants: (any HTTPSender)? = nil) {
        (self.servers, self.merchants) = (servers, merchants)
    }
}
