import Glibc
import Messages

/// The folder of the store, accessible only to the user.
struct StoreFolder {
    let path: String

    /// How long to wait until another process releases the folder; it is locked only for a moment.
    private let patience: Duration

    /// Creates the folder if it is missing, and removes access for other users.
    init(_ path: String, patience: Duration = .seconds(20)) throws(StoreError) {
        self.path = path
        self.patience = patience
        try Self.make(path)
        guard chmod(path, 0o700) == 0 else { throw .folder(path: path, reason: Self.reason) }
    }

    /// Runs `body` while no other process does the same in this folder.
    func whileLocked<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let lock = try openLock("store.lock")
        // Closing the descriptor releases the lock, also when the process is killed.
        defer { close(lock) }
        let end = ContinuousClock.now + patience
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else { throw .folder(path: path, reason: Self.reason) }
            guard ContinuousClock.now < end else {
                throw .unavailable(path: "\(path)/store.lock", reason: localized("another program is using it"))
            }
            usleep(10_000)
        }
        return try body()
    }

    /// Opens a file of this folder that is used only as a lock.
    func openLock(_ name: String) throws(StoreError) -> Int32 {
        let name = "\(path)/\(name)"
        let lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        if lock < 0, errno == ELOOP || errno == EISDIR || errno == ENXIO { throw .foreign(path: name) }
        guard lock >= 0 else { throw .folder(path: path, reason: Self.reason) }
        var status = stat()
        guard fstat(lock, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(lock)
            throw .foreign(path: name)
        }
        return lock
    }

    /// Syncs the folder to the disk.
    func synchronize() throws(StoreError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .folder(path: path, reason: Self.reason) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .folder(path: path, reason: Self.reason) }
    }

    /// The system's message for the last error.
    static var reason: String { String(cString: strerror(errno)) }

    private static func make(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw .folder(path: path, reason: reason)
        }
        try make(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .folder(path: path, reason: reason) }
    }
}
