internal import CSodium
internal import Glibc

/// Wipes the stack below the caller, where C libraries and the compiler leave copies of their data.
package enum CallStack {
    /// The number of bytes to wipe: more than the libraries used here need, and far less than a thread's stack.
    private static let depth = 32 * 1_024

    /// Overwrites what earlier calls have left below the caller.
    package static func wipe() {
        sodium_stackzero(depth)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes with zeros, in a way that the compiler does not optimize away.
    package func wipe() {
        guard let baseAddress else { return }
        explicit_bzero(baseAddress, count)
    }
}
