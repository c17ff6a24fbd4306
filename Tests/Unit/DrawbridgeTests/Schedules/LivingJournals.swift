import Bridge
import WalletConnectPay
import EthereumWallet
import BitcoinWallet
import WalletMethods
import WalletCore

/// The wallet's journal as one run of the program has it: the world waits for what is written, and a dead program
/// writes nothing.
struct LivingJournal: Journal {
    let journal: MemoryJournal
    let life: Life

    func record(_ outgoing: TransactionRecord) async throws(JournalError) {
        try await life.ask { () async throws(JournalError) in try await journal.record(outgoing) }
    }

    func claim(_ outgoing: TransactionRecord) async throws(JournalError) {
        try await life.ask { () async throws(JournalError) in try await journal.claim(outgoing) }
    }

    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError) {
        try await life.ask { () async throws(JournalError) in
            try await journal.setState(state, of: txid, on: chain)
        }
    }

    func open() async throws(JournalError) -> [TransactionRecord] {
        try await life.ask { () async throws(JournalError) in await journal.open() }
    }

    func recent(limit: Int) async throws(JournalError) -> [TransactionRecord] {
        try await life.ask { () async throws(JournalError) in await journal.recent(limit: limit) }
    }
}

/// The attempts as one run of the program has them.
struct LivingAttempts: PaymentJournal {
    let attempts: MemoryPaymentJournal
    let life: Life

    func keep(_ attempt: PaymentAttempt) async throws(PayError) {
        try await life.ask { () async throws(PayError) in try await attempts.keep(attempt) }
    }

    func attempt(at payment: PaymentID) async throws(PayError) -> PaymentAttempt? {
        try await life.ask { () async throws(PayError) in await attempts.attempt(at: payment) }
    }

    func open() async throws(PayError) -> [PaymentAttempt] {
        try await life.ask { () async throws(PayError) in await attempts.open() }
    }

    func recent(limit: Int) async throws(PayError) -> [PaymentAttempt] {
        try await life.ask { () async throws(PayError) in await attempts.recent(limit: limit) }
    }
}
