import Bitcoin
import Bridge
public import Keys

extension Desk {
    /// Whether the site of `request` is connected to no address of `utxoChain`, and so must not learn what is there.
    func hidesBalance(of utxoChain: UTXOChain, from request: Request) -> Bool {
        let kinds: [AddressKind] = utxoChain == .bitcoin ? [.bitcoin] : [.bitcoinCash, .simpleLedger]
        return !kinds.contains { grants.allows($0, to: request.peer.origin) }
    }

    /// Goes on with `account` and the keys of `signer`, and tells the sites for which that changes something.
    ///
    /// What sites may see was given for one account, so another one begins with nothing. Requests that wait for the
    /// user were about the account before; ``RequestDispatcher/endAll(because:)`` ends them.
    public func use(_ signer: any Signer, _ account: Account) throws(KeyError) {
        let before = visible()
        try activeAccount.open(signer, account)
        grants.turn(to: activeAccount.address(.ethereum))
        let after = visible()
        for origin in Set(before.keys).union(after.keys) where before[origin] != after[origin] {
            eventBus.announce(.accountsChanged(after[origin] ?? []), to: origin)
        }
    }

    /// Forgets the keys; ``announceLock()`` tells the sites, once the wallet is locked.
    public func forgetKeys() {
        activeAccount.close()
    }

    /// The accounts that sites see, by site.
    private func visible() -> [Origin: [String]] {
        var visible: [Origin: [String]] = [:]
        for (origin, kinds) in grants.all where kinds.contains(.ethereum) { visible[origin] = accounts(for: origin) }
        return visible.filter { !$0.value.isEmpty }
    }
}
