import Messages
public import Bridge
package import Ethereum
package import Primitives
package import WalletCore

/// The active account on EVM chains: which requests may use it, on which chain, and how it signs for them.
@MainActor public final class EthereumAccounts {
    /// The chains and the sites on them.
    public let chains: ChainBook

    /// Asks devices that have the keys of accounts; without it, nothing can be signed for these accounts.
    package weak var deviceSigner: (any DeviceSigner)?

    package let sites: SiteAccounts
    let siteWarnings: SiteWarnings

    /// Creates the accounts.
    ///
    /// - Parameters:
    ///   - sites: The active account, and which sites may see it.
    ///   - siteWarnings: The warnings about sites.
    ///   - chains: The chains and the sites on them.
    package init(sites: SiteAccounts, siteWarnings: SiteWarnings, chains: ChainBook) {
        self.sites = sites
        self.siteWarnings = siteWarnings
        self.chains = chains
    }

    /// Finds the registered domain of a host.
    package var registeredDomain: @Sendable (String) -> String? { siteWarnings.lookalikes.registeredDomain }

    /// The events that a new document gets first.
    public func initialEvents(for peer: Peer) -> [Event] {
        let accounts = sites.accounts(for: peer.origin)
        return [.connect(chainID: chains.chain(of: peer.origin).hexID)]
            + (accounts.isEmpty ? [] : [.accountsChanged(accounts)])
    }

    /// Switches `origin` to the chain with this ID, a hexadecimal quantity, and informs its pages.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/unknownChain``, or ``/Bridge/RPCError/Kind/failed`` if the change, which counts
    ///   until the program ends, could not be stored.
    public func choose(_ chainID: String, for origin: Origin) async throws(RPCError) {
        guard let id = HexNumber.read(chainID), let chain = chains.chain(id: id) else {
            throw RPCError(.unknownChain, "The wallet does not know this chain.")
        }
        try await chains.choose(chain, for: origin)
        if chains.siteChains == nil { sites.eventBus.announce(.chainChanged(chain.hexID), to: origin) }
    }

    /// The chain of a request: for a payment, the chain of the payment; for a session, the one that the request names;
    /// for a site, the chain that it chose.
    package func chain(for request: Request) -> Chain {
        let chain = request.peer.payment.flatMap { payingAccount(of: $0)?.chain } ?? (try? chains.chain(for: request))
        // Without a chain, no account may be used.
        return chain ?? chains.initial
    }

    /// Whether `peer` may request signatures: a page and a session, of the accounts that the user connected to them; a
    /// payment, of the active account.
    package func mayUseAccount(_ peer: Peer) -> Bool {
        if let session = peer.session { guard session.chain.flatMap(chains.chain) != nil else { return false } }
        guard let payment = peer.payment else { return sites.isConnected(peer) }
        return payingAccount(of: payment)?.address == sites.activeAccount.address(.ethereum).lowercased()
    }

    /// The account that may sign for the requester, if `address` names it.
    @discardableResult package func requireAccount(_ address: String?, for request: Request) throws(RPCError)
        -> EthereumAddress
    {
        try requireAccount(address, for: request.peer)
    }

    /// The account that may sign for `peer`, if `address` names it.
    @discardableResult package func requireAccount(_ address: String?, for peer: Peer) throws(RPCError)
        -> EthereumAddress
    {
        guard mayUseAccount(peer) else { throw .unauthorized }
        guard let address, let named = try? EthereumAddress(address) else {
            throw RPCError(.invalidParameters, "The address is not an Ethereum address.")
        }
        let isActive = named.description == sites.activeAccount.address(.ethereum)
        guard isActive || peer.payment == nil && sites.mayUse(named.description, peer) else {
            throw .unauthorized
        }
        return named
    }

    /// The active account, if it may sign for the requester.
    package func requireActiveAccount(for request: Request) throws(RPCError) -> EthereumAddress {
        try requireAccount(sites.activeAccount.address(.ethereum), for: request)
    }

    /// The context in which `account` would sign for `request`, on the requester's chain unless `chain` is another one.
    package func context(of account: EthereumAddress, for request: Request, on chain: Chain? = nil) -> SigningContext {
        SigningContext(
            signer: account, accountName: name(of: account), chain: chain ?? self.chain(for: request),
            site: request.peer.siteName, merchant: merchantRows(for: request),
            warnings: siteWarnings.warnings(about: request, isSigning: true))
    }

