internal import Foundation
internal import Synchronization

/// A file to which lines are appended.
final class RecordFile: Sendable {
    private let file: Mutex<FileHandle>

    /// Creates an empty file.
    init(_ path: String) throws(SimulatorError) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw .file(path) }
        self.file = Mutex(file)
    }

    /// Appends a line.
    func add(_ line: String) {
        file.withLock { try? $0.write(contentsOf: Data((line + "\n").utf8)) }
    }
}
