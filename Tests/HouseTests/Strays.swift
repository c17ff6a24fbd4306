/// Files that are not text: pictures of the documentation and cases of tests.
///
/// What somebody downloaded beside the sources is neither.
enum Strays {
    private static let places = ["docs/images/", "/Vectors/", "Tests/Fuzz/Seeds/"]

    /// Those of `paths` that are no text, and lie where nothing but text belongs.
    static func among(_ paths: [String], texts: Set<String>) -> [String] {
        paths.filter { path in !texts.contains(path) && !places.contains { path.contains($0) } }
    }
}
