internal import CSodium

/// Wipes the stack below the caller, where C libraries and the compiler leave copies of their data.
enum CallStack {
    /// More than the libraries used here need, and far less than a thread's stack.
    private static let depth = 32 * 1_024

    /// Overwrites what earlier calls have left below the caller.
    static func wipe() {
        sodium_stackzero(depth)
    }
}
