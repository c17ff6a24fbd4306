import Glibc

/// Reads the files of proc(5), which are small and have no size.
package enum ProcFile {
    /// The first 16 KiB of the file at `path`; `nil` if it cannot be read.
    package static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { room in
            var count = 0
            while count < room.count {
                let part = read(file, room.baseAddress?.advanced(by: count), room.count - count)
                if part < 0, errno == EINTR { continue }
                guard part >= 0 else { return nil }
                guard part > 0 else { break }
                count += part
            }
            return String(decoding: room[..<count], as: UTF8.self)
        }
    }

    /// The target of the symbolic link at `path`, at most 255 bytes; `nil` if it cannot be read.
    static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
            guard let start = room.baseAddress else { return nil }
            let count = readlink(path, start, room.count)
            guard count > 0, count < room.count else { return nil }
            return String(decoding: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The names in the folder at `path`; none if it cannot be read.
    static func names(in path: String) -> [String] {
        guard let entries = opendir(path) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
