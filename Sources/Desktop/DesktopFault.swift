/// Why the desktop could not be told about a program.
public enum DesktopFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be made or used; with the system's word for it.
    case folder(path: String, reason: String)

    /// The desktop's own library does not take the entry.
    case refused(path: String)

    /// The sentence for the user.
    public var description: String {
        switch self {
        case .folder(let path, let reason): "The folder \(path) cannot be used: \(reason)."
        case .refused(let path): "The desktop did not accept the entry \(path)."
        }
    }
}
