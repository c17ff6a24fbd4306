public import WalletConnectPay
public import SumUp
public import EthereumWallet
public import WalletCore

/// What must survive a restart, in one SQLite file: outgoing transactions, recipients, what sites may see, and
/// payments.
///
/// A change is on the disk when the function that makes it returns. Several processes may have the same store open.
public final class Store: Sendable {
    /// The file's name in its folder.
    public static let name = "store.sqlite"

    /// The file.
    public let path: String

    /// What this wallet signed.
    public let journal: any Journal

    /// Whom the user sent to.
    public let recipients: any RecipientBook

    /// What sites may see.
    public let grants: any GrantStore

    /// The tokens that the user let the wallet know.
    public let tokens: any TokenStore

    /// The payments that SumUp's app was asked for.
    public let sumUp: any SumUpJournal

    /// The attempts to pay.
    public let payments: any PaymentJournal

    /// The locks of the payments that are being signed.
    public let paymentLocks: any PaymentLocks

    /// Opens the store in `folder`, and creates it if there is none.
    ///
    /// - Parameter folder: An absolute path; it is shut to other users.
    /// - Throws: ``StoreError``; then what is there was left as it is.
    public init(folder: String) throws(StoreError) {
        let folder = try StoreFolder(folder)
        let path = "\(folder.path)/\(Self.name)"
        self.path = path
        let table = try folder.whileLocked { () throws(StoreError) in
            if let header = try StoreHeader(path: path) {
                guard header.format <= Schema.format else {
                    throw .newer(path: path, format: header.format, known: Schema.format)
                }
            } else {
                try Table.create(at: path, in: folder)
            }
            try StoreHeader.checkCompanions(of: path)
            return try Table(path: path)
        }
        let journals = JournalTable(table: table)
        journal = StoredJournal(table: journals)
        recipients = StoredRecipients(table: journals)
        grants = StoredGrants(table: journals)
        tokens = StoredTokens(table: journals)
        sumUp = StoredSumUp(table: table, signal: ChangeSignal(folder: folder, name: "sumup.changed"))
        payments = StoredPayments(table: table)
        paymentLocks = StoredPaymentLocks(folder: folder)
    }

    /// Where a user's store lies: `drawbridge` in `XDG_STATE_HOME`, by default `~/.local/state` (XDG Base Directory
    /// Specification 0.8).
    ///
    /// - Returns: `nil` where the environment names neither.
    public static func folder(environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/drawbridge" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/drawbridge"
    }
}
