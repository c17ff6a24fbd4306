/// A structure with the values of its fields.
public struct TypedDataStructure: Hashable, Sendable {
    /// A field and its value.
    public struct Member: Hashable, Sendable {
        /// The field.
        public let field: TypedDataField

        /// The value.
        public let value: TypedDataValue
    }

    /// The name of its type.
    public let name: String

    /// The fields in the order of the type; those that version 3 leaves out are not here.
    public let members: [Member]

    /// The value of the field `name`; `nil` if there is no such field.
    public subscript(name: String) -> TypedDataValue? {
        members.first { $0.field.name == name }?.value
    }
}
