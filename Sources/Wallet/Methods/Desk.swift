public import Bitcoin
public import Ethereum
import Foundation
public import Bridge

/// What methods work with: the account, what sites may see, their chains, and the way to the user.
@MainActor public final class Desk {
    /// The account in use.
    public let activeAccount: ActiveAccount

    /// What sites may see.
    public let grants: Grants

    /// The chains and the sites on them.
    public let chains: ChainBook

    /// The way to the user.
    public let gate: Gate

    /// Where events for sites are announced.
    public let eventBus: EventBus

    /// The transactions that the wallet signed.
    public let journal: any Journal

    /// The addresses that the user dealt with before.
    public let recipients: any RecipientBook

    /// What pays with coins of Bitcoin and Bitcoin Cash.
    public let coins: CoinSender

    /// The connection to merchants; `nil` without a network.
    public var invoices: Invoices?

    /// The tokens whose signs and decimals are known.
    public var tokens = TokenBook()

    /// What is known of contracts and their functions.
    public var descriptors = DescriptorBook.empty

    /// Finds names of sites that look like another's.
    public var lookalikes = Lookalikes()

    /// The hosts that the user visited since the program started, the latest last; see ``visit(_:)``.
    var visited: [String] = []

    /// The clock for what is waited for.
    public var time = TimeSource.system {
        didSet {
            pace.time = time
            watches.time = time
        }
    }

    /// How fast sites may ask nodes.
    public let pace = SiteRateLimit()

    /// The filters and subscriptions of pages.
    let watches: ChainWatches

