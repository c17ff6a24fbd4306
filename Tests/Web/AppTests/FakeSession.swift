import Foundation
import WindowTesting

/// A system's bus of its own, with a session service on it that says what the test wants.
final class FakeSession {
    /// Where the bus is; what `DBUS_SYSTEM_BUS_ADDRESS` must say.
    let address: String

    private let daemon = Process()
    private let service = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Starts both; the bus has its socket in `folder`.
    init(in folder: String) throws {
        address = "unix:path=\(folder)/bus"
        daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
        daemon.arguments = ["--session", "--nofork", "--nopidfile", "--address=\(address)", "--print-address"]
        let started = Pipe()
        daemon.standardOutput = started
        try daemon.run()
        _ = started.fileHandleForReading.availableData
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        service.executableURL = own.deletingLastPathComponent().appending(path: "SessionBus")
        service.environment = ProcessInfo.processInfo.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": address]) { $1 }
        service.standardInput = input
        service.standardOutput = output
        try service.run()
        _ = output.fileHandleForReading.availableData
    }

    /// Says `word`: `lock`, `sleep` or `wake`.
    func say(_ word: String) {
        input.fileHandleForWriting.write(Data("\(word)\n".utf8))
        _ = output.fileHandleForReading.availableData
    }

    func end() {
        for process in [service, daemon] {
            process.terminate()
            process.waitUntilExit()
        }
    }
}
