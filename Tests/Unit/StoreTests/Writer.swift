import Foundation

/// A process that writes to a store until it is killed.
final class Writer {
    /// What it said is done.
    private(set) var said: [String] = []

    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    /// Starts it; it numbers what it writes from `first`.
    init(folder: String, name: String = "w", first: Int = 0) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "StoreWriter")
        process.arguments = [folder, name, "\(first)"]
        process.standardOutput = output
        try process.run()
    }

    /// Waits until it has said `count` things, or is gone.
    func hear(_ count: Int) {
        while said.count < count, hearMore() {}
    }

    /// Kills it as a power cut does for a process, and hears what it said before.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        while hearMore() {}
        process.waitUntilExit()
    }

    private func hearMore() -> Bool {
        let data = output.fileHandleForReading.availableData
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
            said.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = Data(rest[(end + 1)...])
        }
        return !data.isEmpty
    }
}
