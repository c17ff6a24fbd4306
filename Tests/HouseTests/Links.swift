/// The links of a Markdown file, and whether their targets exist.
enum Links {
    /// The broken links of `file`, each as a sentence.
    ///
    /// `exists` tells whether a path from the root is a file or a folder, `read` returns the text file at a path.
    static func breaches(
        in file: TextFile, exists: (String) -> Bool, read: (String) -> TextFile?
    ) -> [String] {
        targets(of: file).compactMap { target in
            guard !isElsewhere(target) else { return nil }
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let path = parts[0].isEmpty ? file.path : resolve(String(parts[0]), from: file.path)
            guard let path, exists(path) else { return "\(file.path) links to \(target), which is not there" }
            guard parts.count > 1, path.hasSuffix(".md") else { return nil }
            let anchors = read(path).map(anchors(of:)) ?? []
            return anchors.contains(String(parts[1]))
                ? nil : "\(file.path) links to \(target), but there is no such heading"
        }
    }

    /// The targets of inline links and pictures, outside code.
    static func targets(of file: TextFile) -> [String] {
        prose(of: file).flatMap { line -> [String] in
            guard line[...].hasAny(of: ["](", "]:", "src=", "href="]) else { return [] }
            return line.matches(of: /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/).map { String($0.1) }
                + line.matches(of: /^\s*\[[^\]]+\]:\s+<?([^\s>]+)/).map { String($0.1) }
                + line.matches(of: /(?:src|href)="([^"]+)"/).map { String($0.1) }
        }
    }

    /// The anchors of `file`'s headings, as code hosts generate them.
    static func anchors(of file: TextFile) -> Set<String> {
        var found: Set<String> = []
        for line in prose(of: file, keepingCode: true) {
            for name in line.matches(of: /<a (?:id|name)="([^"]+)"/) { found.insert(String(name.1)) }
            guard let heading = line.wholeMatch(of: /#{1,6}\s+(.+?)\s*#*/) else { continue }
            let words = heading.1.replacing(/\]\([^)]*\)/, with: "").lowercased()
            let slug = String(
                words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 }
            )
            var name = slug
            var count = 0
            while !found.insert(name).inserted {
                count += 1
                name = "\(slug)-\(count)"
            }
        }
        return found
    }

    /// The lines of `file` outside fenced code, and without inline code unless `keepingCode`.
    private static func prose(of file: TextFile, keepingCode: Bool = false) -> [String] {
        var fenced = false
        return file.lines.compactMap { line -> String? in
            if line.has("```"), line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") {
                fenced.toggle()
                return nil
            }
            guard !fenced else { return nil }
            return keepingCode || !line.has("`") ? String(line) : String(line.replacing(/`[^`]*`/, with: "code"))
        }
    }

    private static func isElsewhere(_ target: String) -> Bool {
        target.prefixMatch(of: /[a-z][a-z0-9+.-]*:/) != nil
    }

    /// Resolves `target` from the folder of `path`; `nil` if it leaves the repository.
    private static func resolve(_ target: String, from path: String) -> String? {
        var steps = target.hasPrefix("/") ? [] : Array(path.split(separator: "/").dropLast())
        for step in target.split(separator: "/") where step != "." {
            guard step == ".." else {
                steps.append(step)
                continue
            }
            guard steps.popLast() != nil else { return nil }
        }
        return steps.joined(separator: "/")
    }
}
