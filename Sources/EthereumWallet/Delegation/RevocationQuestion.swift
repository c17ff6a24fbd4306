import BigInt
package import Bridge
package import Ethereum
import Messages
import Primitives
import WalletCore

/// The revocation of the account's delegation, as the user approves it.
struct RevocationQuestion: EthereumSignable, RevocationSignable {
    let revocation: DelegationRevocation

    /// The contract to which the account has delegated.
    let delegation: AccountDelegation

    let context: SigningContext

    /// The account's balance in wei.
    let balance: BigUInt

    /// The authorization, which decides what happens; the transaction contains it and its signature.
    var payload: [UInt8] { revocation.authorizationPayload }

    func approval() -> Approval {
        var approval = Approval(localized("Revoke the delegation of your account."), verb: localized("Revoke"))
        let chain = context.chain
        let fee = Amount.text(revocation.highestFee, decimals: 18)
        let most =
            chain.isWellKnown
            ? "\(fee) \(chain.symbol)" : localized("\(fee, as: "number") of the network's coin")
        approval.rows =
            context.rows + [
                Approval.Row(
                    localized("Delegated to"), .exact(delegation.contract.description),
                    note: localized("no longer"), role: .spender),
                Approval.Row(
                    localized("Network fee"), .trusted(localized("at most \(most, as: "amount")")), role: .fee),
            ]
        approval.warnings = context.warnings
        if balance < revocation.highestFee {
            approval.warnings.append(
                Approval.Warning(.danger, localized("The account does not have enough coins for the network fee.")))
        }
        approval.fields = [
            field("authorization.chainId", "uint64", "\(revocation.chainID)"),
            field("authorization.address", "address", "0x" + String(repeating: "0", count: 40)),
            field("authorization.nonce", "uint64", "\(revocation.authorizationNonce)"),
            field("nonce", "uint64", "\(revocation.nonce)"),
            field("maxPriorityFeePerGas", "wei", "\(revocation.maxPriorityFee)"),
            field("maxFeePerGas", "wei", "\(revocation.maxFee)"),
            field("gas", "uint64", "\(DelegationRevocation.gasLimit)"),
            field("to", "address", revocation.account.description), field("value", "wei", "0"),
        ]
        approval.readsToTheEnd = false
        approval.doneSentence = localized("Sent.")
        return approval
    }

    private func field(_ path: String, _ type: String, _ value: String) -> Approval.Field {
        Approval.Field(path: path, type: type, value: value)
    }
}

extension EthereumSending {
    /// Revokes the delegation of `account` on `chain` with a transaction that the user approves (EIP-7702).
    ///
    /// - Returns: The hash, once the node has accepted it.
    /// - Throws: Why it was not sent; also if the account has no delegation.
    package func revokeDelegation(
        of account: EthereumAddress, on chain: Chain, for request: Request
    ) async throws(RPCError) -> String {
        let node = try chains.node(for: chain)
        let turn = try await turn(of: account, on: chain, for: request)
        defer { turn.end() }
        guard let delegation = await AccountDelegation.of(account, asking: node) else {
            throw RPCError(.failed, sentence: localizable("The account has no delegation on this network."))
        }
        var draft = try await prepare(Self.nothing(to: account), from: account, on: chain, asking: node)
        guard case .dynamic(let maxFee, let tip)? = draft.proposal?[.fast] else {
            throw RPCError(
                .unsupported, sentence: localizable("The node does not report the fees that a revocation needs."))
        }
        let scope = Nonces.Scope(account: account, chainID: chain.id)
        draft.nonce = nonces.lend(from: draft.counted ?? 0, of: scope, besides: try await usedNonces(scope, chain))
        defer { nonces.giveBack(draft.nonce, of: scope) }
        let question = RevocationQuestion(
            revocation: try Self.revocation(of: draft, maxFee: maxFee, tip: tip), delegation: delegation,
            context: accounts.context(of: account, for: request, on: chain), balance: draft.balance ?? 0)
        let consent = try await sites.gate.ask(question, for: request, in: turn)
        try sites.gate.commit(request)
        nonces.keep(draft.nonce, of: scope)
        let outgoing: TransactionRecord
        do throws(RPCError) {
            let raw = try sites.activeAccount.signRevocation(consent)
            outgoing = TransactionRecord(
                chain: chain.caip, txid: HexText.of(EthereumTransaction.hash(ofRaw: raw).bytes), raw: raw,
                from: account.description, kind: .ethereum(nonce: draft.nonce),
                what: TransactionRecord.Summary(localizable("Revoke the delegation of your account.")),
                origin: request.peer.recordedOrigin, purpose: request.peer.purpose, at: clock.now())
        } catch {
            nonces.release(draft.nonce, of: scope)
            throw error
        }
        let outcome = await Broadcast(journal: journal, node: node, time: clock.time).run(outgoing)
        sites.gate.note(SendOutcome(hash: outgoing.txid, fate: outcome.fate), for: request)
        if [.refused, .declined].contains(outcome.state) { nonces.release(draft.nonce, of: scope) }
        if let error = outcome.error { throw error }
        return outgoing.txid
    }

    private static func nothing(to account: EthereumAddress) -> TransactionRequest {
        var nothing = TransactionRequest()
        nothing.to = account
        return nothing
    }

    private static func revocation(
        of draft: TransactionDraft, maxFee: BigUInt, tip: BigUInt
    ) throws(RPCError) -> DelegationRevocation {
        do throws(EthereumError) {
            return try DelegationRevocation(
                account: draft.account, chainID: draft.chain.id, nonce: draft.nonce, maxFee: maxFee,
                maxPriorityFee: tip)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }
}
