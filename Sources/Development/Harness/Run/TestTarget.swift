import Bridge
import Foundation
import LocalServer

/// One page to test.
struct TestTarget: Hashable {
    /// The location of the page.
    enum Place: Hashable {
        /// A file in a served folder.
        case file(root: String, path: String)

        /// A page served by another program on this machine.
        case address(String)
    }

    /// Its name in reports.
    let name: String

    let place: Place

    /// The file's complete path, which does not depend on the folder that is served, or the URL.
    private var location: String {
        switch place {
        case .file(let root, let path): root == "/" ? "/\(path)" : "\(root)/\(path)"
        case .address(let url): url
        }
    }

    /// Whether it is a script, which needs a generated page.
    var isScript: Bool {
        guard case .file(_, let path) = place else { return false }
        return path.hasSuffix(".js") || path.hasSuffix(".mjs")
    }

    /// The path of the page: the file itself, or the generated page next to a script.
    var page: String {
        switch place {
        case .file(_, let path): isScript ? path + ".html" : path
        case .address(let url): url
        }
    }

    /// The generated page of a script.
    var html: String {
        let script = page.split(separator: "/").last.map { $0.dropLast(".html".count) } ?? ""
        let source = Site.escaped(String(script))
        return "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Tests</title>\n<body>\n"
            + "<script type=\"module\" src=\"\(source)\"></script>\n"
    }

    /// The pages that `paths` name, each once; folders stand for their files named `*.test.html`, `*.test.js` and
    /// `*.test.mjs`.
    ///
    /// - Parameters:
    ///   - paths: Files, folders, and URLs on this machine.
    ///   - root: The folder to serve instead of each path's own; it must contain all files.
    /// - Returns: The pages, in the order of the paths, and sorted by name within a folder.
    /// - Throws: If a path names nothing that can be tested.
    static func find(_ paths: [String], root: String?) throws(HarnessError) -> [TestTarget] {
        var targets: [TestTarget] = []
        for path in paths {
            let found = try find(path, root: root)
            guard !found.isEmpty else { throw HarnessError(.unusable, "There is no test in \(path).") }
            targets += found.filter { each in !targets.contains { $0.location == each.location } }
        }
        return targets
    }

    private static func find(_ path: String, root: String?) throws(HarnessError) -> [TestTarget] {
        if path.contains("://") { return [try address(path)] }
        guard let real = SiteFolder.resolved(path) else { throw HarnessError(.unusable, "There is no \(path).") }
        if SiteFolder.kind(of: real) == S_IFDIR {
            let base = try folder(root ?? real)
            let name = path.hasSuffix("/") ? String(path.dropLast()) : path
            return try tests(in: real, below: "").map { relative throws(HarnessError) in
                TestTarget(
                    name: name == "." ? relative : "\(name)/\(relative)",
                    place: .file(root: base, path: try Self.path(of: "\(real)/\(relative)", in: base)))
            }
        }
        guard endings.contains(where: real.hasSuffix) else {
            throw HarnessError(.unusable, "\(path) is neither a page nor a script.")
        }
        let own = real.lastIndex(of: "/").map { String(real[..<$0]) } ?? "/"
        let base = try folder(root ?? own)
        return [TestTarget(name: path, place: .file(root: base, path: try Self.path(of: real, in: base)))]
    }

    private static let endings = [".html", ".htm", ".js", ".mjs"]
    private static let testEndings = [".test.html", ".test.js", ".test.mjs"]

    private static func address(_ url: String) throws(HarnessError) -> TestTarget {
        guard let origin = try? Origin(ofURL: url) else {
            throw HarnessError(.unusable, "\(url) is not the URL of a page.")
        }
        guard origin.isLoopback else {
            throw HarnessError(.unusable, "\(url) is not on this computer; a page that scripts a wallet must be.")
        }
        return TestTarget(name: url, place: .address(url))
    }

    private static func folder(_ path: String) throws(HarnessError) -> String {
        guard let folder = SiteFolder(path.isEmpty ? "/" : path) else {
            throw HarnessError(.unusable, "There is no folder \(path).")
        }
        return folder.root
    }

    private static func path(of file: String, in root: String) throws(HarnessError) -> String {
        let prefix = root == "/" ? "/" : root + "/"
        guard file.hasPrefix(prefix) else { throw HarnessError(.unusable, "\(file) is not in the folder \(root).") }
        return String(file.dropFirst(prefix.count))
    }

    /// The tests in `folder`, sorted by name; hidden folders, links and packages are skipped.
    private static func tests(in folder: String, below prefix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().flatMap { name -> [String] in
            guard !name.hasPrefix("."), name != "node_modules" else { return [] }
            switch SiteFolder.kind(of: "\(folder)/\(name)") {
            case S_IFDIR: return tests(in: "\(folder)/\(name)", below: "\(prefix)\(name)/")
            case S_IFREG where testEndings.contains(where: name.hasSuffix): return ["\(prefix)\(name)"]
            default: return []
            }
        }
    }
}
