import Testing

/// Compares the protocol documents and `web/types` with the golden messages, which the tests of the wallet and of the
/// page scripts compare with the code.
@Suite struct GoldenDocumentsTests {
    private func document(_ name: String) throws -> TextFile {
        try #require(Repository.file("docs/protocol/\(name).md"))
    }

    private func types(_ name: String) throws -> TextFile {
        try #require(Repository.file("web/types/\(name).d.ts"))
    }

    /// The names in the first cells of the tables under `headings`.
    private func names(under headings: [String], in document: TextFile) -> [String] {
        headings.flatMap { GoldenDocuments.rows(under: $0, in: document) }.compactMap(\.first)
            .flatMap(GoldenDocuments.names)
    }

    @Test func `the commands of Link match its document and the types`() throws {
        let golden = Set(try GoldenDocuments.methods(of: "link").keys)
        #expect(golden.count == 7)
        #expect(Set(names(under: ["Commands"], in: try document("link")).filter { golden.contains($0) }) == golden)
        let commands = GoldenDocuments.rows(under: "Commands", in: try document("link")).filter { $0.count == 4 }
        #expect(Set(commands.compactMap(\.first).flatMap(GoldenDocuments.names)) == golden)
        #expect(GoldenDocuments.members(of: "Commands", in: try types("link")) == golden)
    }

    @Test func `the methods of Ethereum match its document and the types`() throws {
        let golden = try GoldenDocuments.methods(of: "ethereum")
        let refused = golden.filter { method, exchanges in
            exchanges.allSatisfy { $0["request"]?["method"]?.string != method || $0["reply"]?["error"] != nil }
        }
        #expect(golden.count > 50)
        let document = try document("ethereum")
        let listed = names(under: ["Methods", "Read methods"], in: document)
        #expect(listed.count == Set(listed).count)
        #expect(Set(listed) == Set(golden.keys).subtracting(refused.keys))
        #expect(GoldenDocuments.members(of: "Methods", in: try types("ethereum")) == Set(listed))
        var unsupported: [String: String] = [:]
        for row in GoldenDocuments.rows(under: "Unsupported methods", in: document) where row.count == 2 {
            for name in GoldenDocuments.names(in: row[1]) where name.contains("_") { unsupported[name] = row[0] }
        }
        #expect(unsupported == refused.compactMapValues { $0.first?["reply"]?["error"]?["code"]?.integer })
    }

    @Test func `the methods of payments and the messages of forms match their documents`() throws {
        let payment = names(under: ["Actions"], in: try document("walletconnect-pay"))
        #expect(Set(payment) == Set(try GoldenDocuments.methods(of: "payment").keys))
        let form = try document("data-collection")
        let golden = try GoldenDocuments.methods(of: "form")
        let shown = form.text.matches(of: /`(\{"type": .*?\})`/).map { String($0.1) }
        #expect(Set(try shown.compactMap { try GoldenDocuments.value($0)["type"]?.string }) == Set(golden.keys))
        let messages = try GoldenDocuments.messages()
        for example in shown { #expect(messages.contains(try GoldenDocuments.value(example)), "\(example)") }
    }

    @Test func `every example in the documents is a golden message`() throws {
        let messages = try GoldenDocuments.messages()
        var count = 0
        for file in Repository.files where file.isIn("docs/protocol") && file.isNamed(".md") {
            for example in GoldenDocuments.examples(in: file) {
                #expect(messages.contains(try GoldenDocuments.value(example)), "\(file.path): \(example)")
                count += 1
            }
        }
        #expect(count >= 6)
    }

    @Test func `the table of errors and the types match the golden errors`() throws {
        let wallet = try GoldenDocuments.values("errors").filter { $0["revert"] == nil }
        let page = try GoldenDocuments.values("page-errors").filter { $0["reason"] != nil }
        var rows: [String: [String]] = [:]
        for row in GoldenDocuments.rows(under: "Errors", in: try document("README")) where row.count == 4 {
            rows[try #require(GoldenDocuments.names(in: row[0]).first)] = Array(row.dropFirst(2))
        }
        #expect(Set(rows.keys) == Set((wallet + page).compactMap { $0["reason"]?.string }))
        for error in wallet + page {
            let reason = try #require(error["reason"]?.string)
            let type = error["link"]?["type"]?.string.map { "`\($0)`" } ?? "no response"
            let code = try #require(error["ethereum"]?["code"]?.integer)
            #expect(rows[reason] == [type, code], "\(reason)")
        }
        #expect(GoldenDocuments.cases(of: "ErrorReason", in: try types("errors")) == Set(rows.keys))
        let all = try GoldenDocuments.values("errors") + GoldenDocuments.values("page-errors")
        let link = Set(all.compactMap { $0["link"]?["type"]?.string })
        #expect(GoldenDocuments.cases(of: "ErrorType", in: try types("link")) == link)
        let codes = all.compactMap { $0["ethereum"]?["code"]?.integer?.replacing("−", with: "-") }
        #expect(GoldenDocuments.cases(of: "ErrorCode", in: try types("ethereum")) == Set(codes))
    }

    @Test func `examples, tables and types are parsed correctly`() throws {
        let text =
            "# A\n```json\n{ \"a\": 1 }\n```\n```\nno\n```\n## B\n| x | y |\n|---|---|\n| `a`, `b` | −3 |\n## C\n| `c` | |\n"
        let file = TextFile(path: "docs/protocol/a.md", text: text)
        #expect(GoldenDocuments.examples(in: file) == ["{ \"a\": 1 }\n"])
        #expect(GoldenDocuments.rows(under: "B", in: file) == [["`a`, `b`", "−3"]])
        #expect(GoldenDocuments.names(in: "`a`, `b c` and `d`") == ["a", "d"])
        #expect(try GoldenDocuments.value("[-3, {\"a\": null}]").array.first?.integer == "−3")
        let types = TextFile(
            path: "a.d.ts",
            text: "export interface M {\n    a: {\n        b: 1;\n    };\n}\nexport type T =\n    | \"x\"\n    | -1;\n")
        #expect(GoldenDocuments.members(of: "M", in: types) == ["a"])
        #expect(GoldenDocuments.cases(of: "T", in: types) == ["x", "-1"])
    }
}
