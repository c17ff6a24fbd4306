internal import Synchronization

/// How many bytes servers may send for one look at an account, whichever of them answer and however often.
///
/// It belongs to the task that looks, so that every question of the look counts.
final class ScanBudget: Sendable {
    /// The budget of the look under way; `nil` where it has none.
    @TaskLocal static var current: ScanBudget?

    private let rest: Mutex<Int>

    init(_ bytes: Int) {
        rest = Mutex(bytes)
    }

    /// Whether nothing is left: then nothing more is asked.
    var isSpent: Bool { rest.withLock { $0 <= 0 } }

    /// Counts what came.
    func take(_ bytes: Int) {
        rest.withLock { $0 = max(0, $0 - bytes) }
    }
}
