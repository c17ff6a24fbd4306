import Foundation
import Testing

@Suite struct DependenciesTests {
    private static let tree = String(repeating: "a", count: 40)

    private let list = Dependencies.read(TextFile(path: "list", text: "bigint 6.0.1 \(tree) https://host/BigInt\n"))
        .packages

    @Test func `the resolved packages match the list`() throws {
        let file = try #require(Repository.file("scripts/dependencies"))
        let (packages, breaches) = Dependencies.read(file)
        #expect(breaches == [])
        // SwiftPM keeps packages that are no longer used in the second file.
        let path = try #require(
            ["Package.resolved", ".build/workspace-state.json"].first(where: Repository.holds),
            "SwiftPM has not resolved the packages")
        let data = try Data(contentsOf: Repository.root.appending(path: path))
        #expect(Dependencies.differences(packages, data) == [], "\(path); see scripts/resolved")
    }

    @Test func `manifests request the exact versions of the list`() throws {
        let manifests = Repository.governed.filter { $0.path == "Package.swift" || $0.isNamed("/Package.swift") }
        #expect(manifests.flatMap(Dependencies.inexact) == [])
        let manifest = try #require(Repository.file("Package.swift"))
        let file = try #require(Repository.file("scripts/dependencies"))
        #expect(Dependencies.unlisted(in: manifest, Dependencies.read(file).packages) == [])
    }

    @Test func `the relay's manifest requests the exact versions of its list`() throws {
        let manifest = try #require(Repository.file("relay/Package.swift"))
        let (packages, breaches) = Dependencies.read(try #require(Repository.file("scripts/dependencies-relay")))
        #expect(breaches == [])
        #expect(Dependencies.unlisted(in: manifest, packages) == [])
    }

    @Test(arguments: [
        "url: \"https://host/BigInt\", from: \"6.0.1\"", "url: \"https://host/BigInt\", branch: \"main\"",
        "url: \"https://host/BigInt\", \"6.0.1\"..<\"7.0.0\"", "url: \"https://host/BigInt\", revision: \"abc\"",
        "url: \"https://host/BigInt\", exact: \"6.0.1-beta\"",
        "url: \"https://host/BigInt\", .upToNextMajor(from: \"6.0.1\"",
    ])
    func `an inexact version is detected`(request: String) {
        let manifest = TextFile(path: "Package.swift", text: "[.package(\(request)), .package(path: \"../..\")]")
        #expect(Dependencies.inexact(in: manifest).count == 1)
    }

    @Test func `a version that is not in the list is detected`() {
        let manifest = { (version: String) in
            TextFile(path: "Package.swift", text: ".package(url: \"https://host/BigInt.git\", exact: \"\(version)\")")
        }
        #expect(Dependencies.inexact(in: manifest("6.0.1")) == [])
        #expect(Dependencies.unlisted(in: manifest("6.0.1"), list) == [])
        #expect(Dependencies.unlisted(in: manifest("6.0.2"), list).count == 1)
        #expect(Dependencies.unlisted(in: manifest("6.0.1"), [:]).count == 1)
    }

    @Test func `the files of the packages are those of the list`() throws {
        let check = Process()
        check.executableURL = Repository.root.appending(path: "scripts/resolved")
        check.arguments = ["--check"]
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0)
    }

    @Test func `packages are held to the list before the compiler runs`() throws {
        for (script, fetch) in [
            ("build", "scripts/resolved --fetch || exit 1"), ("fuzz", "scripts/resolved --fetch || exit 1"),
            ("relay", "scripts/resolved relay --fetch || exit 1"),
            ("fuzz-relay", "../scripts/resolved relay --fetch || exit 1"),
            ("bench", "scripts/resolved relay --fetch || return 1"),
        ] {
            let lines = try #require(Repository.file("scripts/\(script)")).lines
            let builds = lines.indices.filter { index in
                let line = lines[index].drop { $0 == " " }
                return line.hasPrefix("swift build") || line.hasPrefix("swift test")
            }
            let first = try #require(builds.first, "\(script)")
            let fetched = try #require(lines.firstIndex { $0.drop { $0 == " " } == fetch }, "\(script)")
            #expect(fetched < first, "\(script)")
        }
    }

    @Test(arguments: [
        "bigint 6.0.1", "bigint 6.0.1 \(tree)", "bigint 6 \(tree) https://host/a",
        "BigInt 6.0.1 \(tree) https://host/a", "bigint 6.0.1 \(tree)0 https://host/a",
        "bigint 6.0.1 \(tree) http://host/a",
    ])
    func `a malformed line of the list is detected`(line: String) {
        #expect(Dependencies.read(TextFile(path: "list", text: line)).breaches.count == 1)
    }

    @Test func `a list that is not sorted, or names a package twice, is detected`() {
        let text = ["b", "a", "a"].map { "\($0) 1.0.0 \(Self.tree) https://host/\($0)\n" }.joined()
        #expect(Dependencies.read(TextFile(path: "list", text: text)).breaches.count == 2)
    }

    /// The format in which SwiftPM writes `Package.resolved` and `workspace-state.json`.
    private func resolved(
        _ name: String, _ version: String, of address: String = "https://host/BigInt.git"
    ) -> [Data] {
        let state = "{\"revision\": \"abc\", \"version\": \"\(version)\"}"
        return [
            "{\"pins\": [{\"identity\": \"\(name)\", \"location\": \"\(address)\", \"state\": \(state)}], \"version\": 3}",
            """
            {"object": {"artifacts": [], "dependencies": [{"packageRef": {"identity": "\(name)",
            "location": "\(address)"},
            "state": {"checkoutState": \(state), "name": "sourceControlCheckout"}}]}, "version": 7}
            """,
        ].map { Data($0.utf8) }
    }

    @Test func `a different version or address, and an extra or missing package, are detected`() {
        for data in resolved("bigint", "6.0.1") {
            #expect(Dependencies.differences(list, data) == [])
            #expect(Dependencies.differences([:], data) == ["bigint was resolved, and is not in the list"])
        }
        for data in resolved("bigint", "6.0.2") + resolved("bigint", "6.0.1", of: "https://host/Other") {
            #expect(Dependencies.differences(list, data).count == 1)
            #expect(Dependencies.differences(list, data).first?.hasPrefix("bigint was resolved to ") == true)
        }
        for data in resolved("other", "6.0.1") {
            #expect(Dependencies.differences(list, data).count == 2)
        }
        let local = Data(
            """
            {"object": {"dependencies": [{"packageRef": {"identity": "bigint"}, "state": {"name": "edited"}}]}}
            """.utf8)
        #expect(Dependencies.differences(list, local).count == 1)
        for text in ["", "{}", "{\"pins\": []}", "[]"] {
            #expect(Dependencies.differences(list, Data(text.utf8)) == ["what was resolved cannot be read"])
        }
    }
}
