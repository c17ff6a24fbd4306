import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Primitives
import WalletConnect
import WalletCore
import WalletMethods
import WalletUI

extension WalletSessions: SessionChannelHost {
    func obstacle(for peer: SessionPeer) -> SessionObstacle? {
        if isLocked || isClientLocked { return .locked }
        guard peer.chain != nil, !peer.shares(wallet.services.activeAccount.address(.ethereum)) else { return nil }
        return .otherAccount
    }

    func supported() -> SupportedNamespaces {
        let address = wallet.services.activeAccount.address(.ethereum)
        let chains = wallet.services.chains.chains.map { ChainID(eip155: $0.id) }
        return SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: chains, methods: wallet.sessionMethods, events: ["chainChanged", "accountsChanged"],
                accounts: address.isEmpty ? [] : chains.map { AccountID(chain: $0, address: address) })
        ])
    }

    func ask(
        about proposal: PendingProposal, _ namespaces: SessionNamespaces, for request: Request
    ) async throws(RPCError) {
        events.tell(.proposed)
        let services = wallet.services
        let offer = SessionOffer(
            peer: SessionPeer(proposal), namespaces: namespaces,
            accountName: services.activeAccount.ethereumAccount.account.name,
            chains: services.chains.chains, missing: Self.missing(in: namespaces, of: proposal),
            warnings: services.siteWarnings.warnings(about: request))
        _ = try await services.gate.ask(offer, for: request)
    }

    func signIn(
        _ message: AuthenticationText, connecting namespaces: SessionNamespaces?, for request: Request
    ) async throws(RPCError) -> RecoverableSignature {
        events.tell(.proposed)
        let grant = SessionSignIn.Grant(
            message.capabilities, and: namespaces, on: message.account.chain, wallet.services.chains.chains)
        return try await wallet.services.signIn(
            message.text, by: message.account.address, granting: grant, for: request)
    }

    /// What the app asks for, and the session would not include.
    private static func missing(in namespaces: SessionNamespaces, of proposal: PendingProposal) -> [String] {
        let wanted = (try? proposal.optional.scopes()) ?? []
        let (chains, methods) = (Set(namespaces.chains), Set(namespaces.methods))
        let missing = wanted.flatMap(\.chains).filter { !chains.contains($0) }
        let names = missing.map(\.description) + wanted.flatMap(\.methods).filter { !methods.contains($0) }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    func earlierOutcome(of request: PendingSessionRequest, for peer: SessionPeer) async -> Result<JSON, RPCError>? {
        guard request.request.method == "eth_sendTransaction", let purpose = peer.purpose else { return nil }
        let signed: [TransactionRecord]
        do throws(JournalError) {
            signed = try await wallet.services.journal.signed(for: purpose)
        } catch {
            // It is not known whether it was signed, so it must not be signed again.
            return .failure(RPCError(.failed, "The wallet could not read its journal."))
        }
        let mine = signed.filter { $0.state != .refused }
        if let first = mine.first(where: { $0.state.isOpen || $0.state.isSettled }) {
            return .success(.string(first.txid))
        }
        return mine.isEmpty ? nil : .failure(RPCError(.notSent, "The transaction was not sent."))
    }

    func take(_ event: SessionChannelEvent) {
        switch event {
        case .waiting(let waiting): show(waiting)
        case .unsupported(let peer, let fault):
            window.report(SessionText.refusal(of: peer.quotedName, fault))
            events.tell(.proposed)
        case .withdrawn(let peer, let isProposal, let why):
            window.report(SessionText.withdrawal(of: peer.quotedName, isProposal: isProposal, why))
            if isProposal { events.tell(.proposed) }
        case .connected, .changed: Task { await read() }
        case .ended(let session, let reason):
            let name = SessionPeer(session).quotedName
            // Without a reason, the session has expired; what this user has ended needs no notice.
            if reason == nil {
                window.report(localized("The connection to \(name, as: "app") has expired."))
            } else if sessions.contains(where: { $0.topic == session.topic }), !ending.contains(session.topic) {
                window.report(localized("\(name, as: "app") has disconnected."))
            }
            Task { await read() }
        }
    }

    private func show(_ waiting: [SessionChannelEvent.Waiting]) {
        guard let sentence = SessionText.waiting(waiting) else { return window.removeNotice(.waitingSessions) }
        let isLocked = waiting.first?.obstacle == .locked
        window.showNotice(.waitingSessions, sentence, button: isLocked ? localized("Unlock") : nil) {
            [weak self] in
            guard isLocked else { return }
            self?.accounts.unlock()
        }
    }
}

extension SessionSignIn.Grant {
    /// What the capabilities of a sign-in and the session of its proposal allow; a resource that contains more than
    /// methods of a session is not explained.
    fileprivate init(
        _ capabilities: Capabilities?, and namespaces: SessionNamespaces?, on chain: ChainID, _ known: [Chain]
    ) {
        let methods = capabilities?.methods(of: "eip155") ?? []
        let chains = capabilities?.chains(of: "eip155") ?? []
        let explained = Capabilities(namespace: "eip155", methods: methods, chains: chains)
        let all = chains + (namespaces?.chains ?? []).filter { !chains.contains($0) }
        self.init(
            resource: capabilities.flatMap { $0.sorted == explained.sorted ? $0.text : nil },
            methods: methods + (namespaces?.methods ?? []).filter { !methods.contains($0) },
            connects: namespaces != nil || !methods.isEmpty,
            networks: NameList.networks(all.isEmpty ? [chain] : all, knownTo: known, most: 12))
    }
}
