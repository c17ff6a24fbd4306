import Bridge
import Foundation
import Messages
import Primitives
import Store
import WalletConnect

/// The sessions that the user wants to end from the terminal while a window of the wallet has the sessions.
///
/// They are written to a file that only this user can change, and the window is told to look there: another program can
/// make it look, but not end a session.
struct SessionEnds {
    /// What the window is told; the desktop never opens links of this scheme with this program.
    static let signal = "drawbridge-sessions:end"

    private static let name = "session-ends"

    /// The most sessions in the file.
    private static let most = 1_024

    private let path: String

    /// The file in the folder `state`, or in the default folder; `nil` if there is no home folder.
    init?(state: String?) {
        guard let folder = state ?? Store.folder(environment: ProcessInfo.processInfo.environment) else { return nil }
        path = "\(folder)/\(Self.name)"
    }

    /// Adds sessions.
    func add(_ topics: [Topic]) throws(WalletAppError) {
        let all = Set(topics.map(\.description) + read().map(\.description)).sorted()
        do {
            try Data(all.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            guard chmod(path, 0o600) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        } catch {
            throw WalletAppError(localized("\(path, as: "file") could not be written."))
        }
    }

    /// The sessions.
    func read() -> [Topic] {
        guard let (file, facts) = try? PlainFile.open(path) else { return [] }
        defer { close(file) }
        guard facts.st_uid == geteuid(), facts.st_mode & (S_IWGRP | S_IWOTH) == 0,
            let bytes = try? PlainFile.read(file, facts, limit: Self.most * 65)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Topic($0) }
    }

    /// Removes the file, because the sessions have ended.
    func remove() { unlink(path) }
}
