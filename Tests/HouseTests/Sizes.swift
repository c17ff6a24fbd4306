/// The sizes of files.
///
/// A file is one idea; one that is cut only to be shorter is harder to read.
enum Sizes {
    static let longest = 800
    static let median = 150

    /// The files that are too long, each as a sentence.
    static func breaches(in files: [TextFile]) -> [String] {
        var found = files.filter { $0.length > longest }.map { "\($0.path) has \($0.length) lines" }
        let lengths = files.map(\.length).sorted()
        if let middle = lengths.dropFirst(lengths.count / 2).first, middle >= median {
            found.append("the median file has \(middle) lines")
        }
        return found
    }
}
