import Foundation
import WindowTesting

/// A private system bus with a session service that sends the signals that the test requests.
final class FakeSession {
    /// The address of the bus, for `DBUS_SYSTEM_BUS_ADDRESS`.
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

    /// Sends the signal for `word`: `lock`, `sleep` or `wake`.
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
