import Keys
import SumUp
import WalletCore
import WalletConnectPay
import WalletUI

/// What the wallet's notices are about.
extension NoticeID {
    /// The web engine is no longer current.
    static let oldEngine = NoticeID("engine.old")

    /// A page was loaded but not drawn.
    static let blankPage = NoticeID("page.blank")

    /// A wallet or an account could not be opened, or a command on it failed.
    static let walletFailure = NoticeID("wallet.failure")

    /// The wallet's file is older than one that was opened before.
    static let olderWallet = NoticeID("wallet.older")

    /// Permissions of sites cannot be saved.
    static let unsavedPermissions = NoticeID("permissions.unsaved")

    /// A transaction was signed, but perhaps never sent.
    static let unsentTransaction = NoticeID("transaction.unsent")

    /// A site wants to show what happened to its transactions.
    static let callsStatus = NoticeID("transaction.calls-status")

    /// Another program opens the wallet's links.
    static let otherLinkHandler = NoticeID("links.other-handler")

    /// The payment history cannot be read.
    static let unreadPayments = NoticeID("payments.unread")

    /// A payment of an earlier run of the program is pending.
    static let pendingPayment = NoticeID("payments.pending")

    /// A SumUp payment could not be started.
    static let sumUpFailure = NoticeID("sumup.failure")

    /// WalletConnect could not do something.
    static let sessionFailure = NoticeID("sessions.failure")

    /// Requests of WalletConnect sessions wait.
    static let waitingSessions = NoticeID("sessions.waiting")

    /// A WalletConnect link waits until the wallet is unlocked.
    static let heldLink = NoticeID("sessions.held-link")

    /// A wallet's file is damaged.
    static func damagedWallet(_ entry: VaultEntry) -> NoticeID { NoticeID("wallet.damaged.\(entry.file)") }

    /// The result of an earlier payment.
    static func result(of payment: PaymentID) -> NoticeID { NoticeID("payments.result.\(payment.text)") }

    /// The result of a SumUp payment.
    static func result(of attempt: SumUpAttempt) -> NoticeID {
        NoticeID("sumup.result.\(attempt.begun).\(attempt.request.foreignID ?? "")")
    }

    /// The servers of one network or of several cannot be used.
    static let failingServers = NoticeID("servers.failing")

    /// A server of a network shows another certificate than the one that the user trusted.
    static func otherCertificate(of network: ServedNetwork) -> NoticeID { NoticeID("server.certificate.\(network.id)") }

    /// A network has no server, or none that can be used.
    static func server(_ network: ServedNetwork, _ problem: ServerProblem) -> NoticeID {
        NoticeID("server.\(problem.rawValue).\(network.id)")
    }
}
