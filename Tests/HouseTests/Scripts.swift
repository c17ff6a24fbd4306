/// The page scripts: WebHost joins its modules line by line, so they use only forms that can be joined.
enum Scripts {
    /// The lines of `file` that cannot be joined, each as a sentence.
    static func breaches(in file: TextFile) -> [String] {
        zip(1..., file.lines).compactMap { number, line in
            let sound =
                if line.hasPrefix("import") {
                    line.wholeMatch(of: /import \{ [\w$]+(?:, [\w$]+)* \} from "\.{1,2}\/[\w.\/-]+\.js";/) != nil
                } else if line.hasPrefix("export") {
                    line.prefixMatch(of: /export (?:function|class) [\w$]+/) != nil
                } else {
                    // In a comment, it is the name of a type.
                    line.prefixMatch(of: /\s*(?:\*|\/\*\*)/) != nil
                        || line.firstMatch(of: /\bimport\s*\(|\bimport\.meta\b/) == nil
                }
            return sound ? nil : "\(file.path):\(number) is no single-line import or named export"
        }
    }

    /// The paths of `files` that none of `sources` in C embeds.
    static func unlisted(_ files: [TextFile], in sources: [TextFile]) -> [String] {
        files.map(\.path).filter { path in
            !sources.contains { $0.text.contains("#embed \"../../\(path.dropFirst("Sources/".count))\"") }
        }
    }
}
