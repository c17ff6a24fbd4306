import Foundation

/// A process that writes to a store until it is killed.
final class Writer {
    /// The lines it wrote, one for each finished write.
    private(set) var lines: [String] = []

    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    /// Starts it; it numbers what it writes from `first`, and writes sessions of WalletConnect only if `part` says so.
    init(folder: String, name: String = "w", first: Int = 0, part: String? = nil) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "StoreWriter")
        process.arguments = [folder, name, "\(first)"] + (part.map { [$0] } ?? [])
        process.standardOutput = output
        try process.run()
    }

    /// Waits until it has written `count` lines, or has ended.
    func waitForLines(_ count: Int) {
        while lines.count < count, readMore() {}
    }

    /// Kills it, as a power cut would, and reads what it wrote before.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        while readMore() {}
        process.waitUntilExit()
    }

    private func readMore() -> Bool {
        let data = output.fileHandleForReading.availableData
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = Data(rest[(end + 1)...])
        }
        return !data.isEmpty
    }
}
