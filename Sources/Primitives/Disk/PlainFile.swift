package import Glibc

/// Opens and reads regular files of limited size.
///
/// A path can also name a pipe without a writer, an endless device, a
/// folder or a huge file, which are refused without being opened for reading.
package enum PlainFile {
    /// Why nothing was read.
    package enum Fault: Error, Hashable {
        /// Nothing has this name.
        case missing
        /// What has this name is not a plain file.
        case otherKind
        /// It is longer than the limit.
        case tooLarge
        /// The number of the system's error.
        case system(Int32)
    }

    /// Linux's `O_PATH`, which Swift's Glibc does not have: only the place is taken hold of, nothing is opened.
    private static let placeOnly: Int32 = 0o10_000_000

    /// Opens the plain file at `path`, which may be a link to one, for reading.
    ///
    /// What is there is looked at before it is opened: to open a pipe or a device alone can wake its other end, rewind
    /// a tape, or wait.
    ///
    /// - Returns: The open file, which the caller closes, and what the system says of it.
    package static func open(_ path: String) throws(Fault) -> (file: Int32, facts: stat) {
        let place = Glibc.open(path, placeOnly | O_CLOEXEC)
        guard place >= 0 else { throw errno == ENOENT ? .missing : .system(errno) }
        defer { close(place) }
        var facts = stat()
        guard fstat(place, &facts) == 0 else { throw .system(errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .otherKind }
        // The very file that was looked at, whatever has its name by now.
        let file = Glibc.open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .system(errno) }
        return (file, facts)
    }

    /// The bytes of the file at `path`, which may be a link to one; at once, or not at all.
    package static func read(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
        let (file, facts) = try open(path)
        defer { close(file) }
        return try read(file, facts, limit: limit)
    }

    /// The bytes of a file that ``open(_:)`` opened.
    package static func read(_ file: Int32, _ facts: stat, limit: Int) throws(Fault) -> [UInt8] {
        guard facts.st_size <= limit else { throw .tooLarge }
        // It may grow meanwhile.
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            guard count > 0 else { return bytes }
            guard count <= limit - bytes.count else { throw .tooLarge }
            bytes += part[..<count]
        }
    }
}
