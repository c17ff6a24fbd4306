import Foundation

/// A program of this build in a process of its own, for a person to use: this one again, or the wallet.
struct Program {
    let id: pid_t
    private let process: Process

    /// Starts this program with `arguments`, or the one called `name` that was built beside it, with more variables.
    init(_ arguments: [String], of name: String? = nil, with variables: [String: String] = [:]) throws {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process = Process()
        process.executableURL = name.map { own.deletingLastPathComponent().appending(path: $0) } ?? own
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
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

    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
