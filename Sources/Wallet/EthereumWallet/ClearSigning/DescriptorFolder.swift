public import ClearSigning
import Ethereum
import Foundation
import Primitives

/// A folder of descriptors: the user's, the system's, or the one installed with the program.
public struct DescriptorFolder: Sendable {
    private static let mostFiles = 10_000
    private static let mostFolders = 256
    private static let mostBytes = 1 << 20
    private static let mostIndexBytes = 16 << 20
    private static let indexName = "index.tsv"

    /// The folder.
    public let path: String

    /// Creates a folder with this path.
    public init(_ path: String) {
        self.path = path
    }

    /// The user's descriptors, then the system's, then those installed with the program.
    ///
    /// The user's are in `drawbridge/descriptors` in the data folder, the system's in the first system data folder that
    /// has them (XDG Base Directory Specification). They are all read on first use.
    public static func usual(environment: [String: String]) -> DescriptorBook {
        let found = existing(environment).map { $0.read() }
        return found.reversed().reduce(installed?.indexed() ?? .empty) { $1.over($0) }
    }

    /// The user's folder and the system's, as far as there are any.
    private static func existing(_ environment: [String: String]) -> [DescriptorFolder] {
        let home = environment["HOME"].map { $0 + "/.local/share" }
        let own = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        let system = (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":").map(
            String.init)
        let folders = [own].compactMap(\.self).prefix(1) + system.filter(isThere).prefix(1)
        return folders.filter(isThere).map { DescriptorFolder($0 + subfolder) }
    }

    /// The folders in which a change can change what ``usual(environment:)`` returns.
    @concurrent package static func watched(environment: [String: String]) async -> [String] {
        existing(environment).flatMap { $0.folders() }
    }

    /// The folder and those inside it, as far as links need not be followed.
    private func folders() -> [String] {
        let root = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath()
        let inside = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isDirectoryKey])
        var folders = [root.path]
        while folders.count < Self.mostFolders, let place = inside?.nextObject() as? URL {
            let isFolder = (try? place.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory
            if isFolder == true { folders.append(place.path) }
        }
        return folders
    }

    private static let subfolder = "/drawbridge/descriptors"

    private static func isThere(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + subfolder)
    }

    /// The folder installed with the program: next to the program or library that contains this code, where SwiftPM
    /// places it, or in `share` next to the program's `bin`; `nil` if neither exists.
    ///
    /// In `share` it is not `drawbridge/descriptors`, which has the descriptors of the system, without an index.
    public static var installed: DescriptorFolder? {
        var homes = [image].compactMap(\.self)
        if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            homes.append(program)
        }
        for home in homes {
            let folder = URL(filePath: home).resolvingSymlinksInPath().deletingLastPathComponent()
            for place in ["drawbridge_EthereumWallet.resources/Registry", "../share/drawbridge/registry"] {
                let path = folder.appending(path: place).standardizedFileURL.path
                if FileManager.default.fileExists(atPath: "\(path)/\(indexName)") { return DescriptorFolder(path) }
            }
        }
        return nil
    }

    /// The file from which this code was loaded.
    private static var image: String? {
        let address = UInt(bitPattern: #dsohandle)
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        for line in maps.split(separator: "\n") {
            guard let range = line.split(separator: " ").first, let slash = line.firstIndex(of: "/") else { continue }
            let ends = range.split(separator: "-").compactMap { UInt($0, radix: 16) }
            if ends.count == 2, ends[0] <= address, address < ends[1] { return String(line[slash...]) }
        }
        return nil
    }

    /// The descriptors in the folder and its subfolders; JSON files that are not valid descriptors are skipped and
    /// listed in ``/ClearSigning/DescriptorBook/refused``.
    public func read() -> DescriptorBook {
        DescriptorBook { files() }
    }

    /// The descriptors of a folder with an index: only the needed files are read.
    private func indexed() -> DescriptorBook {
        DescriptorBook {
            (try? PlainFile.read("\(path)/\(Self.indexName)", limit: Self.mostIndexBytes))
                .flatMap { String(validating: $0, as: UTF8.self) } ?? ""
        } reading: { file in
            // The index and included files must stay inside this folder.
            guard !file.split(separator: "/").contains(".."), !file.hasPrefix("/") else { return nil }
            return bytes(at: URL(filePath: "\(path)/\(file)"))
        }
    }

    /// The JSON files, by their paths in the folder.
    func files() -> [String: [UInt8]] {
        // The folder itself may be a symbolic link, as in a checkout; links inside it are not followed.
        let root = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath()
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
        var files: [String: [UInt8]] = [:]
        for path in paths.filter({ $0.hasSuffix(".json") }).sorted().prefix(Self.mostFiles) {
            files[path] = bytes(at: root.appending(path: path))
        }
        return files
    }

    private func bytes(at place: URL) -> [UInt8]? {
        try? PlainFile.read(place.path, limit: Self.mostBytes)
    }
}
