public import Bridge
public import Keys
import Messages

/// The active account as sites see it: which of them may see its addresses, and which events they get when that changes.
@MainActor public final class SiteAccounts {
    /// The active account.
    public let activeAccount: WalletSigner

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
    package init(activeAccount: WalletSigner, grants: Grants, gate: Gate, eventBus: EventBus) {
        self.activeAccount = activeAccount
        self.grants = grants
        self.gate = gate
        self.eventBus = eventBus
        grants.changes.add { [weak self] in
            self?.announceChanges()
            self?.gate.recheck()
        }
        told = visible()
    }

    /// The accounts that sites were told about last, by site; none of those that see none.
    private var told: [Origin: [String]] = [:]

    /// The Ethereum accounts that pages of `origin` may see, the active one first; none while the wallet is locked, or if
    /// the site is not connected to the active account.
    ///
    /// They are in lower case, as in other wallets, because pages compare them as strings with addresses that libraries
    /// compute.
    public func accounts(for origin: Origin) -> [String] {
        guard !gate.isLocked, grants.allows(.ethereum, to: origin) else { return [] }
        return [activeAccount.address(.ethereum).lowercased()] + others(for: origin).map { $0.lowercased() }
    }

    /// The addresses of the other accounts that the user connected to `origin`.
    private func others(for origin: Origin) -> [String] {
        otherAddresses.filter { grants.allows(.ethereum, to: origin, of: $0) }
    }

    private var otherAddresses: [String] { activeAccount.ethereumAddresses.dropFirst().map(\.address) }

    /// The accounts of the wallet, and whether each is connected to `origin`, the active one first.
    package func choices(for origin: Origin) -> [(address: WalletAddress, isConnected: Bool)] {
        activeAccount.ethereumAddresses.enumerated().map { place, own in
            let isConnected =
                place == 0
                ? grants.allows(.ethereum, to: origin) : grants.allows(.ethereum, to: origin, of: own.address)
            return (own, isConnected)
        }
    }

    /// What `origin` may see of the wallet's accounts: those with an address that it may see, the active one first.
    package func shares(with origin: Origin) -> [SiteShare] {
        activeAccount.ethereumAddresses.enumerated().compactMap { place, own in
            let given = grants.kinds(for: origin, of: place == 0 ? grants.account : own.address)
            let kinds = AddressKind.allCases.filter(given.contains)
            guard !kinds.isEmpty else { return nil }
            let addresses = kinds.map { activeAccount.address($0, of: own) }
            return SiteShare(account: own.account, isActive: place == 0, kinds: kinds, addresses: addresses)
        }
    }

    /// The sites that may see an address of one of the wallet's accounts.
    package var connectedSites: Set<Origin> { Set(grants.all.keys).union(grants.sites(of: otherAddresses)) }

    /// Whether `peer` may use the account with this address of Ethereum: that of a session, if the session shares it;
    /// that of a page, if the user connected it.
    package func mayUse(_ address: String, _ peer: Peer) -> Bool {
        guard activeAccount.account(withEthereum: address) != nil else { return false }
        return peer.session?.shares(address) ?? accounts(for: peer.origin).contains(address.lowercased())
    }

    /// Connects `origin` to the accounts with these addresses of Ethereum and to no others, and informs its pages.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if a change could not be stored; each is tried.
    package func connect(_ origin: Origin, to addresses: Set<String>) async throws(RPCError) {
        // One change at a time would show the site accounts that it is not to see.
        holds += 1
        defer {
            holds -= 1
            announceChanges()
        }
        try await set(
            activeAccount.ethereumAddresses.enumerated().map { place, own in
                (place == 0 ? grants.account : own.address, addresses.contains(own.address))
            }, for: origin)
    }

    /// Connects and disconnects accounts; each is tried, also if an earlier change could not be stored.
    private func set(
        _ changes: [(account: String, isGiven: Bool)], for origin: Origin, since mark: Int64? = nil
    ) async throws(RPCError) {
        var failure: RPCError?
        for (account, isGiven) in changes {
            let error = await RPCError.thrown { () throws(RPCError) in
                try await grants.set(.ethereum, for: origin, of: account, isGiven, since: mark)
            }
            failure = failure ?? error
        }
        if let failure { throw failure }
    }

    /// The number of changes in several steps, after which sites are told.
    private var holds = 0

    /// Whether the user has connected the requester to the Ethereum account.
    package func isConnected(_ request: Request) -> Bool { isConnected(request.peer) }

    /// Whether the user has connected `peer` to the Ethereum account; a session, on the chain that its request names.
    package func isConnected(_ peer: Peer) -> Bool {
        peer.session?.shares(activeAccount.address(.ethereum)) ?? grants.allows(.ethereum, to: peer.origin)
    }

