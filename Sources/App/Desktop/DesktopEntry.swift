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

    /// What the desktop's menu shows; `nil` if the program is not in the menu.
    package let menu: Menu?

    /// The place of a program in the desktop's menu.
    package struct Menu: Hashable, Sendable {
        /// What kind of program it is, such as “Wallet”.
        package let kind: String

        /// The name of the icon in the icon theme.
        package let icon: String

        /// The categories of the Desktop Menu Specification.
        package let categories: [String]

        /// Words by which people search for it.
        package let keywords: [String]

        /// What the windows say of the program to which they belong.
        package let windowClass: String

        /// Creates the place.
        package init(kind: String, icon: String, categories: [String], keywords: [String], windowClass: String) {
            self.kind = kind
            self.icon = icon
            self.categories = categories
            self.keywords = keywords
            self.windowClass = windowClass
        }
    }

    /// Creates an entry.
    package init(
        id: String, name: String, comment: String, command: [String], schemes: [String], menu: Menu? = nil
    ) {
        self.id = id
        self.name = name
        self.comment = comment
        self.command = command
        self.schemes = schemes
        self.menu = menu
    }

    /// The contents of the entry's file.
    package var text: String {
        var lines = ["[Desktop Entry]", "Type=Application", "Name=\(Self.escaped(name))"]
        if let menu { lines.append("GenericName=\(Self.escaped(menu.kind))") }
        lines += [
            "Comment=\(Self.escaped(comment))",
            "Exec=\(Self.escaped(command.map(Self.quoted).joined(separator: " "))) %u", "Terminal=false",
        ]
        if let menu {
            lines += [
                "Icon=\(Self.escaped(menu.icon))", "Categories=\(Self.list(menu.categories))",
                "Keywords=\(Self.list(menu.keywords))", "StartupNotify=true",
                "StartupWMClass=\(Self.escaped(menu.windowClass))",
            ]
        } else {
            lines.append("NoDisplay=true")
        }
        lines.append("MimeType=\(Self.list(schemes.map { "x-scheme-handler/\($0)" }))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// A list of the specification, in which `;` ends each value.
    private static func list(_ values: [String]) -> String {
        values.map { escaped($0).replacing(";", with: "\\;") + ";" }.joined()
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
