import Foundation

/// The repository that this test was compiled from, read once.
enum Repository {
    /// Build results and other files of tools, which no rule checks.
    private static let ignored: Set<String> = [".git", ".build", "__pycache__", "node_modules"]

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every text file; symbolic links are not followed, files with a NUL byte or broken UTF-8 are left out.
    static let files: [TextFile] = paths.compactMap { path in
        guard let data = try? Data(contentsOf: root.appending(path: path)), !data.contains(0) else {
            return nil
        }
        return String(data: data, encoding: .utf8).map { TextFile(path: path, text: $0) }
    }

    /// The files that the rules apply to: not the files in which the rules themselves are written.
    static let governed = files.filter { !$0.isIn("Tests/HouseTests") }

    /// The paths of all regular files.
    static let paths: [String] = {
        let keys: [URLResourceKey] = [.isRegularFileKey, .isSymbolicLinkKey]
        guard let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: keys) else {
            return []
        }
        var found: [String] = []
        while let url = walk.nextObject() as? URL {
            if ignored.contains(url.lastPathComponent) {
                walk.skipDescendants()
                continue
            }
            let values = try? url.resourceValues(forKeys: Set(keys))
            guard values?.isRegularFile == true, values?.isSymbolicLink != true else { continue }
            found.append(String(url.path.dropFirst(root.path.count + (root.path.hasSuffix("/") ? 0 : 1))))
        }
        return found.sorted()
    }()

    /// The file at `path`, or `nil`.
    static func file(_ path: String) -> TextFile? {
        files.first { $0.path == path }
    }

    /// Whether there is a file or a folder at `path`.
    static func holds(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }
}
