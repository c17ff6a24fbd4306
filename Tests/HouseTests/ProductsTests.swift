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
        ("Sources/Bridge/Bridge/A.swift", "public import Messages"),
        ("Sources/Bridge/Bridge/A.swift", "@preconcurrency public import Store"),
        ("Sources/Wallet/Store/A.swift", "public import Bridge"),
        ("Sources/Wallet/Store/A.swift", "    public private(set) var path: String"),
        ("Sources/Wallet/Store/A.swift", "    @discardableResult public func close() -> Bool {"),
        ("Sources/Wallet/Store/A.swift", "    nonisolated public static let name = \"store\""),
        ("Sources/Wallet/Store/A.swift", "    public init(folder: String) {"),
        ("Sources/Wallet/Store/A.swift", "    public class func make() {"),
        ("Sources/Wallet/Store/A.swift", "    public subscript(index: Int) -> Int {"),
    ])
    func `a public declaration in the wrong place is detected`(path: String, text: String) {
        #expect(Products.breaches(in: TextFile(path: path, text: text), libraries: ["Bridge"]).count == 1)
    }

    @Test(arguments: [
        ("Sources/Bridge/Bridge/A.swift", "public import Bridge"),
        ("Sources/Bridge/Bridge/A.swift", "public import Logging"),
        ("Sources/Bridge/Bridge/A.swift", "import Messages"),
        ("Sources/Bridge/Bridge/A.swift", "public struct Request {"),
        ("Sources/Wallet/Store/A.swift", "package import Bridge"),
        ("Sources/Wallet/Store/A.swift", "/// A public let."),
        ("Sources/Wallet/Store/A.swift", "public keys: let them be"),
        ("Sources/Wallet/Store/A.swift", "package func publish() {"),
        ("Tests/Support/A.swift", "public let answer = 42"),
    ])
    func `other declarations are accepted`(path: String, text: String) {
        #expect(Products.breaches(in: TextFile(path: path, text: text), libraries: ["Bridge"]) == [])
    }

    @Test func `a missing guide and a guide of another module are detected`() {
        let paths = ["Sources/Bridge/Bridge/Bridge.docc/Bridge.md", "Sources/Wallet/Store/Store.docc/Store.md"]
        #expect(Products.guideBreaches(paths: paths, libraries: ["Bridge", "Keys"]).count == 2)
        #expect(Products.guideBreaches(paths: paths, libraries: ["Bridge", "Store"]) == [])
    }

    @Test func `the libraries are read from the manifest`() {
        let manifest = TextFile(path: "Package.swift", text: "let libraries = [\n    \"Bridge\", \"Keys\",\n]\n")
        #expect(Products.libraries(of: manifest) == ["Bridge", "Keys"])
    }
}
