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

    /// The fee for storing the data on another chain; `nil` if the chain has none.
    var dataFee: DataFee?

    /// The most that it can cost, in wei.
    private var highestFee: BigUInt {
        revocation.highestFee + (dataFee.flatMap { $0.isInGas ? nil : $0.most } ?? 0)
    }

    /// The authorization, which decides what happens; the transaction contains it and its signature.
    var payload: [UInt8] { revocation.authorizationPayload }

    func approval() -> Approval {
        var approval = Approval(localized("Revoke the delegation of your account."), verb: localized("Revoke"))
        let chain = context.chain
        let most = Self.text(highestFee, on: chain)
        let note = dataFee.map { fee in
            let amount = Self.text(fee.amount, on: chain)
            return localized("of it \(amount, as: "amount") for data")
        }
        approval.rows =
            context.rows + [
                Approval.Row(
                    localized("Delegated to"), .exact(delegation.contract.description),
                    note: localized("no longer"), role: .spender),
                Approval.Row(
                    localized("Network fee"), .trusted(localized("at most \(most, as: "amount")")), note: note,
                    role: .fee),
            ]
        approval.warnings = context.warnings
        if balance < highestFee {
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
            field("gas", "uint64", "\(revocation.gasLimit)"),
            field("to", "address", revocation.account.description), field("value", "wei", "0"),
        ]
        approval.readsToTheEnd = false
        approval.doneSentence = localized("Sent.")
        return approval
    }

    private static func text(_ amount: BigUInt, on chain: Chain) -> String {
        let number = Amount.text(amount, decimals: 18)
        return chain.isWellKnown
            ? "\(number) \(chain.symbol)" : localized("\(number, as: "number") of the network's coin")
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
        try accounts.requireSignable(account, nil, for: request)
        let node = try chains.node(for: chain)
        let turn = try await turn(of: account, on: chain, for: request)
        defer { turn.end() }
        let found: AccountDelegation?
        do throws(NodeError) {
            found = try await AccountDelegation.of(account, asking: node)
        } catch {
            throw RPCError(error)
        }
        guard let delegation = found else {
            throw RPCError(.failed, sentence: localizable("The account has no delegation on this network."))
        }
        var draft = try await prepare(Self.nothing(to: account), from: account, on: chain, asking: node)
        guard case .dynamic(let maxFee, let tip)? = draft.proposal?[.fast] else {
            throw RPCError(
                .unsupported, sentence: localizable("The node does not report the fees that a revocation needs."))
        }
        let scope = Nonces.Scope(account: account, chainID: chain.id)
        let used = try await usedNonces(scope, chain)
        draft.nonce = nonces.lendTwo(from: draft.counted ?? 0, of: scope, besides: used)
        // The authorization takes the second one.
        let own = draft.nonce
        let taken = [own, own &+ 1]
        defer { for nonce in taken { nonces.giveBack(nonce, of: scope) } }
        let revocation = try Self.revocation(of: draft, maxFee: maxFee, tip: tip)
        var question = RevocationQuestion(
            revocation: revocation, delegation: delegation,
            context: accounts.context(of: account, for: request, on: chain), balance: draft.balance ?? 0)
        question.dataFee = await Self.dataFee(of: revocation, draft, asking: node)
        let consent = try await sites.gate.ask(question, for: request, in: turn)
        try sites.gate.commit(request)
        for nonce in taken { nonces.keep(nonce, of: scope) }
        let outgoing: TransactionRecord
        do throws(RPCError) {
            let raw = try sites.activeAccount.signRevocation(consent)
            outgoing = TransactionRecord(
                chain: chain.caip, txid: HexText.of(EthereumTransaction.hash(ofRaw: raw).bytes), raw: raw,
                from: account.description, kind: .ethereum(nonce: draft.nonce),
                what: TransactionRecord.Summary(localizable("Revoke the delegation of your account.")),
                origin: request.peer.recordedOrigin, purpose: request.peer.purpose, at: clock.now())
        } catch {
            for nonce in taken { nonces.release(nonce, of: scope) }
            throw error
        }
        let outcome = await broadcast(to: node, on: outgoing.chain).run(outgoing)
        sites.gate.note(SendOutcome(hash: outgoing.txid, fate: outcome.fate), for: request)
        if [.refused, .declined].contains(outcome.state) {
            for nonce in taken { nonces.release(nonce, of: scope) }
        }
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
                maxPriorityFee: tip, gasLimit: gasLimit(of: draft))
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }

    /// Enough gas for a revocation on the chain of `draft`, a call of the account itself without data.
    ///
    /// The estimate of such a call is more than 21,000 where a network takes its fee for data from the gas; the data of a
    /// revocation are about twice as many. Code of the account is in the estimate, too, but does not run any more.
    static func gasLimit(of draft: TransactionDraft) -> UInt64 {
        let (least, plain) = (DelegationRevocation.leastGasLimit, UInt64(21_000))
        guard let estimate = draft.estimate, estimate > plain else { return least }
        let extra = (estimate - plain) * 2
        return min(least + extra + extra / 4, max(EthereumTransaction.mostGas, least))
    }

    /// The fee for the data of `revocation`; its signatures are not known yet, and cannot be compressed.
    private static func dataFee(
        of revocation: DelegationRevocation, _ draft: TransactionDraft, asking node: any EthereumNode
    ) async -> DataFee? {
        guard let plain = try? draft.transaction().payload else { return nil }
        let signature = [UInt8](repeating: 0xFF, count: 65)
        return await DataFee.of(
            draft, payload: plain + revocation.authorizationPayload + signature, asking: node)
    }
}

extension TransactionRecord {
    /// The nonces that the transaction uses: its own, and that of the authorization in it (EIP-7702).
    var takenNonces: [UInt64] {
        guard let nonce else { return [] }
        return raw.first == 0x04 && nonce < .max ? [nonce, nonce &+ 1] : [nonce]
    }
}
