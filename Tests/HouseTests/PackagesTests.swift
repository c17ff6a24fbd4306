import Testing

@Suite struct PackagesTests {
    private let manifest = TextFile(path: "Package.swift", text: "system(\"CNettle\", apt: \"nettle-dev\"),")

    @Test func `the packages in the manifest are in the list`() throws {
        let list = try #require(Repository.file("scripts/packages"))
        let manifest = try #require(Repository.file("Package.swift"))
        #expect(manifest.text.contains("apt: \""))
        #expect(Packages.breaches(list: list, manifest: manifest) == [])
    }

    @Test(arguments: ["", "check nettle-dev hashes", "build nettle-dev-doc hashes", "# build nettle-dev hashes"])
    func `a package that is missing from the list is detected`(text: String) {
        #expect(Packages.breaches(list: TextFile(path: "list", text: text), manifest: manifest).count == 1)
    }

    @Test func `a package without a reason or a group is detected`() {
        let list = TextFile(path: "list", text: "build nettle-dev hashes\nbuild xvfb\nxauth keys here\n")
        #expect(Packages.breaches(list: list, manifest: manifest).count == 2)
    }
}
