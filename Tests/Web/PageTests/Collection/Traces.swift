import Foundation

/// Files in which a text has been left.
enum Traces {
    /// The files of the user's folders, and of those for temporary things, that were written since `start` and hold
    /// `text`.
    static func of(_ text: String, since start: Date) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let home = NSHomeDirectory()
        let places = [
            environment["XDG_DATA_HOME"] ?? "\(home)/.local", environment["XDG_CACHE_HOME"] ?? "\(home)/.cache",
            environment["XDG_CONFIG_HOME"] ?? "\(home)/.config", environment["XDG_RUNTIME_DIR"] ?? "/run/user",
            "/tmp", "/var/tmp", "/dev/shm",
        ]
        return places.flatMap { files(in: $0, since: start) }.filter { holds($0, Data(text.utf8)) }
    }

    private static func files(in folder: String, since start: Date) -> [String] {
        let keys: [URLResourceKey] = [.isRegularFileKey, .contentModificationDateKey, .fileSizeKey]
        let all = FileManager.default.enumerator(
            at: URL(fileURLWithPath: folder), includingPropertiesForKeys: keys,
            options: [.skipsPackageDescendants])
        return sequence(state: all) { $0?.nextObject() }.compactMap { entry in
            // Deeper folders are a developer's work, and take long to search.
            if let all, all.level >= 4 { all.skipDescendants() }
            guard let url = entry as? URL, let values = try? url.resourceValues(forKeys: Set(keys)),
                values.isRegularFile == true, values.contentModificationDate.map({ $0 >= start }) == true,
                (values.fileSize ?? 0) < 64 << 20
            else { return nil }
            return url.path
        }
    }

    private static func holds(_ path: String, _ text: Data) -> Bool {
        (try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe))?.range(of: text) != nil
    }
}
