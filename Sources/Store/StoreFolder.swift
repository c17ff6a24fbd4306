import Glibc

/// The folder in which the store lies: the user's alone.
struct StoreFolder {
    let path: String

    /// Makes the folder where it is missing, and shuts it to others.
    init(_ path: String) throws(StoreError) {
        self.path = path
        try Self.make(path)
        guard chmod(path, 0o700) == 0 else { throw .folder(path: path, reason: Self.reason) }
    }

    /// Does `body` while no other process does the same with this folder.
    func whileLocked<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let lock = open("\(path)/store.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .folder(path: path, reason: Self.reason) }
        // With the descriptor goes the lock, also when the process is killed.
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .folder(path: path, reason: Self.reason) }
        }
        return try body()
    }

    /// Has the names in this folder written to the disk.
    func synchronize() throws(StoreError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .folder(path: path, reason: Self.reason) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .folder(path: path, reason: Self.reason) }
    }

    /// The system's word for what went wrong last.
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
