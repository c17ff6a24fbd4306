/// An answer of the payer.
///
/// Only the gateway may see it: it has no description, so that no log contains it by accident.
public struct CollectedField: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The field's name, ``CollectField/id``.
    public let id: String

    /// The answer.
    public let value: String

    /// Creates an answer.
    public init(id: String, value: String) {
        self.id = id
        self.value = value
    }

    /// The field that it answers, without the answer.
    public var description: String { "an answer to \(id)" }

    /// An empty mirror, so that the answer is not printed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
