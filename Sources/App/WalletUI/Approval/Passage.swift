/// A piece of a text box, marked with its author.
struct Passage {
    /// The style; the names are those of the tags of ``TextBox``.
    enum Style: String, CaseIterable {
        /// The wallet's own text in between.
        case trusted
        /// The name of a field.
        case path
        /// Its type.
        case type
        /// The wallet's own text in place of a value.
        case note
        /// Text of the requester.
        case value
        /// Bytes.
        case raw
    }

    let text: String
    let style: Style

    init(_ text: String, _ style: Style) {
        self.text = text
        self.style = style
    }
}
