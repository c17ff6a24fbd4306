internal import CSodium
internal import Primitives

/// A fixed number of secret bytes, which can only be borrowed and are wiped at the end.
///
/// libsodium places them between guard pages, locks them into memory if the system allows it, and excludes them from
/// core dumps (`sodium_malloc`). They protect messages, not coins: the wallet's own keys are in another module, which
/// this one does not import.
struct SecretMemory: ~Copyable {
    let count: Int

    private let start: UnsafeMutableRawPointer

    /// Allocates `count` bytes, which `fill` must write.
    init<Failure: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        Self.prepare()
        // No trap: the system has no memory: no secret may go elsewhere.
        guard let start = sodium_malloc(max(count, 1)) else { preconditionFailure("no memory for a secret") }
        self.count = count
        self.start = start
        try fill(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// Copies `bytes`; the caller must wipe the original.
    init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Generates `count` random bytes.
    init(randomCount count: Int) {
        self.init(count: count) { randombytes_buf($0.firstOctet, $0.count) }
    }

    deinit {
        sodium_free(start)
    }

    /// Passes the bytes to `body`, which must not keep the pointer.
    borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Whether the library is initialized; after that, any thread may call its functions.
    private static let isReady = sodium_init() >= 0

    /// Initializes the library if it is not initialized yet.
    static func prepare() {
        // No trap: without random numbers there is no secret.
        precondition(isReady, "libsodium finds its random numbers")
    }
}

// Because the bytes are written in `init` only, and freed once.
extension SecretMemory: @unchecked Sendable {}

/// Hexadecimal digits of a secret, without a copy that is not wiped.
enum SecretDigits {
    /// Reads exactly 64 digits of either case into a secret of 32 bytes; `nil` for any other text.
    static func decode(_ text: some StringProtocol) -> SecretMemory? {
        guard text.utf8.count == 64 else { return nil }
        var isRead = true
        let secret = SecretMemory(count: 32) { bytes in
            var high: UInt8?
            for (place, digit) in text.utf8.enumerated() {
                guard let value = value(digit) else {
                    isRead = false
                    return
                }
                if let first = high {
                    bytes[place / 2] = first << 4 | value
                    high = nil
                } else {
                    high = value
                }
            }
        }
        guard isRead else { return nil }
        return secret
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}

/// A value with a secret: its descriptions name its type and nothing else.
package protocol Unprintable: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Unprintable {
    /// The name of the type.
    package var description: String { String(describing: Self.self) }

    /// The name of the type.
    package var debugDescription: String { description }

    /// No children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
