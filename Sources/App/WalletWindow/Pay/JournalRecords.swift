import Bridge
import Ethereum
import EthereumWallet
import Messages
import WalletConnectPay
import WalletCore
import WalletMethods

/// The records of the wallet's journal about the transactions that were signed for payments.
@MainActor struct JournalRecords: PaymentRecords {
    /// The transactions that the wallet signed.
    let journal: any Journal

    /// The payment service.
    let service: Origin

    /// The component that handles transactions that were signed and perhaps never sent; without it, the network is not
    /// queried.
    var transactions: SentTransactions?

    /// The component that reads allowances; without it, they are not known.
    var sending: EthereumSending?

    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction {
        guard let signed = try? await journal.signed(for: attempt.purpose(of: .payment)) else { return .unknown }
        let mine = signed.filter { $0.state != .refused }
        if let first = mine.first(where: { $0.state.isOpen || $0.state.isSettled }) { return await past(first) }
        // Anyone who has the bytes can still send a transaction that was given up or declined.
        guard mine.isEmpty, await !mayBeUnnamed(attempt) else { return .unknown }
        return .none
    }

    func successor(of hash: String, of attempt: PaymentAttempt) async -> String? {
        guard let old = await signed(hash, of: attempt) else { return hash }
        if old.state.isOpen { _ = await transactions?.networkStatus(of: old) }
        guard case .replaced(let txid)? = await signed(hash, of: attempt)?.state else { return hash }
        guard let new = await signed(txid, of: attempt), new.from == old.from,
            let (was, now) = try? (SignedTransaction(raw: old.raw), SignedTransaction(raw: new.raw)),
            now.transaction.to == was.transaction.to, now.transaction.value == was.transaction.value,
            now.transaction.data == was.transaction.data
        else { return nil }
        return txid
    }

    func allowance(_ need: AllowanceNeed) async throws(RPCError) -> AllowanceStanding {
        guard let sending, let chain = sending.chain(need.token.chain), let token = need.token.contract,
            let owner = need.account.ethereum, let spender = try? EthereumAddress(AllowanceNeed.spender)
        else { throw RPCError(.failed, sentence: localizable("The wallet could not read the allowance.")) }
        let found = try await sending.allowance(of: token, from: owner, to: spender, for: need.amount, on: chain)
        let changes = found.changes.map { change in
            AllowanceStanding.Change(
                hash: change.record.txid, amount: change.amount, fate: Self.fate(of: change.record.state),
                purpose: change.record.purpose)
        }
        return AllowanceStanding(current: found.current, changes: changes, needsReset: found.needsReset)
    }

    private static func fate(of state: TransactionRecord.State) -> AllowanceStanding.Change.Fate {
        switch state {
        case .signed, .unknown: .unsent
        case .sent: .pending
        case .mined(let succeeded): succeeded ? .confirmed : .reverted
        case .replaced, .refused, .declined, .abandoned: .lost
        }
    }

    func sendAgain(_ hash: String, of attempt: PaymentAttempt) async throws(RPCError) {
        let (transactions, outgoing) = try await known(hash, of: attempt)
        try await transactions.sendAgain(outgoing)
    }

    func giveUp(_ hash: String, of attempt: PaymentAttempt) async throws(RPCError) {
        let (transactions, outgoing) = try await known(hash, of: attempt)
        try await transactions.giveUp(outgoing)
    }

    /// A transaction that the user decides about, and the component that carries out the decision.
    private func known(_ hash: String, of attempt: PaymentAttempt) async throws(RPCError) -> (
        SentTransactions, TransactionRecord
    ) {
        guard let transactions, let outgoing = await signed(hash, of: attempt) else {
            throw RPCError(.failed, sentence: localizable("The wallet could not find this transaction in its journal."))
        }
        return (transactions, outgoing)
    }

    /// What is known about a transaction that was signed: it counts as sent only if the network has it.
    private func past(_ outgoing: TransactionRecord) async -> EarlierTransaction {
        guard outgoing.state == .signed || outgoing.state == .unknown else { return .sent(hash: outgoing.txid) }
        guard await transactions?.networkStatus(of: outgoing) == .known else { return .signed(hash: outgoing.txid) }
        return .sent(hash: outgoing.txid)
    }

    /// A transaction on the chain of `attempt` by its hash; `nil` also if the journal cannot be read.
    private func signed(_ hash: String, of attempt: PaymentAttempt) async -> TransactionRecord? {
        try? await journal.transaction(hash, on: attempt.choice.account.chain.description)
    }

    /// Whether an older version, which did not record the purpose of a transaction, may have signed for `attempt`.
    private func mayBeUnnamed(_ attempt: PaymentAttempt) async -> Bool {
        guard let latest = try? await journal.recent(limit: 500) else { return true }
        return latest.contains {
            $0.purpose == nil && $0.chain == attempt.choice.account.chain.description
                && $0.origin == service.description && $0.at >= attempt.startedAt && $0.state != .refused
        }
    }
}
