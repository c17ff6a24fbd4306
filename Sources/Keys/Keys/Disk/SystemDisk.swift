internal import Glibc

/// The file system of this machine.
package struct SystemDisk: VaultDisk {
    /// Creates an accessor for the file system; it has no state.
    package init() {}

    package func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8] {
        // This does not block, because opening a pipe with this name could block forever.
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Self.fault(of: errno) }
        defer { _ = Glibc.close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(errno) }
        try OwnerRule.check(status, kind: S_IFREG)
        guard status.st_size <= limit else { throw .unsafeFile(.tooLarge) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { room in
                Glibc.read(file, room.baseAddress.map { $0 + count }, room.count - count)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw .system(errno) }
            if got == 0 { return Array(bytes[..<count]) }
            count += got
        }
        throw .unsafeFile(.tooLarge)
    }

    package func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32 {
        let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.fault(of: errno) }
        return file
    }

    package func write(_ bytes: [UInt8], to file: Int32) throws(KeyError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let put = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if put < 0 && errno == EINTR { continue }
            guard put > 0 else { throw .system(errno) }
            rest = rest.dropFirst(put)
        }
    }

    package func synchronize(_ descriptor: Int32) throws(KeyError) {
        guard fsync(descriptor) == 0 else { throw .system(errno) }
    }

    package func close(_ file: Int32) {
        _ = Glibc.close(file)
    }

    package func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        guard renameat(folder, name, folder, other) == 0 else { throw .system(errno) }
    }

    package func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        // A second link is created first, which fails if the name is taken; a plain rename would replace the existing
        // file.
        guard linkat(folder, name, folder, other, 0) == 0 else { throw Self.fault(of: errno) }
        guard unlinkat(folder, name, 0) == 0 else { throw .system(errno) }
    }

    package func remove(_ name: String, in folder: Int32) throws(KeyError) {
        guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else { throw .system(errno) }
    }

    private static func fault(of number: Int32) -> KeyError {
        switch number {
        case ENOENT: .unsafeFile(.missing)
        case ELOOP: .unsafeFile(.link)
        case EEXIST: .unsafeFile(.exists)
        default: .system(number)
        }
    }
}
