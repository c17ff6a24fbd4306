/// A piece of a text box, with who wrote it.
struct Passage {
    /// How it is drawn; the names are those of ``TextBox``'s tags.
    enum Style: String {
        /// Our own word in between.
        case ours
        /// The name of a field.
        case path
        /// Its type.
        case type
        /// Our own word in the place of a value.
        case note
        /// What the asker wrote.
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
