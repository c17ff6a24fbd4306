package import Glibc

/// A folder whose files a site may serve, and nothing outside it.
package struct SiteFolder: Sendable {
    /// The entry at a path.
    package enum Find: Equatable {
        /// A file, by its path on the disk.
        case file(String)

        /// A folder that was requested without the final slash.
        case folder
    }

    /// The folder's path, without symbolic links.
    package let root: String

    /// Opens the folder at `path`; `nil` if it does not exist.
    package init?(_ path: String) {
        guard let root = Self.resolved(path), Self.kind(of: root) == S_IFDIR else { return nil }
        self.root = root
    }

    /// The entry at `target`, the path of a request as it was sent (RFC 3986, section 3.3); `nil` if it may not
    /// be served, or does not exist.
    ///
    /// Each segment is decoded once and must then be the plain name of a visible entry: parent references, hidden names
    /// and ambiguous encodings match nothing. A link is followed only to a target inside the folder.
    package func find(_ target: String) -> Find? {
        guard target.utf8.first == UInt8(ascii: "/"), target.utf8.count <= 4_096 else { return nil }
        var segments = target.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isFolder = segments.last?.isEmpty ?? true
        if isFolder { segments.removeLast() }
        var path = root
        for segment in segments {
            guard let name = Self.name(segment) else { return nil }
            path += "/" + name
        }
        if isFolder { path += "/index.html" }
        guard let real = Self.resolved(path), isInside(real) else { return nil }
        switch Self.kind(of: real) {
        case S_IFREG: return .file(real)
        case S_IFDIR: return isFolder ? nil : .folder
        default: return nil
        }
    }

    /// Whether `path`, without symbolic links, is in the folder and not hidden there.
    private func isInside(_ path: String) -> Bool {
        if path == root { return true }
        let prefix = root == "/" ? "/" : root + "/"
        guard path.hasPrefix(prefix) else { return false }
        return !path.dropFirst(prefix.count).split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// The decoded name of `segment`; `nil` if it is not the plain name of a visible file.
    private static func name(_ segment: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = segment
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(PercentText.value),
                let low = rest.popFirst().flatMap(PercentText.value)
            else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"/\\".utf8.contains($0) }
        guard isPlain, let first = bytes.first, first != UInt8(ascii: ".") else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// `path` without symbolic links and dot segments; `nil` if it does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    /// The type bits of the entry at `path`; links are not followed.
    package static func kind(of path: String) -> mode_t? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT
    }

    /// The bytes of the file at `path`; `nil` if it cannot be read, or is no longer a file.
    package static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        while true {
            var block = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(file, &block, block.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: block[..<count])
        }
    }
}
