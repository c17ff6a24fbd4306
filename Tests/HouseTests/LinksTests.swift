import Testing

@Suite struct LinksTests {
    @Test func `every link in the documents has a target`() {
        let documents = Repository.files.filter { $0.isNamed(".md") && !$0.path.contains("/Vectors/") }
        let found = documents.flatMap {
            Links.breaches(in: $0, exists: Repository.holds, read: Repository.file)
        }
        #expect(found == [])
    }

    @Test(arguments: [
        "[a](missing.md)", "see ![a](missing.png \"A\")", "[a]: missing.md", "[a](other.md#none)",
        "[a](#none)",
        "[a](../../outside.md)", "<img src=\"missing.png\">", "[a](/other.md#none)",
    ])
    func `a broken link is detected`(line: String) {
        #expect(breaches(line).count == 1)
    }

    @Test(arguments: [
        "[a](other.md)", "[a](./other.md#a-heading-with-code)", "[a](#here-and-there)", "[a](../README.md)",
        "[a](https://example.org/missing.md)", "[a](mailto:a@example.org)", "`[a](missing.md)`",
        "```\n[a](missing.md)\n```", "[a](other.md#twice-1)", "[a](/docs/other.md)", "[a](other.md#named)",
    ])
    func `a valid link is accepted`(line: String) {
        #expect(breaches(line) == [])
    }

    private func breaches(_ line: String) -> [String] {
        let files = [
            TextFile(path: "docs/this.md", text: "# Here, and there\n\n\(line)\n"),
            TextFile(
                path: "docs/other.md",
                text: "## A heading with `code`\n# Twice\n# Twice\n<a id=\"named\"></a>\n"),
            TextFile(path: "README.md", text: ""),
        ]
        return Links.breaches(
            in: files[0], exists: { path in files.contains { $0.path == path } },
            read: { path in files.first { $0.path == path } })
    }
}
