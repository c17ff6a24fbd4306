internal import CSodium

/// libsodium, made ready once.
enum Sodium {
    /// Whether the library could be made ready; its functions may be called afterwards, by any thread.
    private static let isReady = sodium_init() >= 0

    /// Makes the library ready where nobody has yet.
    static func prepare() {
        precondition(isReady, "libsodium finds its random numbers")
    }
}
