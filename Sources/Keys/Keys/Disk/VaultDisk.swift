internal import Glibc

/// The file system calls of a safe write, so that tests can record them and interrupt between them.
///
/// Names are relative to a folder that is open as a descriptor; nothing is looked up by path.
package protocol VaultDisk: Sendable {
    /// The whole file, at most `limit` bytes; it is rejected unless it is a regular file that only this user can
    /// access.
    func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8]

    /// Creates a new file that only this user can access, and opens it for writing.
    func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32

    /// Writes all of `bytes` to a file that ``create(_:in:)`` opened.
    func write(_ bytes: [UInt8], to file: Int32) throws(KeyError)

    /// Waits until a file, or the names in a folder, are on the physical disk.
    func synchronize(_ descriptor: Int32) throws(KeyError)

    /// Closes a file that ``create(_:in:)`` opened.
    func close(_ file: Int32)

    /// Renames a file atomically; an existing file with that name is replaced.
    func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError)

    /// Renames a file atomically to a name that must be free.
    func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError)

    /// Removes a file; a missing file is not an error.
    func remove(_ name: String, in folder: Int32) throws(KeyError)
}

/// The rule for the owner of a vault's file or folder.
enum OwnerRule {
    /// Rejects a file or folder that is not of `kind` (`S_IFREG`, `S_IFDIR`), not owned by this user, or accessible to
    /// others.
    ///
    /// - Throws: ``KeyError/unsafeFile(_:)``.
    static func check(_ status: stat, kind: mode_t) throws(KeyError) {
        guard status.st_mode & S_IFMT == kind else { throw .unsafeFile(.otherKind) }
        guard status.st_uid == geteuid() else { throw .unsafeFile(.otherOwner) }
        guard status.st_mode & 0o077 == 0 else { throw .unsafeFile(.openToOthers) }
    }
}
