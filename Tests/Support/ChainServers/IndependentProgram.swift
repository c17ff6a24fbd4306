internal import Foundation

/// The programs of `Tests/Independent` that do one thing and end.
package enum IndependentProgram {
    /// Runs a program in the environment of `scripts/venv`.
    ///
    /// - Parameters:
    ///   - name: The name of its file.
    ///   - arguments: Its arguments.
    /// - Returns: What it printed, without the line feed at the end.
    /// - Throws: ``ServerFailure`` if it failed.
    @concurrent package static func run(_ name: String, _ arguments: [String]) async throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = ServerProgram.python
        process.arguments = [ServerProgram.root.appending(path: "Tests/Independent/\(name)").path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.standardOutput = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ServerFailure(description: "\(name) has failed.") }
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
