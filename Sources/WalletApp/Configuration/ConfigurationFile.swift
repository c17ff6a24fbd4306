import Foundation
import Glibc
import Messages
import Primitives

/// The file in which the program keeps what the user set: `$XDG_CONFIG_HOME/drawbridge/config.json`.
package struct ConfigurationFile {
    package let path: String

    /// The file at `path`, or at its usual place (XDG Base Directory Specification).
    package init(_ path: String? = nil) {
        self.path = path ?? Self.usual
    }

    private static var usual: String {
        let environment = ProcessInfo.processInfo.environment
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") { return "\(base)/drawbridge/config.json" }
        return "\(environment["HOME"] ?? "/nonexistent")/.config/drawbridge/config.json"
    }

    /// Reads the settings; a file that is not there sets nothing.
    package func read() throws(ConfigurationFault) -> Settings {
        let (file, facts): (Int32, stat)
        do throws(PlainFile.Fault) {
            (file, facts) = try PlainFile.open(path)
        } catch {
            if error == .missing { return Settings() }
            throw fault(error)
        }
        defer { close(file) }
        // Who may write here decides whom the wallet believes.
        guard [geteuid(), 0].contains(facts.st_uid) else {
            throw ConfigurationFault(
                description: localized("\(path, as: "file") belongs to another user."))
        }
        guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw ConfigurationFault(
                description: localized("\(path, as: "file") can be changed by other users: set its mode to 600."))
        }
        let bytes: [UInt8]
        do throws(PlainFile.Fault) {
            bytes = try PlainFile.read(file, facts, limit: 1 << 20)
        } catch {
            throw fault(error)
        }
        do throws(SettingsFault) {
            return try Settings(parsing: bytes)
        } catch {
            throw ConfigurationFault(
                description: localized("\(path, as: "file") is not valid. \(error.description, as: "reason")"))
        }
    }

    /// Writes the settings so that at any moment the old file is there or the new one, whole, for the user alone.
    func write(_ settings: Settings) throws(ConfigurationFault) {
        let text = settings.text
        do throws(SettingsFault) {
            _ = try Settings(parsing: text)
        } catch {
            throw ConfigurationFault(description: error.description)
        }
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConfigurationFault(
                description: localized("\(path, as: "file") cannot be written: its folder cannot be created."))
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

    private func fault(_ fault: PlainFile.Fault) -> ConfigurationFault {
        let sentence =
            switch fault {
            case .missing: localized("\(path, as: "file") does not exist.")
            case .otherKind: localized("\(path, as: "file") is not a regular file.")
            case .tooLarge: localized("\(path, as: "file") is too long.")
            case .system(let number):
                localized("\(path, as: "file") cannot be read: \(String(cString: strerror(number)), as: "reason").")
            }
        return ConfigurationFault(description: sentence)
    }

    private func unwritable(_ reason: String) -> ConfigurationFault {
        ConfigurationFault(
            description: localized("\(path, as: "file") cannot be written: \(reason, as: "reason")."))
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// Why the configuration cannot be used.
package struct ConfigurationFault: Error, CustomStringConvertible {
    package let description: String
}
