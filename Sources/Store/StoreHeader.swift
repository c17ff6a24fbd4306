import Glibc
import Messages

/// The first bytes of a database file, read without SQLite: they say whose the file is before anything touches it.
struct StoreHeader {
    /// The number that marks our files, at byte 68: "Drwb".
    static let applicationID: UInt32 = 0x4472_7762

    /// The version of the format, as the main file has it; a change that is still in the log is not seen here.
    let format: Int

    /// Reads the header of the file at `path`.
    ///
    /// - Returns: `nil` if there is no file.
    /// - Source: "Database File Format", section 1.3, on sqlite.org.
    init?(path: String) throws(StoreError) {
        // Not waiting, since a pipe in its place would let us wait for a writer.
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

    /// Makes sure that what SQLite opens beside the file at `path` are plain files of the user's, or not there.
    static func checkCompanions(of path: String) throws(StoreError) {
        for companion in ["-wal", "-shm", "-journal"].map({ path + $0 }) {
            var status = stat()
            guard lstat(companion, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid() else { throw .foreign(path: companion) }
        }
    }

    /// Whether changes wait in a log: then the file may be shorter than it says, for what is missing is there.
    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
