import Foundation
import Glibc
import Messages
import Primitives

/// The file in which the program stores the user's settings: `$XDG_CONFIG_HOME/drawbridge/config.json`.
package struct ConfigurationFile {
    package let path: String

    /// The file at `path`, or at its usual place (XDG Base Directory Specification).
    package init(_ path: String? = nil) {
        self.path = path ?? Self.usual(ProcessInfo.processInfo.environment)
    }

    /// The usual place of the file.
    package static func usual(_ environment: [String: String]) -> String {
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") { return "\(base)/drawbridge/config.json" }
        return "\(environment["HOME"] ?? "/nonexistent")/.config/drawbridge/config.json"
    }

    /// Reads the settings; a missing file means that nothing is set.
    package func read() throws(WalletError) -> Settings {
        let (file, facts): (Int32, stat)
        do throws(PrimitiveError) {
            (file, facts) = try PlainFile.open(path)
        } catch {
            if error == .file(.missing) { return Settings() }
            throw fault(error)
        }
        defer { close(file) }
        // Whoever can write this file decides which servers the wallet trusts.
        guard [geteuid(), 0].contains(facts.st_uid) else {
            throw WalletError(localized("\(path, as: "file") belongs to another user."))
        }
        guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw WalletError(localized("\(path, as: "file") can be changed by other users: set its mode to 600."))
        }
        let bytes: [UInt8]
        do throws(PrimitiveError) {
            bytes = try PlainFile.read(file, facts, limit: 1 << 20)
        } catch {
            throw fault(error)
        }
        do throws(WalletError) {
            return try Settings(parsing: bytes)
        } catch {
            throw WalletError(localized("\(path, as: "file") is not valid. \(error.description, as: "reason")"))
        }
    }

    /// Writes the settings so that either the complete old file or the complete new one exists at any moment,
    /// accessible only to the user.
    package func write(_ settings: Settings) throws(WalletError) {
        let text = settings.text
        _ = try Settings(parsing: text)
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw WalletError(localized("\(path, as: "file") cannot be written: its folder cannot be created."))
        }
        let temporary = "\(path).\(getpid()).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(Self.reason) }
        let count = text.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let isWhole = count == text.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWhole, rename(temporary, path) == 0 else {
            let reason = Self.reason
            unlink(temporary)
            throw unwritable(reason)
        }
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if place >= 0 {
            fsync(place)
            close(place)
        }
    }

    private func fault(_ error: PrimitiveError) -> WalletError {
        switch error {
        case .file(.missing): WalletError(localized("\(path, as: "file") does not exist."))
        case .file(.otherKind): WalletError(localized("\(path, as: "file") is not a regular file."))
        case .file(.tooLarge): WalletError(localized("\(path, as: "file") is too long."))
        case .file(.system(let number)): unreadable(String(cString: strerror(number)))
        default: unreadable(error.description)
        }
    }

    private func unreadable(_ reason: String) -> WalletError {
        WalletError(localized("\(path, as: "file") cannot be read: \(reason, as: "reason")."))
    }

    private func unwritable(_ reason: String) -> WalletError {
        WalletError(localized("\(path, as: "file") cannot be written: \(reason, as: "reason")."))
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
