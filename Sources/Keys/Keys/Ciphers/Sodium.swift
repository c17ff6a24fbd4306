internal import CSodium

/// Initializes libsodium once.
enum Sodium {
    /// Whether the library is initialized; after that, any thread may call its functions.
    private static let isReady = sodium_init() >= 0

    /// Initializes the library if it is not initialized yet.
    static func prepare() {
        // No trap: without random numbers there is no secure wallet.
        precondition(isReady, "libsodium finds its random numbers")
    }
}
