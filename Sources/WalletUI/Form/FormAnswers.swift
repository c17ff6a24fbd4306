import Glibc
import WebHost

/// What the user filled into a form.
///
/// Secrets are kept apart from the other answers, in memory that is wiped when this goes; they can be looked at and
/// copied to where they belong, never printed.
@MainActor public final class FormAnswers {
    /// The way on that was pressed in the place of the form's verb.
    public let other: String?

    /// The answers that are no secrets, by the field's id.
    public let values: [String: String]

    private let secrets: [String: UnsafeMutableRawBufferPointer]

    /// Creates answers; the memory of the secrets is taken over, wiped and freed.
    public init(
        other: String? = nil, values: [String: String] = [:], secrets: [String: UnsafeMutableRawBufferPointer] = [:]
    ) {
        self.other = other
        self.values = values
        self.secrets = secrets
    }

    isolated deinit {
        for secret in secrets.values {
            wipe(secret)
            secret.deallocate()
        }
    }

    /// The answer of a field that is no secret; empty where there is none.
    public subscript(id: String) -> String { values[id] ?? "" }

    /// Whether a checkbox was checked.
    public func isChecked(_ id: String) -> Bool { values[id] == "true" }

    /// Lets `body` look at a secret's UTF-8 bytes, which do not outlive the call; none where there is no such field.
    public func withSecret<Result: ~Copyable, Failure: Error>(
        _ id: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(secrets[id] ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)))
    }
}

/// Overwrites `memory` in a way that is not optimised away.
func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    explicit_bzero(start, memory.count)
}
