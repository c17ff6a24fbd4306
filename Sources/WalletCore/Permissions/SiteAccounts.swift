public import Bridge
public import Keys
import Messages

/// The active account as sites see it: which of them may see its addresses, and which events they get when that changes.
@MainActor public final class SiteAccounts {
    /// The active account.
    public let activeAccount: ActiveAccount

    /// The permissions of sites.
    public let grants: Grants

    /// The gate that asks the user.
    public let gate: Gate

    /// The bus for events to sites.
    public let eventBus: EventBus

    /// Creates the accounts that sites see.
    ///
    /// - Parameters:
    ///   - activeAccount: The active account.
    ///   - grants: The permissions of sites.
    ///   - gate: The gate that asks the user; while it is locked, sites see no accounts.
    ///   - eventBus: The bus for events to sites.
    package init(activeAccount: ActiveAccount, grants: Grants, gate: Gate, eventBus: EventBus) {
        self.activeAccount = activeAccount
        self.grants = grants
        self.gate = gate
        self.eventBus = eventBus
    }

    /// The Ethereum accounts that pages of `origin` may see; none while the wallet is locked.
    ///
    /// They are in lower case, as in other wallets, because pages compare them as strings with addresses that libraries
    /// compute.
    public func accounts(for origin: Origin) -> [String] {
        !gate.isLocked && grants.allows(.ethereum, to: origin) ? [activeAccount.address(.ethereum).lowercased()] : []
    }

    /// Whether the user has connected the requester to the Ethereum account.
    package func isConnected(_ request: Request) -> Bool { isConnected(request.peer) }

    /// Whether the user has connected `peer` to the Ethereum account; a session, on the chain that its request names.
    package func isConnected(_ peer: Peer) -> Bool {
        peer.session?.shares(activeAccount.address(.ethereum)) ?? grants.allows(.ethereum, to: peer.origin)
    }

    /// Informs every connected site, after the wallet was locked or unlocked, whether its accounts are visible.
    public func announceLock() {
        for (origin, kinds) in grants.all where kinds.contains(.ethereum) {
            eventBus.announce(.accountsChanged(accounts(for: origin)), to: origin)
        }
    }

    /// Revokes all addresses of `origin` and informs its pages.
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
        // Another account may have been selected meanwhile; the site must not learn about it.
        try requireSelected(connection)
        if kind == .ethereum { eventBus.announce(.accountsChanged(accounts(for: origin)), to: origin) }
    }

    private func requireSelected(_ connection: Connection) throws(RPCError) {
        guard activeAccount.address(connection.kind) == connection.address else {
            throw RPCError(
                .failed, sentence: localizable("Another account was selected before the request was approved."))
        }
    }

    /// Switches to `account` and the keys of `signer`, and informs the sites whose visible accounts change.
    ///
    /// Permissions are for one account, so another account starts with those that it has itself. Requests that wait for
    /// the user are about the previous account; ``/Bridge/RequestDispatcher/endAll(because:)`` ends them.
    public func use(_ signer: any Signer, _ account: Account) throws(KeyError) {
        let before = visible()
        try activeAccount.open(signer, account)
        grants.switchAccount(to: activeAccount.address(.ethereum))
        let after = visible()
        for origin in Set(before.keys).union(after.keys) where before[origin] != after[origin] {
            eventBus.announce(.accountsChanged(after[origin] ?? []), to: origin)
        }
    }

    /// Removes the keys; ``announceLock()`` informs the sites once the wallet is locked.
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
