import Bridge
import Glibc
import WalletConnect

/// Appends lines of JSON to a file, each in one write: a program that is killed leaves whole lines.
final class Log: Sendable {
    private let file: Int32

    init(_ path: String) throws {
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw WalletConnectError.session(.storage) }
    }

    func write(_ json: JSON) {
        let line = Array("\(json.text)\n".utf8)
        guard Glibc.write(file, line, line.count) == line.count else { exit(1) }
    }
}

extension JSON {
    /// A number.
    init(_ number: Int) { self = JSONNumber(String(number)).map { .number($0) } ?? .null }
}