    /// The time of day for records, in seconds since 1970.
    public var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }

    /// The numbers of transactions that are spoken for.
    let nonces = Nonces()

    /// The hash of the transaction that was signed last for each payment, by the payment service's name for it.
    private var signed: [String: String] = [:]

    /// The hash of the transaction that was signed for a payment since it was last forgotten: one that is signed again
    /// to the byte is not new in the journal.
    public func transaction(signedFor payment: String) -> String? { signed[payment] }

    /// Forgets which transaction was signed for a payment.
    public func forgetTransaction(signedFor payment: String) { signed[payment] = nil }

    /// Notes which transaction was signed for a payment, before anyone else has it.
    func note(_ txid: String, for peer: Peer) {
        if let payment = peer.payment { signed[payment.id] = txid }
    }

    /// The hashes of transactions that are written down and being handed over.
    var underway: Set<String> = []

    /// Creates a desk.
    public init(
        activeAccount: ActiveAccount, gate: Gate, eventBus: EventBus = EventBus(), grants: Grants = Grants(),
        chains: ChainBook = ChainBook(), journal: any Journal = MemoryJournal(),
        recipients: any RecipientBook = MemoryRecipientBook(), servers: [UTXOChain: any CoinServer] = [:]
    ) {
        self.activeAccount = activeAccount
        self.grants = grants
        self.chains = chains
        self.gate = gate
        self.eventBus = eventBus
        self.journal = journal
        self.recipients = recipients
        watches = ChainWatches(chains: chains, eventBus: eventBus, pace: pace)
        watches.keep = { [gate] object, request in gate.keep(object, untilAnswered: request) }
        coins = CoinSender(activeAccount: activeAccount, gate: gate, journal: journal, servers: servers)
    }

    /// Says in words what a transaction or a message will do.
    var clearSigning: ClearSigning {
        ClearSigning(
            tokens: tokens, recipients: recipients, descriptors: descriptors,
            own: [activeAccount.address(.ethereum)].compactMap { try? EthereumAddress($0) }, now: now)
    }

    /// The Ethereum accounts that pages of `origin` may see; none while the wallet is locked.
    ///
    /// In lower case, as other wallets write them: pages compare them as texts with what libraries compute.
    public func accounts(for origin: Origin) -> [String] {
        !gate.isLocked && grants.allows(.ethereum, to: origin) ? [activeAccount.address(.ethereum).lowercased()] : []
    }

    /// The events with which a document is greeted.
    public func welcome(_ peer: Peer) -> [Event] {
        let accounts = accounts(for: peer.origin)
        return [.connect(chainID: chains.chain(of: peer.origin).hexID)]
            + (accounts.isEmpty ? [] : [.accountsChanged(accounts)])
    }

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

    /// Puts `origin` on the chain with this id, a hexadecimal quantity, and tells its pages.
    public func choose(_ chainID: String, for origin: Origin) throws(RPCError) {
        guard let id = HexNumber.read(chainID), let chain = chains.chain(id: id) else {
            throw RPCError(.unknownChain, "The wallet does not know this chain.")
        }
        chains.choose(chain, for: origin)
        eventBus.announce(.chainChanged(chain.hexID), to: origin)
    }

    /// Puts a site on the chain to which the user let it switch, and tells its pages.
    func choose(_ consent: consuming Consent<ChainSwitch>) throws(RPCError) {
        try choose(consent.subject.chain.hexID, for: consent.subject.origin)
    }

    /// Lets a site see the address that the user agreed to show it.
    func give(_ consent: consuming Consent<Connection>) async throws(RPCError) {
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

    /// The account that may sign for the asker, where `address` names it.
    @discardableResult func requireAccount(_ address: String?, for request: Request) throws(RPCError) -> EthereumAddress
    {
        guard !gate.isLocked else { throw .locked }
        guard mayUseAccount(request.peer) else { throw .unauthorized }
        guard let address, let named = try? EthereumAddress(address) else {
            throw RPCError(.invalidParameters, "The address is not an Ethereum address.")
        }
        guard named.description == activeAccount.address(.ethereum) else { throw .unauthorized }
        return named
    }

    /// Where `account` would sign for `request`: on the asker's chain unless it is another one.
    func context(of account: EthereumAddress, for request: Request, on chain: Chain? = nil) -> SigningContext {
        SigningContext(
            signer: account, accountName: activeAccount.account.name, chain: chain ?? self.chain(for: request),
            site: request.peer.origin.site, merchant: merchantRows(for: request),
            warnings: warnings(about: request, isSigning: true))
    }

    /// What must be said of who asks.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isSigning: Whether something will be signed: then a page that anyone may have changed is a danger.
    /// - Returns: The warnings; none for an ordinary site.
    func warnings(about request: Request, isSigning: Bool = false) -> [Approval.Warning] {
        let lookalikes = lookalikeWarnings(about: request.peer)
        guard request.peer.origin.isExposed else { return lookalikes }
        return lookalikes + [
            Approval.Warning(
                isSigning ? .danger : .caution,
                "The connection to \(request.peer.origin.site) is not encrypted. Anyone on the network may have changed "
                    + "this request.")
        ]
    }
}

extension Desk {
    /// Knows `recipient` the next time; where that cannot be written, it stays new.
    func remember(_ recipient: CoinRecipient) async {
        let entry = Recipient(
            chain: recipient.utxoChain.chain, address: recipient.address, lastUsed: coins.now())
        try? await recipients.remember(entry)
    }

    /// Knows the addresses of a transaction that was sent, or of a signature, the next time: each as what the user saw
    /// it.
    ///
    /// A signature may never be used, so it does not make anyone a recipient.
    func remember(_ explanation: Explanation, on chain: String, isSignature: Bool = false) async {
        var roles: [EthereumAddress: Recipient.Roles] = [:]
        for spender in explanation.spenders {
            roles[spender, default: []].formUnion(isSignature ? .signedSpender : .spender)
        }
        if !isSignature {
            for recipient in explanation.recipients { roles[recipient, default: []].formUnion(.recipient) }
            if let contract = explanation.contract { roles[contract, default: []].formUnion(.contract) }
        }
        for (address, roles) in roles {
            try? await recipients.remember(
                Recipient(chain: chain, address: address.description, lastUsed: now(), roles: roles))
        }
    }
}
