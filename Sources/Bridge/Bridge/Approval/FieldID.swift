/// The ID of a field that a person fills in, unique among those that are shown together; an error about an entry has it.
public struct FieldID: Hashable, Sendable {
    /// The ID as text, which JSON and a payment service have.
    public let rawValue: String

    /// Creates an ID from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The ID of a word of the field, counted from 1.
    package func word(_ position: Int) -> FieldID { FieldID("\(rawValue)/\(position)") }

    /// The position of the word of `field` that has this ID; `nil` if no word of it has.
    package func position(in field: FieldID) -> Int? {
        rawValue.hasPrefix("\(field.rawValue)/") ? Int(rawValue.dropFirst(field.rawValue.count + 1)) : nil
    }
}
