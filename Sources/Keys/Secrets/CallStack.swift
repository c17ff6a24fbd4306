internal import CSodium

/// The stack below the caller, where C libraries and the compiler leave copies of what they worked on.
enum CallStack {
    /// More than the deepest of the libraries used here needs, and far less than a thread's stack.
    private static let depth = 32 * 1_024

    /// Overwrites what the calls made so far have left below the caller.
    static func wipe() {
        sodium_stackzero(depth)
    }
}
