internal import Foundation

/// A program of `Tests/Independent/servers`, which says in one line where it serves, and ends with this process.
final class ServerProgram: Sendable {
    /// The line.
    let line: String

    private let process = Process()

    // The program ends when it is closed.
    private let input = Pipe()

    /// Starts a program and waits until it serves, which blocks the thread for a second or two.
    init(_ name: String, _ arguments: [String] = []) throws {
        let output = Pipe()
        Self.prepare(process, "servers/\(name)", arguments)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 0x0A {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw ServerFailure(description: "\(name) has ended.") }
            line += data
        }
        self.line = String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// Runs a program of `Tests/Independent` until it ends, which blocks the thread.
    ///
    /// - Returns: What it said.
    static func output(of name: String, _ arguments: [String]) throws -> [UInt8] {
        let (process, output) = (Process(), Pipe())
        prepare(process, name, arguments)
        process.standardOutput = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ServerFailure(description: "\(name) has failed.") }
        return [UInt8](said)
    }

    private static func prepare(_ process: Process, _ name: String, _ arguments: [String]) {
        process.executableURL = python
        process.arguments = [root.appending(path: "Tests/Independent/\(name)").path] + arguments
        // eth-keys must not use the library with which the wallet signs.
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PYTHONDONTWRITEBYTECODE": "1", "ECC_BACKEND_CLASS": "eth_keys.backends.NativeECCBackend",
        ]) { $1 }
    }

    /// Whether the libraries from PyPI are installed that the programs need.
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python.path) }

    static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    static let python = root.appending(path: ".build/venv/bin/python")
}

/// A server could not be started, or did not do what it was told.
package struct ServerFailure: Error, CustomStringConvertible {
    package let description: String
}
