/// The file that registers a program for URL schemes on the desktop (Desktop Entry Specification 1.5).
package struct DesktopEntry: Hashable, Sendable {
    /// The entry's ID, such as `io.github.drawbridge`, which is also the name of the file.
    package let id: String

    /// The displayed name of the program.
    package let name: String

    /// A short description.
    package let comment: String

    /// The program and its arguments, without quoting; the URL is appended.
    package let command: [String]

    /// The schemes that it opens.
    package let schemes: [String]

    /// Creates an entry.
    package init(id: String, name: String, comment: String, command: [String], schemes: [String]) {
        self.id = id
        self.name = name
        self.comment = comment
        self.command = command
        self.schemes = schemes
    }

    /// The contents of the entry's file.
    package var text: String {
        let types = schemes.map { "x-scheme-handler/\($0);" }.joined()
        return """
            [Desktop Entry]
            Type=Application
            Name=\(Self.escaped(name))
            Comment=\(Self.escaped(comment))
            Exec=\(Self.escaped(command.map(Self.quoted).joined(separator: " "))) %u
            Terminal=false
            NoDisplay=true
            MimeType=\(types)

            """
    }

    /// An argument quoted by the rules of the specification: no shell is involved, and `%` must be doubled.
    private static func quoted(_ argument: String) -> String {
        var quoted = ""
        for character in argument.unicodeScalars {
            if "\"`$\\".unicodeScalars.contains(character) { quoted += "\\" }
            if character == "%" { quoted += "%" }
            quoted.unicodeScalars.append(character)
        }
        return "\"\(quoted)\""
    }

    /// A value on one line.
    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(character)
            }
        }
    }
}
