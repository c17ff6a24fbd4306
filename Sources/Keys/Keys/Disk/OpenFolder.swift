internal import Glibc

/// A folder that was checked and is held open; it is closed when this value ends, which also releases its lock.
struct OpenFolder: ~Copyable {
    /// The descriptor, for calls that take names in the folder.
    let descriptor: Int32

    /// Opens the folder at `path`, which must be accessible only to this user and must not be a symbolic link.
    ///
    /// - Throws: ``KeyError/unsafeFile(_:)`` or ``KeyError/system(_:)``.
    init(_ path: String) throws(KeyError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            var status = stat()
            let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            switch errno {
            case ENOENT: throw .unsafeFile(.missing)
            case ELOOP, ENOTDIR: throw .unsafeFile(isLink ? .link : .otherKind)
            default: throw .system(errno)
            }
        }
        do throws(KeyError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
            try OwnerRule.check(status, kind: S_IFDIR)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Excludes other writers of this program until this value ends.
    ///
    /// - Throws: ``KeyError/busy`` if another writer holds the lock for two seconds.
    borrowing func lock() throws(KeyError) {
        for _ in 0..<100 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno) }
            usleep(20_000)
        }
        throw .busy
    }
}
