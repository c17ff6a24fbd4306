import Bridge
import Messages
import WebHost

/// All signed fields in order, in a box that the user must scroll to its end.
@MainActor enum FieldList {
    private static let mostRows = 15

    static func title(_ fields: [Approval.Field]) -> String {
        if isText(fields) { return localized("Message") }
        return localized(
            "Details (\(fields.count, as: "count") field)", plural: "Details (\(fields.count, as: "count") fields)",
            count: fields.count)
    }

    /// Creates the box; `columns` is the number of characters of a value in a line.
    static func draw(_ fields: [Approval.Field], columns: Int) -> TextBox {
        if isText(fields), let text = fields.first?.value, !text.isEmpty {
            return draw(text, name: title(fields), columns: columns)
        }
        let rows = rows(of: fields, columns: columns)
        return TextBox(name: title(fields), passages(of: fields), rows: rows, gaps: min(fields.count, rows / 2))
    }

    /// Whether it is a single text without a path, which is only drawn differently.
    private static func isText(_ fields: [Approval.Field]) -> Bool {
        fields.count == 1 && fields.first?.path == "message" && fields.first?.type == "text"
    }

    /// Creates a box for a single text that is too long for a line.
    static func draw(_ text: String, name: String, columns: Int) -> TextBox {
        let rows = rows(of: [Approval.Field(path: "", value: text)], columns: columns) - 1
        return TextBox(name: name, passages(of: text), rows: max(rows, 1))
    }

    /// The number of lines of the box: as many as needed, up to a limit.
    private static func rows(of fields: [Approval.Field], columns: Int) -> Int {
        var rows = 0
        for field in fields where rows < mostRows {
            rows += 1
            for line in VisibleLines(of: field.value).prefix(mostRows) {
                rows += 1 + line.text.count / max(columns, 1)
            }
        }
        return min(rows, mostRows)
    }

    private static func passages(of fields: [Approval.Field]) -> some Sequence<Passage> {
        fields.enumerated().lazy.flatMap { index, field in
            let head = [
                Passage("\(index == 0 ? "" : "\n")\(index + 1)  ", .trusted),
                Passage(VisibleText.of(field.path), .path),
                Passage(field.type.isEmpty ? "" : "  \(VisibleText.of(field.type))", .type),
            ]
            guard !field.value.isEmpty else {
                return [AnySequence(head), AnySequence([Passage("\n" + localized("(empty)"), .note)])].joined()
            }
            return [AnySequence(head), AnySequence(passages(of: field.value, newline: "\n"))].joined()
        }
    }

    /// The lines of a value; a line that was split without a line feed is marked.
    private static func passages(of text: String, newline: String = "") -> some Sequence<Passage> {
        VisibleLines(of: text).enumerated().lazy.map { index, line in
            Passage((index == 0 ? newline : "\n") + Draw.fromLeft(line.text) + (line.goesOn ? "↩" : ""), .value)
        }
    }
}
