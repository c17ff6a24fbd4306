/// Files that are not text: images of the documentation and test cases.
///
/// Files downloaded into the source folders are neither.
enum UnexpectedFiles {
    private static let places = ["docs/images/", "/Vectors/", "Tests/Fuzz/Seeds/", "relay/Fuzz/Seeds/"]

    /// The `paths` that are not text, in folders for text only.
    static func among(_ paths: [String], texts: Set<String>) -> [String] {
        paths.filter { path in !texts.contains(path) && !places.contains { path.contains($0) } }
    }
}
