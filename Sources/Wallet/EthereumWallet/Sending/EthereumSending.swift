import BigInt
package import Bridge
import ClearSigning
package import Ethereum
import Messages
import Primitives
package import WalletCore

/// Turns requests into transactions: asks the node, shows them, signs what was approved, and sends it.
///
/// The transactions of an account on a chain are prepared, shown and sent one after the other, in the order of the
/// requests. Each is prepared when those before it are settled, so its nonce and its simulation are up to date.
@MainActor package final class EthereumSending {
    let accounts: EthereumAccounts
    let knowledge: EthereumKnowledge
    let journal: any Journal
    let clock: WalletClock

    /// The nonces of transactions that are shown, or signed and not yet recorded.
    let nonces = Nonces()

    /// The hashes of transactions that are recorded and being sent.
    var underway: Set<String> = []

    /// Creates the component that sends the transactions of `accounts`.
    ///
    /// - Parameters:
    ///   - accounts: The active account on EVM chains.
    ///   - knowledge: The knowledge that explains transactions.
    ///   - journal: Where they are recorded before they are sent.
    ///   - clock: The clocks.
    package init(
        accounts: EthereumAccounts, knowledge: EthereumKnowledge, journal: any Journal, clock: WalletClock
    ) {
        self.accounts = accounts
        self.knowledge = knowledge
        self.journal = journal
        self.clock = clock
    }

    var sites: SiteAccounts { accounts.sites }
    var chains: ChainBook { accounts.chains }

    /// Shows the transaction made from `wanted`, signs it and sends it.
    ///
    /// - Returns: The hash, once the node has accepted it.
    /// - Throws: ``/Bridge/RPCError/Kind/timedOut`` if its outcome is unknown; the sentence says so and contains the
    ///   hash.
    package func send(
        _ wanted: TransactionRequest, by account: EthereumAddress, on chain: Chain? = nil, for request: Request
    ) async throws(RPCError) -> String {
        try await send(by: account, on: chain, for: request) { _ throws(RPCError) in wanted }
    }

    /// Shows a transaction that is made when its turn comes, signs it and sends it; on the requester's chain unless
    /// `chain` is another one.
    func send(
        by account: EthereumAddress, on chain: Chain? = nil, for request: Request,
        _ make: (any EthereumNode) async throws(RPCError) -> TransactionRequest
    ) async throws(RPCError) -> String {
        let chain = chain ?? accounts.chain(for: request)
        let node = try chains.node(for: chain)
        let turn = try await turn(of: account, on: chain, for: request)
        defer { turn.end() }
        let wanted = try await make(node)
        let draft = try await prepare(wanted, from: account, on: chain, asking: node)
        return try await send(draft, to: node, for: request, in: turn, purpose: .send)
    }

    /// Waits until every transaction of `account` on `chain` that was requested earlier is settled.
    func turn(of account: EthereumAddress, on chain: Chain, for request: Request) async throws(RPCError)
        -> QueuePosition
    {
        try await sites.gate.turn(
            for: request, of: AccountID(chain: ChainID(eip155: chain.id), address: account.description))
    }

    /// Asks `node` for everything that the transaction needs.
    func prepare(
        _ wanted: TransactionRequest, from account: EthereumAddress, on chain: Chain, asking node: any EthereumNode,
        after earlier: [TransactionRequest] = [], isForSite: Bool = true
    ) async throws(RPCError) -> TransactionDraft {
        if !chains.isNodeFromSite(chain) {
            knowledge.startNames(
                of: ContractCall(
                    chainID: chain.id, from: account, to: wanted.to, value: wanted.value, data: wanted.data, nonce: 0),
                on: chain)
        }
        let scope = Nonces.Scope(account: account, chainID: chain.id)
        let hasPending = try await !used(on: scope, chain: chain).numbers.isEmpty
        let nodeSite = chains.siteOfNode(of: chain)?.site
        let intent = Intent(
            ContractCall(chainID: chain.id, from: account, to: wanted.to, value: wanted.value, data: wanted.data))
        let knowledge = knowledge
        async let prices = nodeSite == nil ? knowledge.prices(in: intent, on: chain, asking: node) : .unknown
        var draft = try await TransactionDraft.make(
            wanted, from: account, on: chain, asking: node, after: earlier, nodeSite: nodeSite,
            block: hasPending ? "pending" : "latest", isForSite: isForSite)
        draft.holdings.prices = await prices
        return draft
    }

    /// Shows the transaction of `draft`, signs it and sends it to `node`.
    func send(
        _ draft: TransactionDraft, to node: any EthereumNode, for request: Request, in turn: QueuePosition,
        purpose: UnsignedTransaction.Purpose
    ) async throws(RPCError) -> String {
        let approved = try await approved(draft, for: request, in: turn, purpose: purpose)
        let (outgoing, scope) = (approved.outgoing, approved.scope)
        let broadcast = broadcast(to: node, on: outgoing.chain)
        // A signed and recorded transaction is sent even if the page was closed meanwhile.
        underway.insert(outgoing.txid)
        sites.gate.note(SendOutcome(hash: outgoing.txid, fate: .unknown), for: request)
        let sending = Task { () async -> Broadcast.Outcome in
            let outcome = await broadcast.run(outgoing)
            underway.remove(outgoing.txid)
            sites.gate.note(SendOutcome(hash: outgoing.txid, fate: outcome.fate), for: request)
            // The next transaction with the nonce of a declined one replaces it.
            if [.refused, .declined].contains(outcome.state), let nonce = outgoing.nonce {
                nonces.release(nonce, of: scope)
            }
            if outcome.state == .sent {
                await knowledge.remember(approved.explanation, on: outgoing.chain)
            }
            return outcome
        }
        if let error = await sending.value.error { throw error }
        return outgoing.txid
    }

    /// Shows the transaction made from `wanted` and signs it, for the site to send.
    ///
    /// It is written to the journal: the site may send it at any time, so its nonce counts as used.
    package func sign(_ wanted: TransactionRequest, by account: EthereumAddress, for request: Request)
        async throws(RPCError)
        -> [UInt8]
    {
        let chain = accounts.chain(for: request)
        let node = chains.hasNode(chain) ? try chains.node(for: chain) : nil
        let turn = try await turn(of: account, on: chain, for: request)
        defer { turn.end() }
        let draft: TransactionDraft
        if let node {
            draft = try await prepare(wanted, from: account, on: chain, asking: node)
        } else if let alone = TransactionDraft.alone(wanted, from: account, on: chain) {
            draft = alone
        } else {
            _ = try chains.node(for: chain)
            return []
        }
        let approved = try await approved(draft, for: request, in: turn, purpose: .handOver)
        do throws(JournalError) {
            try await journal.record(approved.outgoing)
        } catch {
            if let nonce = approved.outgoing.nonce { nonces.release(nonce, of: approved.scope) }
            throw RPCError(
                .failed,
                sentence: localizable("The wallet could not write to its journal, so it did not sign the transaction."))
        }
        return approved.outgoing.raw
    }

    /// A signed transaction.
    struct Approved {
        let outgoing: TransactionRecord
        let scope: Nonces.Scope
        let explanation: Explanation
    }

    /// Asks the user and signs what was approved.
    ///
    /// The user is asked once; the question is repeated only if another program has used the nonce meanwhile.
    func approved(
        _ draft: TransactionDraft, for request: Request, in turn: QueuePosition, purpose: UnsignedTransaction.Purpose
    ) async throws(RPCError) -> Approved {
        // Of a transaction, only the data can be large.
        try accounts.requireSignable(
            draft.account, .transaction(draft.call.data, chainID: draft.chain.id), for: request)
        let scope = Nonces.Scope(account: draft.account, chainID: draft.chain.id)
        var draft = draft
        var isAskedAgain = false
        while true {
            let used = try await used(on: scope, chain: draft.chain)
            var lent: UInt64?
            if !draft.isNonceChosen {
                let nonce = nonces.lend(from: draft.counted ?? 0, of: scope, besides: used.numbers)
                draft.nonce = nonce
                lent = nonce
            }
            defer { if let lent { nonces.giveBack(lent, of: scope) } }
            draft.unsent = used.unsent
            draft.repeated = await repeated(draft)
            draft.declined = await declined(draft, on: scope, used: used.numbers)
            draft.returned = await returned(draft)
            let first = try await unsigned(draft, for: request, purpose: purpose, isAskedAgain: isAskedAgain)
            let consent = try await sites.gate.ask(first, for: request, in: turn) { shown, values throws(RPCError) in
                let edited = try shown.draft.adjusted(values, cap: shown.explanation.cap)
                return try await self.unsigned(edited, for: request, purpose: purpose, isAskedAgain: shown.isAskedAgain)
            }
            let shown = consent.subject
            let nonce = shown.draft.nonce
            // Until the device has answered, the request can still end.
            let device = try await accounts.deviceSignature(of: shown, for: request)
            // Another program with the same wallet may have used the nonce while this transaction was shown.
            let usedNow = try await self.used(on: scope, chain: draft.chain)
            guard
                shown.draft.isNonceChosen
                    || nonces.isNext(nonce, from: draft.counted ?? 0, of: scope, besides: usedNow.numbers)
            else {
                isAskedAgain = true
                continue
            }
            try sites.gate.commit(request)
            nonces.keep(nonce, of: scope)
            do throws(RPCError) {
                let signature = try sites.activeAccount.sign(consent, by: device)
                let signed = try Self.signed(shown.transaction, signature, by: draft.account)
                let outgoing = TransactionRecord(
                    chain: draft.chain.caip, txid: HexText.of(signed.hash.bytes), raw: signed.raw,
                    from: draft.account.description,
                    kind: .ethereum(nonce: nonce), what: shown.summary, origin: request.peer.recordedOrigin,
                    purpose: request.peer.purpose, at: clock.now())
                var isOurs = shown.draft.isNonceChosen
                if !isOurs { isOurs = try await claim(outgoing) }
                if isOurs {
                    return Approved(outgoing: outgoing, scope: scope, explanation: shown.explanation)
                }
            } catch {
                nonces.release(nonce, of: scope)
                throw error
            }
            // Another program with the same wallet was first. The transaction that was signed here is dropped: it never
            // left the wallet.
            nonces.release(nonce, of: scope)
            sites.gate.uncommit(request)
            if try await !self.used(on: scope, chain: draft.chain).numbers.contains(nonce) { draft.counted = nonce + 1 }
            isAskedAgain = true
        }
    }

    /// Writes a transaction to the journal if its nonce is still free; false if it is not.
    ///
    /// A site or a user that chooses a nonce may intend to replace the transaction that has it.
    private func claim(_ outgoing: TransactionRecord) async throws(RPCError) -> Bool {
        do throws(JournalError) {
            try await journal.claim(outgoing)
            return true
        } catch .nonceTaken {
            return false
        } catch {
            throw RPCError(.notSent, sentence: localizable("The wallet could not write its journal; nothing was sent."))
        }
    }

    private func unsigned(
        _ draft: TransactionDraft, for request: Request, purpose: UnsignedTransaction.Purpose, isAskedAgain: Bool
    ) async throws(RPCError) -> UnsignedTransaction {
        let explanation = await knowledge.explainer.explain(
            draft.call, on: draft.chain, holdings: draft.holdings, evidence: draft.evidence,
            isForMerchant: request.peer.payment != nil, payee: draft.payeeName, typedPrice: draft.typedPrice)
        guard !Task.isCancelled else { throw .timedOut }
        var draft = draft
        draft.worthSent = explanation.worthSent
        let changes = ChangesExplainer(chain: draft.chain, tokens: knowledge.tokens, found: draft.foundTokens)
            .shown(
                draft.changes, of: draft.call, Intent(draft.call), draft.evidence, isSimulated: explanation.isSimulated,
                said: explanation.rows)
        return try UnsignedTransaction(
            draft, explanation: explanation, changes: changes,
            context: accounts.context(of: draft.account, for: request, on: draft.chain), purpose: purpose,
            isAskedAgain: isAskedAgain)
    }

    /// The nonces of the account's transactions that are pending, as far as the journal knows, and the lowest of those
    /// that were signed and perhaps never sent.
    ///
    /// A nonce stays in use until its transaction was sent again or given up: another transaction with it would
    /// replace that transaction, although the user did not ask for that.
    private func used(
        on scope: Nonces.Scope, chain: Chain
    ) async throws(RPCError) -> (numbers: Set<UInt64>, unsent: UInt64?) {
        do throws(JournalError) {
            let open = try await journal.open().filter {
                $0.chain == chain.caip && $0.from == scope.account.description
            }
            let unsent = open.filter { $0.state == .signed && !underway.contains($0.txid) }
            return (Set(open.flatMap(\.takenNonces)), unsent.compactMap(\.nonce).min())
        } catch {
            throw RPCError(.failed, sentence: localizable("The wallet could not read its journal; nothing was signed."))
        }
    }

    /// The nonces of the account's pending transactions, as far as the journal knows.
    func usedNonces(_ scope: Nonces.Scope, _ chain: Chain) async throws(RPCError) -> Set<UInt64> {
        try await used(on: scope, chain: chain).numbers
    }

    /// The nonces of the account's transactions that were given up or declined and that could be confirmed in addition
    /// to one with another nonce: no pending transaction has it, and no block has decided about it.
    private func declined(_ draft: TransactionDraft, on scope: Nonces.Scope, used: Set<UInt64>) async -> Set<UInt64> {
        let possible = ((try? await journal.possible()) ?? []).filter {
            $0.chain == draft.chain.caip && $0.from == scope.account.description && !used.contains($0.nonce ?? 0)
        }
        let watcher = ReceiptWatcher(journal: journal, chains: chains, now: clock.now)
        var declined: Set<UInt64> = []
        for outgoing in possible.prefix(8) {
            guard let nonce = outgoing.nonce else { continue }
            // A transaction that the network now knows is settled or on its way, and is mentioned separately.
            if await watcher.settle(outgoing) == .known { continue }
            declined.insert(nonce)
        }
        return declined
    }

    /// The account's transactions that were given up or declined, and that the network now has or confirmed not long
    /// ago.
    private func returned(_ draft: TransactionDraft) async -> [TransactionRecord] {
        let (all, now) = ((try? await journal.returned()) ?? [], clock.now())
        return all.filter {
            $0.chain == draft.chain.caip && $0.from == draft.account.description && $0.isNamed(at: now)
        }
    }

    /// How many minutes ago a transaction was signed that does the same with another nonce and was not refused or given
    /// up.
    private func repeated(_ draft: TransactionDraft) async -> Int64? {
        let (recent, now) = ((try? await journal.recent(limit: 50)) ?? [], clock.now())
        for outgoing in recent where outgoing.chain == draft.chain.caip && outgoing.from == draft.account.description {
            guard outgoing.nonce != draft.nonce, let minutes = outgoing.minutes(before: now),
                let old = try? SignedTransaction(raw: outgoing.raw).transaction, old.to == draft.wanted.to,
                old.value == draft.wanted.value, old.data == draft.wanted.data
            else { continue }
            return minutes
        }
        return nil
    }

    /// Combines the transaction and the signature, and checks that the signature is the account's.
    private static func signed(
        _ transaction: EthereumTransaction, _ signature: RecoverableSignature, by account: EthereumAddress
    ) throws(RPCError) -> SignedTransaction {
        guard let signed = try? SignedTransaction(transaction, signature), signed.sender == account else {
            throw RPCError(.failed, sentence: localizable("The signature could not be verified; nothing was sent."))
        }
        return signed
    }
}
