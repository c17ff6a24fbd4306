import Testing

@testable import Harness

@Suite struct TestTargetTests {
    private func withFolder(_ body: (TestFolder) throws -> Void) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        for name in [
            "b.test.html", "a.test.js", "sub/c.test.mjs", "page.html", ".x/d.test.js", "node_modules/e.test.js",
        ] {
            try folder.write("", to: name)
        }
        try folder.link("loop", to: ".")
        try body(folder)
    }

    @Test func `a folder lists its tests by name, without links and packages`() throws {
        try withFolder { folder in
            let targets = try TestTarget.find([folder.path + "/"], root: nil)
            #expect(
                targets.map(\.name) == ["a.test.js", "b.test.html", "sub/c.test.mjs"].map { "\(folder.path)/\($0)" })
            #expect(targets.map(\.page) == ["a.test.js.html", "b.test.html", "sub/c.test.mjs.html"])
            #expect(targets.map(\.isScript) == [true, false, true])
        }
    }

    @Test func `a page is listed once, and may be any page`() throws {
        try withFolder { folder in
            let page = "\(folder.path)/page.html"
            let targets = try TestTarget.find([page, page, "http://127.0.0.1:5173/a"], root: nil)
            #expect(
                targets.map(\.place) == [
                    .file(root: folder.path, path: "page.html"), .address("http://127.0.0.1:5173/a"),
                ])
        }
    }

    @Test func `a page in a folder that was listed before it is not listed again`() throws {
        try withFolder { folder in
            let targets = try TestTarget.find([folder.path, "\(folder.path)/sub/c.test.mjs"], root: nil)
            #expect(targets.map(\.page) == ["a.test.js.html", "b.test.html", "sub/c.test.mjs.html"])
        }
    }

    @Test func `another root is served if it contains the page`() throws {
        try withFolder { folder in
            let page = "\(folder.path)/sub/c.test.mjs"
            let targets = try TestTarget.find([page], root: folder.path)
            #expect(targets.map(\.place) == [.file(root: folder.path, path: "sub/c.test.mjs")])
            #expect(throws: HarnessError.self) {
                try TestTarget.find(["\(folder.path)/page.html"], root: "\(folder.path)/sub")
            }
        }
    }

    @Test func `a target that cannot be tested is reported`() throws {
        try withFolder { folder in
            try folder.write("", to: "notes.txt")
            try folder.write("", to: "empty/page.html")
            for path in ["/none", "/notes.txt", "/empty"].map({ folder.path + $0 }) + [
                "https://example.org/", "ftp://localhost/",
            ] {
                #expect(throws: HarnessError.self) { try TestTarget.find([path], root: nil) }
            }
        }
    }

    @Test func `the page of a script refers to it, whatever its name`() {
        let target = TestTarget(name: "x", place: .file(root: "/", path: "a/\"><b & c.test.js"))
        #expect(target.html.contains("src=\"%22%3E%3Cb%20%26%20c.test.js\""))
    }
}
