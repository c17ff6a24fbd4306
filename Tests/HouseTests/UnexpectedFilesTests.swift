import Testing

@Suite struct UnexpectedFilesTests {
    @Test func `only text files are next to the sources`() {
        let texts = Set(Repository.files.map(\.path))
        #expect(texts.count < Repository.paths.count)
        #expect(UnexpectedFiles.among(Repository.paths, texts: texts) == [])
    }

    @Test func `a package downloaded into the wrong folder is detected`() {
        let paths = [
            "Tests/Unit/KeysTests/cffi.whl", "Tests/Unit/KeysTests/Vectors/a.bin", "docs/images/a.png", "README.md",
        ]
        #expect(UnexpectedFiles.among(paths, texts: ["README.md"]) == ["Tests/Unit/KeysTests/cffi.whl"])
    }
}
