package import Glibc

/// Opens and reads regular files of limited size.
///
/// A path can also name a pipe without a writer, an endless device, a folder or a huge file; these are rejected without
/// being opened for reading.
package enum PlainFile {
    /// Linux's `O_PATH`, which Swift's Glibc module does not have: it returns a reference to the file without opening
    /// it.
    private static let placeOnly: Int32 = 0o10_000_000

    /// Opens for reading the regular file at `path`, which may be a symbolic link to one.
    ///
    /// The file is checked before it is opened: merely opening a pipe or a device can wake its other end, rewind a
    /// tape, or block.
    ///
    /// - Returns: The open file, which the caller must close, and its status.
    package static func open(_ path: String) throws(PrimitiveError) -> (file: Int32, facts: stat) {
        let place = Glibc.open(path, placeOnly | O_CLOEXEC)
        guard place >= 0 else { throw .file(errno == ENOENT ? .missing : .system(errno)) }
        defer { close(place) }
        var facts = stat()
        guard fstat(place, &facts) == 0 else { throw .file(.system(errno)) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .file(.otherKind) }
        // This opens exactly the file that was checked, even if another file has its name by now.
        let file = Glibc.open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .file(.system(errno)) }
        return (file, facts)
    }

    /// The bytes of the file at `path`, which may be a symbolic link to one; it never blocks.
    package static func read(_ path: String, limit: Int) throws(PrimitiveError) -> [UInt8] {
        let (file, facts) = try open(path)
        defer { close(file) }
        return try read(file, facts, limit: limit)
    }

    /// The bytes of a file that ``open(_:)`` opened.
    package static func read(_ file: Int32, _ facts: stat, limit: Int) throws(PrimitiveError) -> [UInt8] {
        guard facts.st_size <= limit else { throw .file(.tooLarge) }
        // The file may grow meanwhile.
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(.system(errno)) }
            guard count > 0 else { return bytes }
            guard count <= limit - bytes.count else { throw .file(.tooLarge) }
            bytes += part[..<count]
        }
    }
}
