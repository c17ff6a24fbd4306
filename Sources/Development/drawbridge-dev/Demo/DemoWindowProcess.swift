import Foundation
import Harness

/// The program's window in another process, so that the demo can use it only like a user.
@MainActor final class DemoWindowProcess {
    /// The file that records every message.
    let record: String

    private let process = Process()
    private let isTemporary: Bool

    var id: Int32 { process.processIdentifier }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - record: The file that records every message; by default a temporary file.
    ///   - withoutSandbox: Whether its pages run without WebKit's sandbox.
    /// - Throws: If the program cannot be started again.
    init(record: String?, withoutSandbox: Bool) throws {
        isTemporary = record == nil
        self.record = record ?? FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments =
            ["demo", "--prints-messages", "--record", self.record] + (withoutSandbox ? ["--without-sandbox"] : [])
        try process.run()
    }

    func end() {
        process.terminate()
        if isTemporary { try? FileManager.default.removeItem(atPath: record) }
    }
}
