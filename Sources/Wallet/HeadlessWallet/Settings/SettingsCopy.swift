import Foundation
import Primitives
import Store

/// The settings that a window uses: they are read again once any process has changed their file.
@MainActor package final class SettingsCopy {
    /// Uses other settings.
    package var onChange: (@MainActor (Settings) -> Void)?

    private let file: ConfigurationFile
    private var seen: FileStamp?

    /// Settings that have been read from `file` since.
    package init(_ file: ConfigurationFile) {
        self.file = file
        seen = FileStamp(file.path)
    }

    /// Uses the settings of the file if they are others now.
    ///
    /// A file that cannot be read changes nothing.
    package func read() {
        let stamp = FileStamp(file.path)
        guard stamp != seen else { return }
        seen = stamp
        if let settings = try? file.read() { onChange?(settings) }
    }

    /// Calls `body` after each change, until the returned function is called; `nil` if that is not possible.
    package func observe(_ body: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
        let folder = (file.path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try? FileWatch.start([folder], body)
    }
}
