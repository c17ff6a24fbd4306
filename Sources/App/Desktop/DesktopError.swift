import Messages

/// Why a program could not be registered with the desktop.
package enum DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be created or used; with the system's reason.
    case folder(path: String, reason: String)

    /// GLib does not accept the entry.
    case refused(path: String)

    /// The sentence for the user.
    package var description: String {
        switch self {
        case .folder(let path, let reason):
            localized("The folder \(path, as: "path") cannot be used: \(reason, as: "reason").")
        case .refused(let path): localized("The desktop did not accept the entry \(path, as: "path").")
        }
    }
}
