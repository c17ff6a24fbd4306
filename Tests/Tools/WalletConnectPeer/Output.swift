import Bridge
import Glibc
import Synchronization

/// Writes lines of JSON, each whole.
final class Output: Sendable {
    private let lock = Mutex(())

    func write(_ json: JSON) {
        lock.withLock { _ in
            // Flushing all streams would wait for the one that is being read.
            var rest = Array("\(json.text)\n".utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}

extension JSON {
    /// A number.
    init(_ number: Int64) { self = JSONNumber(String(number)).map { .number($0) } ?? .null }

    /// The texts of a list; none for anything else.
    var texts: [String] { (array ?? []).compactMap(\.string) }
}
