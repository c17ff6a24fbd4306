import Testing

@Suite struct UntranslatedTextsTests {
    @Test func `the texts for people are in the message catalog`() {
        let code = Repository.governed.filter { file in
            file.isNamed(".swift") && UntranslatedTexts.modules.contains { file.module == $0 }
        }
        #expect(code.count > 300)
        #expect(code.flatMap(UntranslatedTexts.breaches) == [])
    }

    @Test(arguments: [
        "gtk_label_set_text(label, \"Not now\")", "Draw.add(Draw.button(\"Close\", onClose), to: box)",
        "rows.append(Approval.Row(\"From\", .exact(address)))", "Approval.Warning(.danger, \"This is “\\(name)”.\")",
        "Draw.name(button, isOpen ? localized(\"Close\") : \"Open it\")",
        "ask(.init(sentence: \"Open it?\", yes: yes))",
        "init(button: String = \"Unlock\") {}", "var sentence: String { \"It is \\(count(\"a\")) days old.\" }",
        "let title = \"A form\"", "var label: String {\n    switch self {\n    case .plain: \"Note\"\n    }\n}",
        "refuse(\"It was \\(isDone ? \"blocked by it\" : \"\")\")",
        "Draw.label(\n    \"\"\"\n    A “form” of it\n    \"\"\")",
    ])
    func `a text that is shown without the message catalog is detected`(line: String) {
        #expect(UntranslatedTexts.breaches(in: TextFile(path: "Sources/A/A.swift", text: line)).isEmpty == false)
    }

    @Test(arguments: [
        "gtk_label_set_text(label, localized(\"Not now\"))", "// Draw.button(\"Close\")", "Draw.button(\"\", onClose)",
        "Draw.label(text, class: \"approval-dim\")", "let text = \"(address to, uint256 value)\"",
        "Draw.label(localized(\"Loading \\(name(of: \"a b\"), as: \"site\")…\"))", "let titles = [\"A form\"]",
        "Draw.label(localizable(\"\\(days, as: \"count\") day\", plural: \"\\(days, as: \"count\") days\", count: days))",
        "say(try answer() ?? RPCError(.gone, \"The request ended.\").message)",
        "Signal.connect(a, \"map\") { show(1) }",
    ])
    func `a text of the catalog, and a text that is not shown, is accepted`(line: String) {
        #expect(UntranslatedTexts.breaches(in: TextFile(path: "Sources/A/A.swift", text: line)) == [])
    }
}
