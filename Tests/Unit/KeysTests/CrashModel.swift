/// The possible contents of a disk after a power failure within a list of steps.
///
/// It is as pessimistic as POSIX allows: writes without a sync may be there up to any length, and renames without a
/// sync may be there up to any of them.
struct CrashModel {
    private struct File {
        var bytes: [UInt8] = []
        var isSafe = false
    }

    let steps: [DiskStep]
    let name: String
    let old: [UInt8]

    /// Calls `body` for each possible crash, with the contents of the file `name`, and whether all steps were done.
    func forEachCrash(_ body: ([UInt8]?, Bool) -> Void) {
        for count in 0...steps.count {
            let last: [UInt8] = if count < steps.count, case .write(_, let bytes) = steps[count] { bytes } else { [] }
            // In the middle of a write: each number of its bytes.
            for length in 0...last.count {
                var done = Array(steps[..<count])
                if length > 0, case .write(let file, let bytes) = steps[count] {
                    done.append(.write(file, Array(bytes[..<length])))
                }
                forEachCrash(after: done) { body($0, count == steps.count) }
            }
        }
    }

    private func forEachCrash(after done: [DiskStep], _ body: ([UInt8]?) -> Void) {
        var files = [File(bytes: old, isSafe: true)]
        var names = [name: 0]
        var safe = names
        var waiting: [[String: Int]] = []
        for step in done {
            switch step {
            case .create(let file):
                files.append(File())
                names[file] = files.count - 1
                waiting.append(names)
            case .write(let file, let bytes):
                guard let index = names[file] else { continue }
                files[index].bytes += bytes
                files[index].isSafe = false
            case .synchronizeFile(let file):
                if let index = names[file] { files[index].isSafe = true }
            case .synchronizeFolder:
                safe = names
                waiting = []
            case .rename(let file, let other):
                names[other] = names.removeValue(forKey: file)
                waiting.append(names)
            case .remove(let file):
                names[file] = nil
                waiting.append(names)
            }
        }
        for names in [safe] + waiting {
            guard let index = names[name] else {
                body(nil)
                continue
            }
            let file = files[index]
            if file.isSafe {
                body(file.bytes)
            } else {
                // All lengths in the last steps; earlier in a write only the ends, because others follow.
                for length in Set([0, file.bytes.count / 2, file.bytes.count]) { body(Array(file.bytes[..<length])) }
            }
        }
    }
}
