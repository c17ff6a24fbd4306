internal import Glibc

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