    /// Informs every connected site, after the wallet was locked or unlocked, whether its accounts are visible.
    public func announceLock() {
        for (origin, kinds) in grants.all where kinds.contains(.ethereum) { tell(origin, accounts(for: origin)) }
        announceChanges()
    }

    /// Revokes the Ethereum addresses that `origin` sees, of every account, and informs its pages.
    ///
    /// It needs no keys, so a page can disconnect itself while the wallet is locked.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if this could not be stored; it counts until the program ends.
    package func revoke(_ origin: Origin) async throws(RPCError) {
        try await grants.revokeEverywhere(.ethereum, from: origin)
    }

    /// Revokes all addresses of `origin`, of every account that ever showed it one, and informs its pages.
    ///
    /// It needs no keys, so that the user can disconnect a site while the wallet is locked.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if this could not be stored; it counts until the program ends.
    public func disconnect(_ origin: Origin) async throws(RPCError) { try await grants.revokeEverything(from: origin) }

    /// Lets a site see the address that the user agreed to show it.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if nothing was given: another account was selected, a permission was
    ///   taken back since the user approved, also by another process, or the change could not be stored.
    package func give(_ consent: consuming Consent<Connection>) async throws(RPCError) {
        try consent.requirePermission()
        let (connection, mark) = (consent.subject, consent.mark)
        let (kind, origin) = (connection.kind, connection.origin)
        try requireSelected(connection)
        holds += 1
        defer {
            holds -= 1
            announceChanges()
        }
        guard try await grants.set(kind, for: origin, of: grants.account, true, since: mark) else {
            throw Self.notGiven
        }
        // What is taken back is a change since the approval, so it comes last.
        let chosen = connection.offered.map { ($0.address, connection.chosen.contains($0.address)) }
        // The account in use is connected, also if another change could not be stored, which the window says.
        try? await set(chosen.filter(\.1) + chosen.filter { !$0.1 }, for: origin, since: mark)
        // The wallet may have been locked meanwhile, or another account selected; the site must not learn about it.
        try consent.requirePermission()
        try requireSelected(connection)
        guard grants.allows(kind, to: origin) else { throw Self.notGiven }
        if kind == .ethereum { tell(origin, accounts(for: origin)) }
    }

    private static let notGiven = RPCError(
        .failed,
        sentence: localizable("The site was not connected, because permissions were changed at the same moment."))

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
    ///
    /// - Parameters:
    ///   - signer: The keys.
    ///   - account: The account to use.
    ///   - others: The other accounts of the wallet, whose keys the same signer has.
    /// - Throws: Why an address cannot be derived; then nothing has changed.
    public func use(_ signer: any Signer, _ account: Account, others: [Account] = []) throws(KeyError) {
        try activeAccount.open(signer, account)
        activeAccount.add(others: others)
        grants.switchAccount(to: activeAccount.address(.ethereum))
        announceChanges()
    }

    /// Names the other accounts of the wallet, and informs the sites whose visible accounts change.
    package func set(others: [Account]) {
        change { activeAccount.add(others: others) }
    }

    /// Names the accounts on EVM chains whose keys are on hardware wallets, and informs the sites whose visible accounts change.
    package func set(devices: [WalletAddress]) {
        change { activeAccount.set(devices: devices) }
    }

    /// Uses the account at `address` on EVM chains, whose key is on a hardware wallet, and informs the sites as
    /// ``use(_:_:)`` does.
    package func use(device address: String) {
        change { _ = activeAccount.use(device: address) }
    }

    /// Changes which account is used on EVM chains, or which others there are.
    private func change(_ body: () -> Void) {
        let used = activeAccount.address(.ethereum)
        body()
        let address = activeAccount.address(.ethereum)
        if activeAccount.isOpen, address != used { grants.switchAccount(to: address) }
        announceChanges()
    }

    /// Informs each site whose visible accounts are others than it was told last.
    private func announceChanges() {
        guard holds == 0 else { return }
        rounds += 1
        let round = rounds
        let after = visible()
        for origin in Set(told.keys).union(after.keys) where told[origin] != after[origin] {
            // Each look at the permissions can find a change of another process, which is announced first.
            guard round == rounds else { return }
            tell(origin, after[origin] ?? [])
        }
    }

    /// How often changes were announced.
    private var rounds = 0

    private func tell(_ origin: Origin, _ accounts: [String]) {
        told[origin] = accounts.isEmpty ? nil : accounts
        eventBus.announce(.accountsChanged(accounts), to: origin)
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

/// The addresses of one account that a site may see.
package struct SiteShare: Hashable, Sendable {
    /// The account.
    package let account: Account

    /// Whether it is the active account; a site sees the others' addresses on Bitcoin and Bitcoin Cash only while they
    /// are.
    package let isActive: Bool

    /// The kinds of its addresses that the site may see.
    package let kinds: [AddressKind]

    /// These addresses, in the same order.
    package let addresses: [String]
}
