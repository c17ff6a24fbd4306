/// A named place in the arguments of a function, or in a tuple.
public struct ABIParameter: Hashable, Sendable {
    /// The name; empty where there is none.
    public let name: String

    /// The type.
    public let type: ABIType

    /// Creates a parameter.
    public init(_ type: ABIType, name: String = "") {
        self.name = name
        self.type = type
    }
}
