/// The length of files.
///
/// A file is one idea; how long it is does not matter, but most ideas are short. ``Measures`` has the sizes of types.
enum Sizes {
    static let median = 150

    /// A sentence if the median file is too long.
    static func breaches(in files: [TextFile]) -> [String] {
        let lengths = files.map(\.length).sorted()
        guard let middle = lengths.dropFirst(lengths.count / 2).first, middle >= median else { return [] }
        return ["the median file has \(middle) lines"]
    }
}
