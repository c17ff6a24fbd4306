import Foundation
import Primitives
import Store

/// The settings that a window uses: they are read again once any process has changed their file.
@MainActor package final class SettingsCopy {
    private let file: ConfigurationFile
    private var seen: FileStamp?

    /// Settings that have been read from `file` since.
    package init(_ file: ConfigurationFile) {
        self.file = file
        seen = FileStamp(file.path)
    }

    /// The settings of the file if they have changed since the last call.
    ///
    /// - Returns: `nil` if they have not, or if the file cannot be read.
    package func read() -> Settings? {
        let stamp = FileStamp(file.path)
        guard stamp != seen else { return nil }
        seen = stamp
        return try? file.read()
    }

    /// Calls `body` after each change, until the returned function is called; `nil` if that is not possible.
    package func observe(_ body: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
        let folder = (file.path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try? FileWatch.start([folder], body)
    }
}
