import Glibc
import Messages

/// The header of a database file, read without SQLite: it identifies the owner of the file before anything changes it.
struct StoreHeader {
    /// The application ID of the store, at byte 68: "Drwb".
    static let applicationID: UInt32 = 0x4472_7762

    /// The version of the format in the main file; a change that is still in the log is not seen here.
    let format: Int

    /// Reads the header of the file at `path`.
    ///
    /// - Returns: `nil` if there is no file.
    /// - Source: "Database File Format", section 1.3, on sqlite.org.
    init?(path: String) throws(StoreError) {
        // Non-blocking, because a pipe in its place would block until it has a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if file < 0, errno == ENOENT { return nil }
        if file < 0, errno == ELOOP || errno == ENXIO { throw .foreign(path: path) }
        guard file >= 0 else { throw .unavailable(path: path, reason: StoreFolder.reason) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid() else {
            throw .foreign(path: path)
        }
        var bytes = [UInt8](repeating: 0, count: 100)
        guard pread(file, &bytes, 100, 0) == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)),
            Self.number(bytes[68..<72]) == Self.applicationID
        else { throw .foreign(path: path) }
        let whole = Int(Self.number(bytes[16..<18])) * Int(Self.number(bytes[28..<32]))
        guard status.st_size >= whole || Self.hasLog(path) else {
            throw .damaged(path: path, reason: localized("the end is missing"))
        }
        guard fchmod(file, 0o600) == 0 else { throw .unavailable(path: path, reason: StoreFolder.reason) }
        format = Int(Self.number(bytes[60..<64]))
    }

    /// Ensures that the files that SQLite opens next to the file at `path` are plain files of the user, or do not
    /// exist.
    static func checkCompanions(of path: String) throws(StoreError) {
        for companion in ["-wal", "-shm", "-journal"].map({ path + $0 }) {
            var status = stat()
            guard lstat(companion, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid() else { throw .foreign(path: companion) }
        }
    }

    /// Whether the log has changes: then the file may be shorter than its header says, because the rest is in the log.
    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
