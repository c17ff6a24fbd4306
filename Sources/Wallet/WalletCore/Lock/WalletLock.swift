public import Bridge
public import Keys

/// Keys that can be locked, such as a vault.
public protocol LockableKeys: AnyObject, Sendable {
    /// Erases the decrypted keys immediately; it can be called on any thread.
    func lock()
}

extension Vault: LockableKeys {}

/// The lock of a wallet: whether it is unlocked, and the order of the steps when it locks.
///
/// Locking ends the requests first, so that nothing is signed with keys that are about to be erased. Then it locks the
/// keys and removes the addresses. It informs the sites last, when they can no longer see anything.
@MainActor public final class WalletLock {
    /// Whether the wallet can be used.
    public enum State: Hashable, Sendable {
        /// No decrypted keys are in memory, and requests wait or are refused.
        case locked

        /// A passphrase is being tried.
        case unlocking

        /// The wallet can be used.
        case unlocked
    }

    /// Whether the wallet can be used.
    public private(set) var state: State

    /// The keys that are locked with the wallet; `nil` if its keys cannot be locked.
    public var keys: (any LockableKeys)?

    /// The wallet has been locked, and the sites have been informed.
    public let lockEvents = Listeners<Void>()

    private let dispatcher: RequestDispatcher
    private let activeAccount: WalletSigner
    private let announce: @MainActor () -> Void
    private let time: TimeSource

    /// The reference point that converts the times of `time` into those of the idle lock.
    private let start = ContinuousClock.now

    /// The number of times that the wallet was locked: an attempt to unlock it that began before the latest lock must
    /// not succeed.
    private var locks = 0
    private let idleLimit: Duration?
    private var idle: IdleLock?
    private var alarm: Task<Void, Never>?

    /// Creates the lock of a wallet.
    ///
    /// - Parameters:
    ///   - dispatcher: The dispatcher that passes requests to the wallet.
    ///   - activeAccount: The active account, whose keys and addresses are removed.
    ///   - isLocked: Whether it is locked at first.
    ///   - idleLimit: How long it stays unlocked without being used; `nil` for no limit.
    ///   - time: The clock.
    ///   - announce: Tells the sites which accounts they see now.
    public init(
        _ dispatcher: RequestDispatcher, activeAccount: WalletSigner, isLocked: Bool = true,
        idleLimit: Duration? = nil, time: TimeSource = .system, announce: @escaping @MainActor () -> Void
    ) {
        self.dispatcher = dispatcher
        self.activeAccount = activeAccount
        self.idleLimit = idleLimit
        self.time = time
        self.announce = announce
        state = isLocked ? .locked : .unlocked
        if isLocked { dispatcher.lock() } else { watchIdle() }
    }

    isolated deinit { alarm?.cancel() }

    /// Locks the wallet: requests end, keys and addresses are removed, and the sites are informed.
    ///
    /// An unlock that is in progress fails.
    public func lock() {
        locks += 1
        alarm?.cancel()
        idle = nil
        state = .locked
        dispatcher.lock()
        keys?.lock()
        activeAccount.close()
        announce()
        lockEvents.tell()
    }

    /// Unlocks the wallet.
    ///
    /// - Parameters:
    ///   - open: Decrypts the keys; it can be slow.
    ///   - use: Makes an account of them the active one.
    /// - Throws: ``/Keys/KeyError/locked`` if the wallet was locked meanwhile, or the error of `open` or `use`. In each
    ///   case, the wallet is then locked.
    public func unlock(
        open: () async throws(KeyError) -> Void, use: () throws(KeyError) -> Void
    ) async throws(KeyError) {
        let (locks, keys) = (locks, keys)
        if state == .locked { state = .unlocking }
        do throws(KeyError) {
            try await open()
        } catch {
            if locks == self.locks, state == .unlocking { state = .locked }
            throw error
        }
        guard locks == self.locks else {
            keys?.lock()
            throw .locked
        }
        try unlock(use: use)
    }

    /// Unlocks a wallet whose keys need no passphrase, or are decrypted already.
    ///
    /// - Throws: The error of `use`; then the wallet is locked.
    public func unlock(use: () throws(KeyError) -> Void) throws(KeyError) {
        do throws(KeyError) {
            try use()
        } catch {
            lock()
            throw error
        }
        state = .unlocked
        dispatcher.unlock()
        announce()
        watchIdle()
    }

    /// Restarts the idle time, because the user did something.
    public func noteActivity() {
        idle?.activity(at: now)
    }

    private var now: ContinuousClock.Instant { start + time.now() }

    /// Locks the wallet once it has not been used for a while.
    private func watchIdle() {
        alarm?.cancel()
        guard let idleLimit else { return }
        idle = IdleLock(limit: idleLimit, now: now)
        alarm = Task { [weak self, time] in
            while let left = self?.idleTimeLeft {
                guard left > .zero else {
                    self?.lock()
                    return
                }
                guard (try? await time.sleep(left)) != nil, !Task.isCancelled else { return }
            }
        }
    }

    // No trap: the difference of two instants of a clock.
    private var idleTimeLeft: Duration? { idle.map { $0.deadline - now } }
}
