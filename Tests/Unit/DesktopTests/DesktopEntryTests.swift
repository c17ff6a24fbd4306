import Foundation
import Testing
import Desktop

@Suite struct DesktopEntryTests {
    private func entry(_ command: [String], name: String = "Drawbridge") -> DesktopEntry {
        DesktopEntry(
            id: "io.github.drawbridge", name: name, comment: "x", command: command, schemes: ["drawbridge", "other"])
    }

    @Test func `an entry defines the program for its schemes`() {
        #expect(
            entry(["/usr/bin/drawbridge", "link"]).text == """
                [Desktop Entry]
                Type=Application
                Name=Drawbridge
                Comment=x
                Exec="/usr/bin/drawbridge" "link" %u
                Terminal=false
                NoDisplay=true
                MimeType=x-scheme-handler/drawbridge;x-scheme-handler/other;

                """)
    }

    @Test func `a program of the menu has what people see and search there`() {
        let menu = DesktopEntry.Menu(
            kind: "Wallet", icon: "org.example.Wallet", categories: ["Office", "Finance"], keywords: ["a;b", "money"],
            windowClass: "wallet")
        let text = DesktopEntry(
            id: "org.example.Wallet", name: "Wallet", comment: "x", command: ["wallet"], schemes: ["wc"], menu: menu
        ).text
        let lines = text.split(separator: "\n")
        for line in [
            "GenericName=Wallet", "Icon=org.example.Wallet", "Categories=Office;Finance;", "Keywords=a\\;b;money;",
            "StartupWMClass=wallet", "MimeType=x-scheme-handler/wc;",
        ] {
            #expect(lines.contains(line[...]), "\(line)")
        }
        #expect(!text.contains("NoDisplay"))
    }

    @Test(arguments: [
        "plain", "two words", "\"quoted\"", "$HOME", "`id`", "back\\slash", "100%", "%u", "it's", "$(touch x)",
        "a;b&c|d",
    ])
    func `every argument is returned unchanged by the desktop`(argument: String) throws {
        let line = try #require(
            entry(["/bin/x", argument]).text.split(separator: "\n").first { $0.hasPrefix("Exec=") })
        // As the specification has it: first the value's escapes, then the quotes, then the codes.
        var value = ""
        var rest = line.dropFirst("Exec=".count)
        while let character = rest.popFirst() {
            value.append(character == "\\" ? rest.popFirst() ?? "?" : character)
        }
        #expect(value.hasPrefix("\"/bin/x\" \"") && value.hasSuffix("\" %u"))
        var inside = value.dropFirst("\"/bin/x\" \"".count).dropLast("\" %u".count)
        var read = ""
        while let character = inside.popFirst() {
            #expect(character != "\"", "the quotes end too early")
            switch character {
            case "\\": read.append(inside.popFirst() ?? "?")
            case "%":
                #expect(inside.popFirst() == "%", "a code of the desktop's")
                read.append("%")
            default: read.append(character)
            }
        }
        #expect(read == argument)
    }

    @Test func `a name cannot start a new line`() {
        #expect(entry(["x"], name: "a\nExec=evil").text.split(separator: "\n").count { $0.hasPrefix("Exec=") } == 1)
    }
}
