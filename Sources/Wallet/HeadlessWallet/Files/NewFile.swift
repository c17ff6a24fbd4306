import Glibc
import Messages

/// Writes files that the user asked for.
package enum NewFile {
    /// Writes `bytes` to a new file that only the user can read.
    ///
    /// - Throws: A sentence for the user; an existing file stays as it is.
    package static func write(_ bytes: [UInt8], to path: String) throws(WalletError) {
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(at: path) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw failure(at: path) }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(at path: String) -> WalletError {
        let reason = String(cString: strerror(errno))
        return WalletError(
            field: .save, localized("\(path, as: "file") cannot be written: \(reason, as: "reason")."))
    }
}
