import Messages

/// Why the store could not be opened, read or written.
///
/// In none of these cases is anything changed.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be created or used; with the system's reason.
    case folder(path: String, reason: String)

    /// The file belongs to another program, or is not a database.
    case foreign(path: String)

    /// A newer version of this program wrote the file.
    case newer(path: String, format: Int, known: Int)

    /// The file is a store, but damaged.
    case damaged(path: String, reason: String)

    /// SQLite cannot use the file, although it may be intact: a full disk, a lock that is not released.
    case unavailable(path: String, reason: String)

    /// The file is an intact store as far as SQLite can tell, but has a value that this program does not write.
    case unreadable(String)

    /// The sentence for the user.
    package var description: String {
        switch self {
        case .folder(let path, let reason):
            localized(
                """
                The folder \(path, as: "folder") cannot be used: \(reason, as: "reason"). Make it writable, and start \
                Drawbridge again.
                """)
        case .foreign(let path):
            localized(
                """
                \(path, as: "file") is not a Drawbridge store. It was not changed. Move it away to start with an empty one.
                """)
        case .newer(let path, let format, let known):
            localized(
                """
                \(path, as: "file") was written by a newer Drawbridge: its format is \(format, as: "number"), and this one \
                supports up to \(known, as: "maximum"). It was not changed.
                """)
        case .damaged(let path, let reason):
            localized(
                """
                \(path, as: "file") is damaged (\(reason, as: "reason")). It was not changed, and it contains no keys. \
                Restore it from a backup, or move it away to start with an empty one.
                """)
        case .unavailable(let path, let reason):
            localized("\(path, as: "file") cannot be used: \(reason, as: "reason").")
        case .unreadable(let reason):
            localized("The store has data that cannot be read: \(reason, as: "reason").")
        }
    }
}
