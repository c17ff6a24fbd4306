/// What tells a desktop that a program opens addresses of some schemes (Desktop Entry Specification 1.5).
public struct DesktopEntry: Hashable, Sendable {
    /// The entry's name, such as `io.github.drawbridge`; the file is named for it.
    public let id: String

    /// The program's name for people.
    public let name: String

    /// What it does, in a few words.
    public let comment: String

    /// The program and its arguments, each as it is; the address comes last.
    public let command: [String]

    /// The schemes that it opens.
    public let schemes: [String]

    /// Creates an entry.
    public init(id: String, name: String, comment: String, command: [String], schemes: [String]) {
        self.id = id
        self.name = name
        self.comment = comment
        self.command = command
        self.schemes = schemes
    }

    /// The text of the entry's file.
    public var text: String {
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

    /// An argument in the specification's own quotes: no shell reads it, and a `%` is one.
    private static func quoted(_ argument: String) -> String {
        var quoted = ""
        for character in argument.unicodeScalars {
            if "\"`$\\".unicodeScalars.contains(character) { quoted += "\\" }
            if character == "%" { quoted += "%" }
            quoted.unicodeScalars.append(character)
        }
        return "\"\(quoted)\""
    }

    /// A value in one line.
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
