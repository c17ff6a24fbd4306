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
        process.executableURL = Self.python
        process.arguments = [Self.root.appending(path: "Tests/Independent/servers/\(name)").path] + arguments
        // eth-keys must not use the library with which the wallet signs.
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PYTHONDONTWRITEBYTECODE": "1", "ECC_BACKEND_CLASS": "eth_keys.backends.NativeECCBackend",
        ]) { $1 }
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

    /// Whether the libraries from PyPI are installed that the programs need.
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python.path) }

    private static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    private static let python = root.appending(path: ".build/venv/bin/python")
}

/// A server could not be started, or did not do what it was told.
package struct ServerFailure: Error, CustomStringConvertible {
    package let description: String
}
