import Foundation

/// A program of this build in a process of its own, for a person to use: this one again, or the wallet.
struct Program {
    let id: pid_t
    private let process: Process
    private let output: Pipe?

    /// Starts this program with `arguments`, or the one called `name` that was built beside it, with more variables.
    init(
        _ arguments: [String], of name: String? = nil, with variables: [String: String] = [:], keepsOutput: Bool = false
    ) throws {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process = Process()
        process.executableURL = name.map { own.deletingLastPathComponent().appending(path: $0) } ?? own
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        output = keepsOutput ? Pipe() : nil
        if let output { process.standardOutput = output }
        try process.run()
        id = process.processIdentifier
    }

    /// Runs the wallet's program to its end, with `lines` as what is typed on the terminal.
    ///
    /// - Returns: What it said.
    @discardableResult static func wallet(_ arguments: [String], typing lines: [String]) throws -> String {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = own.deletingLastPathComponent().appending(path: "drawbridge")
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(lines.map { "\($0)\n" }.joined().utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure("the wallet's program ended with \(text)") }
        return text
    }

    /// Waits until it has ended by itself.
    ///
    /// - Returns: Its exit status, and what it said where that was kept.
    @MainActor func ended() async throws -> (status: Int32, output: String) {
        for _ in 0..<600 where process.isRunning { try await Task.sleep(for: .milliseconds(100)) }
        guard !process.isRunning else { throw Failure("the program goes on") }
        let said = try output?.fileHandleForReading.readToEnd() ?? Data()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    /// Ends it as a power cut does for a process.
    func kill() {
        Foundation.kill(id, SIGKILL)
        process.waitUntilExit()
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
