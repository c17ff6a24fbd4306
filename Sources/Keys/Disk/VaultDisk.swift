internal import Glibc

/// The calls to the file system of which a safe write is made, so that tests can record them and cut between them.
///
/// Names are those of files in a folder that is open as a descriptor; nothing is looked up by path.
package protocol VaultDisk: Sendable {
    /// The whole file, at most `limit` bytes; refused where it is not a plain file of this user alone.
    func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8]

    /// Makes a new file for this user alone, and opens it for writing.
    func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32

    /// Writes all of `bytes` to what ``create(_:in:)`` opened.
    func write(_ bytes: [UInt8], to file: Int32) throws(KeyError)

    /// Waits until a file, or the names in a folder, are on the disk itself.
    func synchronize(_ descriptor: Int32) throws(KeyError)

    /// Closes what ``create(_:in:)`` opened.
    func close(_ file: Int32)

    /// Gives a file another name, in one step; what had that name is gone.
    func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError)

    /// Gives a file another name that must be free, in one step.
    func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError)

    /// Removes a file; a missing file is not an error.
    func remove(_ name: String, in folder: Int32) throws(KeyError)
}

/// Whose a vault's file or folder must be.
enum OwnerRule {
    /// Refuses what is not of `kind` (`S_IFREG`, `S_IFDIR`), not this user's, or open to others.
    ///
    /// - Throws: ``KeyError/unsafeFile(_:)``.
    static func check(_ status: stat, kind: mode_t) throws(KeyError) {
        guard status.st_mode & S_IFMT == kind else { throw .unsafeFile(.otherKind) }
        guard status.st_uid == geteuid() else { throw .unsafeFile(.otherOwner) }
        guard status.st_mode & 0o077 == 0 else { throw .unsafeFile(.openToOthers) }
    }
}
