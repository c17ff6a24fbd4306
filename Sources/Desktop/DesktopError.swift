import Messages

/// Why the desktop could not be told about a program.
public enum DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be made or used; with the system's word for it.
    case folder(path: String, reason: String)

    /// The desktop's own library does not take the entry.
    case refused(path: String)

    /// The sentence for the user.
    public var description: String {
        switch self {
        case .folder(let path, let reason):
            localized("The folder \(path, as: "path") cannot be used: \(reason, as: "reason").")
        case .refused(let path): localized("The desktop did not accept the entry \(path, as: "path").")
        }
    }
}