    /// The user's name for one of the wallet's accounts.
    private func name(of account: EthereumAddress) -> String {
        sites.activeAccount.account(withEthereum: account.description)?.name
            ?? sites.activeAccount.ethereumAccount.account.name
    }

    /// Shows `subject` and signs it after the user's approval.
    ///
    /// - Returns: The signature, in the form that pages get.
    package func sign<Subject: EthereumSignable>(
        _ subject: Subject, for request: Request,
        revise: (@MainActor (_ subject: Subject, _ values: [String: String]) async throws(RPCError) -> Subject)? = nil
    ) async throws(RPCError) -> String {
        HexText.of(try await signature(of: subject, for: request, revise: revise).encoded)
    }

    /// Shows `subject` and signs it after the user's approval.
    package func signature<Subject: EthereumSignable>(
        of subject: Subject, for request: Request,
        revise: (@MainActor (_ subject: Subject, _ values: [String: String]) async throws(RPCError) -> Subject)? = nil
    ) async throws(RPCError) -> RecoverableSignature {
        try requireSignable(subject.signer, subject.deviceContent, for: request)
        let consent = try await sites.gate.ask(subject, for: request, revise: revise)
        let device = try await deviceSignature(of: consent.subject, for: request)
        return try sites.activeAccount.sign(consent, by: device)
    }

    /// Whether the key of `account` is on a hardware wallet.
    func isOnDevice(_ account: EthereumAddress) -> Bool {
        sites.activeAccount.device(ofEthereum: account.description) != nil
    }

    /// Refuses what the device cannot sign that has the key of `account`, before the user is asked.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/unsupported`` with the reason.
    func requireSignable(
        _ account: EthereumAddress, _ content: @autoclosure () -> DeviceContent?, for request: Request
    ) throws(RPCError) {
        guard isOnDevice(account) else { return }
        guard let content = content() else { throw Self.unsignable }
        guard content.fitsCodes else {
            throw RPCError(
                .unsupported,
                sentence: localizable(
                    """
                    The key of this account is on a hardware wallet, and this request is too large for its QR codes.
                    """))
        }
        guard deviceSigner != nil else { throw Self.withoutWindow }
        guard request.peer.payment == nil else {
            throw RPCError(
                .unsupported,
                sentence: localizable(
                    """
                    The key of this account is on a hardware wallet, which cannot sign for payment links. Choose \
                    another account.
                    """))
        }
    }

    /// Asks the device that has the key of an approved subject; `nil` if the wallet has it itself.
    func deviceSignature(
        of subject: some EthereumSignable, for request: Request
    ) async throws(RPCError) -> RecoverableSignature? {
        guard let account = sites.activeAccount.account(withEthereum: subject.signer.description),
            let key = account.device
        else { return nil }
        guard let content = subject.deviceContent else { throw Self.unsignable }
        guard let deviceSigner else { throw Self.withoutWindow }
        sites.gate.moveOn(request)
        let wanted = DeviceRequest(content, of: subject, account: account, key: key, for: request.peer)
        let signature = try await deviceSigner.signature(for: wanted)
        guard !Task.isCancelled else {
            throw RPCError(.gone, sentence: localizable("The request ended before anything was signed or sent."))
        }
        guard !sites.gate.isLocked else { throw .locked }
        return signature
    }

    private static let unsignable = RPCError(
        .unsupported,
        sentence: localizable(
            "The key of this account is on a hardware wallet, which cannot sign this kind of request by QR codes."))
    private static let withoutWindow = RPCError(
        .unsupported,
        sentence:
            localizable("The key of this account is on a hardware wallet, which signs only with the wallet’s window."))

    /// The merchant of a payment and the amount; no rows if the request is not for a payment.
    private func merchantRows(for request: Request) -> [Approval.Row] {
        guard let payment = request.peer.payment else { return [] }
        return [
            payment.merchant.map { Approval.Row(localized("Merchant"), .untrusted($0), role: .merchant) },
            payment.invoice.map { Approval.Row(localized("Asks for"), .trusted($0), role: .merchant) },
        ].compactMap(\.self)
    }

    /// The chain and the address, in lower case, of the account that pays (CAIP-10); `nil` if the wallet does not
    /// know the chain.
    private func payingAccount(of payment: PaymentPeer) -> (chain: Chain, address: String)? {
        guard let account = AccountID(payment.account), let chain = chains.chain(account.chain) else { return nil }
        return (chain, account.address.lowercased())
    }
}
