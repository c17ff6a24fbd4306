/// A message in the user's language, with the ranges of its placeholders' values.
///
/// To style a value, use its range: a search for its text could find it in another place.
package struct LocalizedText: Hashable, Sendable {
    /// The sentence.
    package let text: String

    /// The ranges of the values in ``text`` by the names of their placeholders, in bytes of UTF-8.
    ///
    /// A translation can repeat a placeholder or leave it out, so a name can have several ranges or none.
    package let ranges: [String: [Range<Int>]]
}
