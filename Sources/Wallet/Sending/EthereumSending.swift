import BigInt
import Bridge
import Ethereum
import Keys

/// Makes transactions of wishes: asks the node, shows them, signs what was shown, and sends it.
@MainActor struct EthereumSending {
    let desk: Desk

    /// Shows the transaction that `wish` becomes, signs it and sends it.
    ///
    /// - Returns: The hash, once the node has taken it.
    /// - Throws: ``/Bridge/RPCError/Kind/timedOut`` where its fate is not known; the sentence says so and has the hash.
    func send(_ wish: TransactionWish, by account: EthereumAddress, for request: Request) async throws(RPCError)
        -> String
    {
        let chain = desk.chain(for: request)
        let node = try desk.chains.node(for: chain)
        return try await send(
            TransactionDraft.make(wish, from: account, on: chain, asking: node), to: node, for: request, purpose: nil)
    }

    /// Shows the transaction of `draft`, signs it and sends it to `node`.
    func send(
        _ draft: TransactionDraft, to node: any EthereumNode, for request: Request,
        purpose: TransactionQuestion.Purpose?
    ) async throws(RPCError) -> String {
        let question = TransactionQuestion(draft, desk: desk, isSent: true, request: request, purpose: purpose)
        let (signed, outgoing, line) = try await approved(question, for: request)
        let broadcast = Broadcast(journal: desk.journal, node: node, time: desk.time)
        let (nonces, recipients, now) = (desk.nonces, desk.recipients, desk.now())
        let reached = question.draft.recipients
        // What is signed and recorded goes its way to the end, also where the page has gone meanwhile.
        desk.underway.insert(outgoing.txid)
        let sending = Task { [desk] () async -> Broadcast.Outcome in
            let outcome = await broadcast.run(outgoing)
            desk.underway.remove(outgoing.txid)
            if outcome.state == .refused, let nonce = outgoing.nonce { nonces.release(nonce, of: line) }
            if outcome.state == .sent {
                for address in reached {
                    try? await recipients.remember(
                        Recipient(chain: outgoing.chain, address: address.description, name: nil, lastUsed: now))
                }
            }
            return outcome
        }
        if let error = await sending.value.error { throw error }
        return signed.hash
    }

    /// Shows the transaction that `wish` becomes and signs it; nobody is told.
    func sign(_ wish: TransactionWish, by account: EthereumAddress, for request: Request) async throws(RPCError)
        -> [UInt8]
    {
        let chain = desk.chain(for: request)
        let draft: TransactionDraft
        if let alone = TransactionDraft.alone(wish, from: account, on: chain), !desk.chains.hasNode(chain) {
            draft = alone
        } else {
            draft = try await TransactionDraft.make(
                wish, from: account, on: chain, asking: desk.chains.node(for: chain))
        }
        let question = TransactionQuestion(draft, desk: desk, isSent: false, request: request)
        let (signed, outgoing, line) = try await approved(question, for: request)
        if let nonce = outgoing.nonce { desk.nonces.release(nonce, of: line) }
        return signed.raw
    }

    /// Asks the user, as often as the transaction's number must change, and signs.
    private func approved(
        _ question: TransactionQuestion, for request: Request
    ) async throws(RPCError) -> (SentTransaction, Outgoing, Nonces.Line) {
        let draft = question.draft
        let line = Nonces.Line(account: draft.account, chainID: draft.chain.id)
        var isAgain = false
        while true {
            let used = try await used(on: line, chain: draft.chain)
            var lent: UInt64?
            if !draft.isNonceChosen {
                let nonce = desk.nonces.lend(from: draft.counted ?? 0, of: line, besides: used.numbers)
                question.draft.nonce = nonce
                lent = nonce
            }
            defer { if let lent { desk.nonces.giveBack(lent, of: line) } }
            question.draft.unsent = used.unsent
            let approval = try await question.approval(isAgain: isAgain)
            let consent = try await desk.gate.ask(approval, for: request) { values throws(RPCError) in
                try await question.revised(values)
            }
            guard let shown = question.draft(of: consent.approval) else {
                throw RPCError(.failed, "The transaction that was shown is not known any more; nothing was signed.")
            }
            let nonce = shown.nonce
            // Others may have been approved while this one was on the screen.
            let usedNow = try await self.used(on: line, chain: draft.chain)
            guard
                shown.isNonceChosen
                    || desk.nonces.isNext(nonce, from: draft.counted ?? 0, of: line, besides: usedNow.numbers)
            else {
                isAgain = true
                continue
            }
            desk.nonces.keep(nonce, of: line)
            do throws(RPCError) {
                let transaction = try shown.transaction()
                guard transaction.payload == consent.approval.payload else {
                    throw RPCError(.failed, "The transaction is not the one that was shown; nothing was signed.")
                }
                let what = consent.approval.sentence
                let signature = try desk.keyring.signature(consent)
                let signed = try Self.signed(transaction, signature, by: draft.account)
                let outgoing = Outgoing(
                    chain: draft.chain.caip, txid: signed.hash, raw: signed.raw, from: draft.account.description,
                    nonce: nonce, what: what, origin: request.peer.asker, at: desk.now())
                return (signed, outgoing, line)
            } catch {
                desk.nonces.release(nonce, of: line)
                throw error
            }
        }
    }

    /// The numbers of the account's transactions that are on their way, as far as the journal knows, and the lowest of
    /// those that were signed and that nobody was told yet, as far as is known.
    ///
    /// A number stays taken until its transaction was sent again or given up: two that fight for one number would be a
    /// replacement that nobody has asked for.
    private func used(
        on line: Nonces.Line, chain: Chain
    ) async throws(RPCError) -> (numbers: Set<UInt64>, unsent: UInt64?) {
        do throws(JournalError) {
            let open = try await desk.journal.open().filter {
                $0.chain == chain.caip && $0.from == line.account.description
            }
            let unsent = open.filter { $0.state == .signed && !desk.underway.contains($0.txid) }
            return (Set(open.compactMap(\.nonce)), unsent.compactMap(\.nonce).min())
        } catch {
            throw RPCError(.failed, "The wallet could not read its journal; nothing was signed.")
        }
    }

    /// Puts transaction and signature together, and looks whether it is the account's.
    private static func signed(
        _ transaction: Ethereum.Transaction, _ signature: RecoverableSignature, by account: EthereumAddress
    ) throws(RPCError) -> SentTransaction {
        guard let signed = try? SignedTransaction(transaction, signature), signed.sender == account else {
            throw RPCError(.failed, "The signature did not come out as it must; nothing was sent.")
        }
        return SentTransaction(hash: HexText.of(signed.hash.bytes), raw: signed.raw)
    }
}
