/// Files that are not text: pictures of the documentation and cases of tests.
///
/// Files downloaded next to the sources are neither.
enum UnexpectedFiles {
    private static let places = ["docs/images/", "/Vectors/", "Tests/Fuzz/Seeds/"]

    /// Those of `paths` that are not text, and lie where only text belongs.
    static func among(_ paths: [String], texts: Set<String>) -> [String] {
        paths.filter { path in !texts.contains(path) && !places.contains { path.contains($0) } }
    }
}
