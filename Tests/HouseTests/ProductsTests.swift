import Testing

@Suite struct ProductsTests {
    @Test func `a product exports products only, and other modules export nothing`() throws {
        let libraries = Products.libraries(of: try #require(Repository.file("Package.swift")))
        #expect(libraries.contains("Bridge") && libraries.isSubset(of: ModuleTable.sources.keys))
        #expect(Repository.files.flatMap { Products.breaches(in: $0, libraries: libraries) } == [])
    }

    @Test func `every product has a guide`() throws {
        let libraries = Products.libraries(of: try #require(Repository.file("Package.swift")))
        #expect(Products.guideBreaches(paths: Repository.paths, libraries: libraries) == [])
    }

    @Test func `the page about stability names every product`() throws {
        let libraries = Products.libraries(of: try #require(Repository.file("Package.swift")))
        let page = try #require(Repository.file("docs/stability.md")).text
        #expect(libraries.filter { !page.contains("`\($0)`") } == [])
    }

    @Test func `every exception names a module that is not a product`() throws {
        let libraries = Products.libraries(of: try #require(Repository.file("Package.swift")))
        #expect(libraries.isDisjoint(with: Products.exceptions.keys))
        #expect(Set(Products.exceptions.keys).isSubset(of: ModuleTable.sources.keys))
    }

    @Test(arguments: [
        ("Sources/Bridge/A.swift", "public import Messages"),
        ("Sources/Bridge/A.swift", "@preconcurrency public import Store"),
        ("Sources/Store/A.swift", "public import Bridge"),
        ("Sources/Store/A.swift", "    public private(set) var path: String"),
        ("Sources/Store/A.swift", "    @discardableResult public func close() -> Bool {"),
        ("Sources/Store/A.swift", "    nonisolated public static let name = \"store\""),
        ("Sources/Store/A.swift", "    public init(folder: String) {"),
        ("Sources/Store/A.swift", "    public class func make() {"),
        ("Sources/Store/A.swift", "    public subscript(index: Int) -> Int {"),
    ])
    func `a public declaration in the wrong place is detected`(path: String, text: String) {
        #expect(Products.breaches(in: TextFile(path: path, text: text), libraries: ["Bridge"]).count == 1)
    }

    @Test(arguments: [
        ("Sources/Bridge/A.swift", "public import Bridge"),
        ("Sources/Bridge/A.swift", "public import Logging"),
        ("Sources/Bridge/A.swift", "import Messages"),
        ("Sources/Bridge/A.swift", "public struct Request {"),
        ("Sources/Store/A.swift", "package import Bridge"),
        ("Sources/Store/A.swift", "/// A public let."),
        ("Sources/Store/A.swift", "public keys: let them be"),
        ("Sources/Store/A.swift", "package func publish() {"),
        ("Tests/Support/A.swift", "public let answer = 42"),
    ])
    func `other declarations are accepted`(path: String, text: String) {
        #expect(Products.breaches(in: TextFile(path: path, text: text), libraries: ["Bridge"]) == [])
    }

    @Test func `a missing guide and a guide of another module are detected`() {
        let paths = ["Sources/Bridge/Bridge.docc/Bridge.md", "Sources/Store/Store.docc/Store.md"]
        #expect(Products.guideBreaches(paths: paths, libraries: ["Bridge", "Keys"]).count == 2)
        #expect(Products.guideBreaches(paths: paths, libraries: ["Bridge", "Store"]) == [])
    }

    @Test func `the libraries are read from the manifest`() {
        let manifest = TextFile(path: "Package.swift", text: "let libraries = [\n    \"Bridge\", \"Keys\",\n]\n")
        #expect(Products.libraries(of: manifest) == ["Bridge", "Keys"])
    }
}
