/// The source files that the fuzz targets are compiled with, besides the libraries: `scripts/fuzz` reads their names from
/// comments, which no compiler checks.
enum FuzzSources {
    /// The files that `file` names and that do not exist, each as a sentence.
    static func breaches(in file: TextFile, exists: (String) -> Bool) -> [String] {
        names(in: file).filter { !exists($0) }.map { "\(file.path) is compiled with \($0), which does not exist" }
    }

    /// The files that `file` names.
    static func names(in file: TextFile) -> [String] {
        let mark = "// Together with: "
        return file.lines.filter { $0.hasPrefix(mark) }
            .flatMap { $0.dropFirst(mark.count).split(separator: " ").map(String.init) }
    }
}
