/// Keeps a process at what all processes do with the wallet that it has opened: lock it, and use one of its accounts.
@MainActor package final class UseFollower {
    /// What this process has to do now.
    package enum Step: Hashable {
        case nothing

        /// The user has locked the wallet in another process.
        case lock

        /// The user has chosen this account in another process.
        case use(String)
    }

    private let uses: VaultUses
    private var file = ""
    private var seenLocks: Int64 = 0

    /// The account that was to be used last; it is not tried again, because it may not be known here.
    private var tried: String?

    /// Creates a follower of `uses`.
    package init(_ uses: VaultUses) { self.uses = uses }

    /// Begins before the wallet in `file` is unlocked.
    ///
    /// - Returns: The account in use; `nil` for the first one.
    package func begin(_ file: String) -> String? {
        let use = try? uses.use(of: file)
        (self.file, seenLocks, tried) = (file, use?.locks ?? 0, nil)
        return use?.account
    }

    /// What an unlocked wallet has to do, in which `account` is in use.
    package func step(from account: String) throws(JournalError) -> Step {
        let now = try uses.use(of: file)
        guard now.locks == seenLocks else { return .lock }
        guard let wanted = now.account, wanted != account else {
            tried = nil
            return .nothing
        }
        guard wanted != tried else { return .nothing }
        tried = wanted
        return .use(wanted)
    }

    /// Tries an account again that was not known.
    package func tryAgain() { tried = nil }

    /// Lets every process use `account`, also after a restart; the change is on disk when it returns.
    package func choose(_ account: String) async { await uses.use(account, of: file) }

    /// Lets every process lock the wallet; the change is on disk when it returns.
    package func lock() async { await uses.lock(file) }
}
