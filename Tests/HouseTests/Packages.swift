/// The list of system packages, which the package manifest and the set-up script must agree on.
enum Packages {
    /// The differences between the list and the manifest, each as a sentence.
    static func breaches(list: TextFile, manifest: TextFile) -> [String] {
        let rows = list.lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        let row = /(?:build|display|check|wayland|package) +[a-z0-9.+-]+ +\S.*/
        let unexplained = rows.filter { $0.wholeMatch(of: row) == nil }
        let listed = Set(
            rows.compactMap { row in
                row.hasPrefix("build ") ? row.split(separator: " ").dropFirst().first.map(String.init) : nil
            })
        let wanted = manifest.text.matches(of: /apt: "([^"]+)"/).map { String($0.1) }
        return unexplained.map { "“\($0)” is no group, package and reason" }
            + wanted.filter { !listed.contains($0) }.map { "\($0) is in \(manifest.path), but not in \(list.path)" }
    }
}
