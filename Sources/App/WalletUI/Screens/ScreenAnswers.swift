public import Bridge
import Glibc
import WebHost

/// What the user answered to a ``Screen``.
///
/// Secrets are stored separately from the other answers, in memory that is wiped when this object is released; they can
/// be read and copied to their destination, but never printed.
@MainActor public final class ScreenAnswers {
    /// What the pressed button or the selected choice does.
    public let action: ScreenAction

    /// The answers that are not secrets, by field ID.
    public let values: [FieldID: String]

    private let secrets: [FieldID: UnsafeMutableRawBufferPointer]

    /// Creates answers; they take ownership of the memory of the secrets, which is later wiped and freed.
    public init(
        _ action: ScreenAction = ScreenAction(Screen.Answer.submit), values: [FieldID: String] = [:],
        secrets: [FieldID: UnsafeMutableRawBufferPointer] = [:]
    ) {
        self.action = action
        self.values = values
        self.secrets = secrets
    }

    isolated deinit {
        for secret in secrets.values {
            wipe(secret)
            secret.deallocate()
        }
    }

    /// The answer of a field that is not secret; empty without an answer.
    public subscript(id: FieldID) -> String { values[id] ?? "" }

    /// Passes the UTF-8 bytes of a secret to `body`, which must not keep the pointer; empty if there is no such field.
    public func withSecret<Result: ~Copyable, Failure: Error>(
        _ id: FieldID, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(secrets[id] ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)))
    }
}

/// Overwrites `memory` in a way that is not optimised away.
func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    explicit_bzero(start, memory.count)
}
