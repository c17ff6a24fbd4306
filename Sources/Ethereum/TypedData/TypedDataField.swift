/// One field of a structure: what it is called, and what may stand in it.
public struct TypedDataField: Hashable, Sendable {
    /// The name.
    public let name: String

    /// The type.
    public let type: TypedDataType
}
