internal import Glibc

/// Reads a file in whose place anything may be: a pipe to which nobody writes, a device without end, a folder, a huge file.
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

    /// The bytes of the file at `path`, which may be a link to one; at once, or not at all.
    package static func read(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
        // Not waiting, since a pipe would let us wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            switch errno {
            case ENOENT: throw .missing
            case ENXIO, ENODEV: throw .otherKind
            default: throw .system(errno)
            }
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw .system(errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .otherKind }
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
