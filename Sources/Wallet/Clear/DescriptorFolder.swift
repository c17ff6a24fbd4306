public import Ethereum
import Foundation

/// Where descriptors lie: one folder of the user's, and those of the system.
public struct DescriptorFolder: Sendable {
    private static let mostFiles = 10_000
    private static let mostBytes = 1 << 20

    /// The folder.
    public let path: String

    /// The folder at `path`.
    public init(_ path: String) {
        self.path = path
    }

    /// The descriptors in the first folder that there is: `drawbridge/descriptors` in the user's folder for data, then in
    /// those of the system (XDG Base Directory Specification); none where there is no such folder.
    public static func usual(
        environment: [String: String]
    ) -> DescriptorBook {
        let home = environment["HOME"].map { $0 + "/.local/share" }
        let own = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        let system = (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":").map(
            String.init)
        let folders = ([own].compactMap(\.self) + system).map { $0 + "/drawbridge/descriptors" }
        let found = folders.first { FileManager.default.fileExists(atPath: $0) }
        return found.map { DescriptorFolder($0).read() } ?? .empty
    }

    /// Reads the JSON files in the folder and the folders below it; those that are no descriptors are passed over, and
    /// named in ``DescriptorBook/refused``.
    public func read() -> DescriptorBook {
        // The folder itself may be a link, as from a checkout; links in it are not followed.
        let root = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath()
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
        var files: [String: [UInt8]] = [:]
        for path in paths.filter({ $0.hasSuffix(".json") }).sorted().prefix(Self.mostFiles) {
            guard let data = try? Data(contentsOf: root.appending(path: path)), data.count <= Self.mostBytes else {
                continue
            }
            files[path] = Array(data)
        }
        return DescriptorBook(files: files)
    }
}
