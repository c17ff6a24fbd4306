import Bridge
import Testing

@testable import WebHost

@Suite struct PageScriptsTests {
    private func scripts(name: String = "Wallet", limits: Limits = Limits()) -> PageScripts {
        let ethereum = PageDialect.ethereum(name: name, icon: "data:image/svg+xml,<svg/>", domain: "org.example.wallet")
        return PageScripts(dialects: [.link, ethereum], limits: limits)
    }

    @Test func `no module syntax remains in a script`() {
        let scripts = scripts()
        for line in (scripts.page + scripts.relay).split(separator: "\n") {
            let words = line.split(separator: " ")
            #expect(words.first != "import" && words.first != "export", "\(line)")
        }
    }

    @Test func `the scripts have no comments and only ASCII`() {
        let scripts = PageScripts(
            dialects: [.link, .invoke(), .ethereum(name: "“ü”", icon: "", domain: "x")], limits: Limits())
        for script in [scripts.page, scripts.relay, String(decoding: PageDialect.collection.modules[0], as: UTF8.self)]
        {
            #expect(script.utf8.allSatisfy { $0 < 0x80 })
            for line in script.split(separator: "\n") {
                let text = line.drop { $0 == " " }
                #expect(
                    !text.hasPrefix("//") && !text.hasPrefix("* ") && !text.hasPrefix("*/") && text != "/**", "\(line)")
            }
        }
        #expect(scripts.page.contains(#""name":"\u201c\u00fc\u201d""#))
        #expect(scripts.page.contains(#""\u201conProgress\u201d must be a function."#))
    }

    @Test func `only comments are removed from a module`() {
        let module = """
            // @ts-check
            /** One. */
            const a = "/* // */"; // kept
            /**
             * Several.
             */
                /* Indented
                   end */
            const b = /** @type {any} */ (a);
            /** @type {any} */ (b).c = 1;
            """
        let kept = [
            "const a = \"/* // */\"; // kept", "const b = /** @type {any} */ (a);", "/** @type {any} */ (b).c = 1;",
        ]
        #expect(
            String(decoding: PageScripts.compact(module), as: UTF8.self) == kept.joined(separator: "\n"))
    }

    @Test func `limits and tags reach both worlds`() {
        var limits = Limits()
        limits.inFlightPerDocument = 7
        limits.bodyBytes = 99
        limits.bytesInFlightPerDocument = 700
        let scripts = scripts(limits: limits)
        let text =
            #"{"inFlight":7,"bodyBytes":99,"bytesInFlight":700,"reportsReplaced":true,"usesSocket":false,"tags":"LE"}"#
        #expect(scripts.page.contains("const wire = openWire(window, \(text));\n"))
        #expect(scripts.relay.contains("\ninstallRelay(window, \(text));\n"))
    }

    @Test func `each requested dialect is installed once, in order, and no other`() throws {
        let page = scripts().page
        let calls = page.split(separator: "\n").filter { $0.hasPrefix("install") }
        #expect(calls.first == "installLink(window, wire, null);")
        #expect(calls.count == 2)
        #expect(!PageScripts(dialects: [.link], limits: Limits()).page.contains("ethereum"))
        #expect(PageScripts(dialects: [], limits: Limits()).relay.contains(#""tags":"""#))
    }

    @Test func `a name is used only after the function that defines it`() throws {
        let page = scripts().page
        let given = page.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter {
            $0.element.hasPrefix("const { ") && $0.element.hasSuffix("} = (() => {")
        }
        #expect(given.count == 5)
        #expect(given.first?.element == "const { openWire } = (() => {")
        for name in ["openWire", "installLink", "installEthereum"] {
            #expect(
                page.split(separator: "\n").count { $0.hasPrefix("return { ") && $0.contains(name) } == 1, "\(name)")
        }
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "\u{2028}alert(1)\u{2029}", "\");alert(1);(\"", "\\\");alert(1)//",
        "${alert(1)}`",
        "\n\r\0", "<!--", "*/alert(1)/*",
    ])
    func `the embedder's name is inserted as data`(name: String) throws {
        let page = scripts(name: name).page
        let start = "installEthereum(window, wire, "
        let lines = page.split(separator: "\n").filter { $0.hasPrefix(start) }
        #expect(lines.count == 1)
        let options = try JSON(parsing: String(try #require(lines.first).dropFirst(start.count).dropLast(2)))
        #expect(Array(try #require(options["name"]?.string).utf8) == Array(name.utf8))
        #expect(options.object?.keys == ["name", "icon", "rdns"])
    }

    @Test func `the host's handler is named only in the bridge's own script world`() {
        let scripts = scripts()
        #expect(scripts.relay.contains("messageHandlers.drawbridge"))
        #expect(!scripts.page.contains("messageHandlers.drawbridge"))
    }

    @Test func `a script runs once in a document and leaves no name behind`() {
        for script in [scripts().page, scripts().relay] {
            #expect(
                script.hasPrefix("(() => {\n\"use strict\";\nif (window.drawbridgeDocument === document) return;\n"))
            #expect(script.hasSuffix("\n})();\n"))
        }
    }
}
