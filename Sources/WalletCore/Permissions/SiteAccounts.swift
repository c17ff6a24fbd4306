public import Bridge
public import Keys

/// The active account as sites see it: which of them may see its addresses, and what they are told when that changes.
@MainActor public final class SiteAccounts {
    /// The account in use.
    public let activeAccount: ActiveAccount

    /// What sites may see.
    public let grants: Grants

    /// The way to the user.
    public let gate: Gate

    /// Where events for sites are announced.
    public let eventBus: EventBus

    /// Creates the accounts that sites see.
    ///
    /// - Parameters:
    ///   - activeAccount: The account in use.
    ///   - grants: What sites may see.
    ///   - gate: The way to the user; while it is locked, sites see nothing.
    ///   - eventBus: Where events for sites are announced.
    public init(activeAccount: ActiveAccount, grants: Grants, gate: Gate, eventBus: EventBus) {
        self.activeAccount = activeAccount
        self.grants = grants
        self.gate = gate
        self.eventBus = eventBus
    }

    /// The Ethereum accounts that pages of `origin` may see; none while the wallet is locked.
    ///
    /// In lower case, as other wallets write them: pages compare them as texts with what libraries compute.
    public func accounts(for origin: Origin) -> [String] {
        !gate.isLocked && grants.allows(.ethereum, to: origin) ? [activeAccount.address(.ethereum).lowercased()] : []
    }

    /// Whether the user connected the site that asks to the Ethereum account.
    package func isConnected(_ request: Request) -> Bool { grants.allows(.ethereum, to: request.peer.origin) }

    /// Tells every connected site that its accounts are visible or not any more, after the wallet was locked or
    /// unlocked.
    public func announceLock() {
        for (origin, kinds) in grants.all where kinds.contains(.ethereum) {
            eventBus.announce(.accountsChanged(accounts(for: origin)), to: origin)
        }
    }

    /// Takes all addresses back from `origin` and tells its pages.
    public func disconnect(_ origin: Origin) async {
        let wasConnected = grants.allows(.ethereum, to: origin)
        await grants.revokeAll(from: origin)
        if wasConnected { eventBus.announce(.accountsChanged([]), to: origin) }
    }

    /// Lets a site see the address that the user agreed to show it.
    package func give(_ consent: consuming Consent<Connection>) async throws(RPCError) {
        let connection = consent.subject
        let (kind, origin) = (connection.kind, connection.origin)
        try requireSelected(connection)
        await grants.give(kind, to: origin)
        // Meanwhile another account may have been selected, of which the site must not learn.
        try requireSelected(connection)
        if kind == .ethereum { eventBus.announce(.accountsChanged(accounts(for: origin)), to: origin) }
    }

    private func requireSelected(_ connection: Connection) throws(RPCError) {
        guard activeAccount.address(connection.kind) == connection.address else {
            throw RPCError(.failed, "Another account was selected before the request was approved.")
        }
    }

    /// Switches to `account` and the keys of `signer`, and tells the sites for which that changes something.
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
