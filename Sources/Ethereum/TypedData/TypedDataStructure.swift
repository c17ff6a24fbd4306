/// A structure with what stands in its fields.
public struct TypedDataStructure: Hashable, Sendable {
    /// A field, and what stands in it.
    public struct Member: Hashable, Sendable {
        /// The field.
        public let field: TypedDataField

        /// What stands in it.
        public let value: TypedDataValue
    }

    /// The name of its type.
    public let name: String

    /// The fields in the order of the type; those that version 3 leaves out are not here.
    public let members: [Member]

    /// What stands in the field `name`; `nil` where there is no such field.
    public subscript(name: String) -> TypedDataValue? {
        members.first { $0.field.name == name }?.value
    }
}
