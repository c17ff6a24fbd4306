import Bridge

/// What a payment may use: the account that the user pays from, on its chain, and nothing that was given to sites.
extension Desk {
    /// The chain on which the asker is: a payment on the one that is paid on, a site on the one that it chose.
    func chain(for request: Request) -> Chain {
        request.peer.payment.flatMap { payingAccount(of: $0)?.chain } ?? chains.chain(of: request.peer.origin)
    }

    /// Whether `peer` may ask for something to be signed by the account in use.
    func mayUseAccount(_ peer: Peer) -> Bool {
        guard let payment = peer.payment else { return grants.allows(.ethereum, to: peer.origin) }
        return payingAccount(of: payment)?.address == activeAccount.address(.ethereum).lowercased()
    }

    /// Whom a payment is for, and how much they ask for; no rows where no payment asks.
    func merchantRows(for request: Request) -> [Approval.Row] {
        guard let payment = request.peer.payment else { return [] }
        return [
            payment.merchant.map { Approval.Row("Merchant", .untrusted($0), role: .merchant) },
            payment.invoice.map { Approval.Row("Asks for", .trusted($0), role: .merchant) },
        ].compactMap(\.self)
    }

    /// The chain and the address, in lower case, of the account that pays (CAIP-10); `nil` where the wallet does not
    /// know the chain.
    private func payingAccount(of payment: PaymentPeer) -> (chain: Chain, address: String)? {
        let parts = payment.account.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "eip155", let id = UInt64(parts[1]), "\(id)" == parts[1],
            let chain = chains.chain(id: id)
        else { return nil }
        return (chain, parts[2].lowercased())
    }
}
