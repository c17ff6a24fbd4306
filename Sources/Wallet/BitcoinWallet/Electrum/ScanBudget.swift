internal import Synchronization

/// The number of bytes that servers may send for one scan of an account, regardless of which servers respond and how
/// often.
///
/// It belongs to the task of the scan, so that every request of the scan counts.
final class ScanBudget: Sendable {
    /// The budget of the current scan; `nil` if it has none.
    @TaskLocal static var current: ScanBudget?

    private let rest: Mutex<Int>

    init(_ bytes: Int) {
        rest = Mutex(bytes)
    }

    /// Whether nothing is left; then no more requests are sent.
    var isSpent: Bool { rest.withLock { $0 <= 0 } }

    /// Subtracts received bytes.
    func take(_ bytes: Int) {
        rest.withLock { $0 = max(0, $0 - bytes) }
    }
}
