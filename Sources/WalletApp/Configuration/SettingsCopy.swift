import Foundation
import Glibc
import Store

/// The settings that a window uses: they are read again once any process has changed their file.
@MainActor final class SettingsCopy {
    /// Uses other settings.
    var onChange: (@MainActor (Settings) -> Void)?

    private let file: ConfigurationFile
    private var seen: Stamp?

    /// What differs between two versions of a file, which are always two files.
    private struct Stamp: Equatable {
        let file: UInt64
        let seconds, nanoseconds: Int
        let size: Int64
    }

    /// Settings that have been read from `file` since.
    init(_ file: ConfigurationFile) {
        self.file = file
        seen = Self.stamp(file)
    }

    /// Uses the settings of the file if they are others now.
    ///
    /// A file that cannot be read changes nothing.
    func read() {
        let stamp = Self.stamp(file)
        guard stamp != seen else { return }
        seen = stamp
        if let settings = try? file.read() { onChange?(settings) }
    }

    /// Calls `body` after each change, until the returned function is called; `nil` if that is not possible.
    func observe(_ body: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
        let folder = (file.path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try? FileWatch.start(folder, body)
    }

    private static func stamp(_ file: ConfigurationFile) -> Stamp? {
        var facts = stat()
        guard stat(file.path, &facts) == 0 else { return nil }
        return Stamp(
            file: UInt64(facts.st_ino), seconds: facts.st_mtim.tv_sec, nanoseconds: facts.st_mtim.tv_nsec,
            size: Int64(facts.st_size))
    }
}
