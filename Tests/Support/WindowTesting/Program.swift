import Foundation

/// A program of this build in a separate process: this one, or another one in the same folder.
public struct Program {
    /// Its process.
    public let id: Int32
    private let process: Process
    private let output: Pipe?

    /// Starts this program, or the program `name` next to it, with `arguments` and additional environment variables.
    ///
    /// A variable without a value is removed from the environment. With `hidesErrors`, standard error is not the
    /// terminal; with `errors`, it is the file at this path. With `setup`, it starts in that system.
    public init(
        _ arguments: [String], of name: String? = nil, with variables: [String: String?] = [:],
        in setup: SystemSetup? = nil, keepsOutput: Bool = false, hidesErrors: Bool = false, errors: String? = nil
    ) throws {
        process = Self.process(arguments, of: name, with: variables)
        if let command = setup?.command, let program = process.executableURL {
            process.executableURL = URL(filePath: command[0])
            process.arguments = command.dropFirst() + [program.path] + arguments
        }
        if hidesErrors { process.standardError = FileHandle.nullDevice }
        if let errors {
            try Data().write(to: URL(filePath: errors))
            process.standardError = FileHandle(forWritingAtPath: errors)
        }
        output = keepsOutput ? Pipe() : nil
        if let output { process.standardOutput = output }
        try process.run()
        id = process.processIdentifier
    }

    /// Runs the wallet's program until it exits, with `lines` as its input.
    ///
    /// - Returns: The output.
    @discardableResult public static func wallet(
        _ arguments: [String], typing lines: [String] = [], with variables: [String: String?] = [:]
    ) throws -> String {
        let process = process(arguments, of: "drawbridge", with: variables)
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(lines.map { "\($0)\n" }.joined().utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure("drawbridge \(arguments) ended with \(text)") }
        return text
    }

    private static func process(
        _ arguments: [String], of name: String?, with variables: [String: String?]
    ) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(of: name))
        process.arguments = arguments + state(of: arguments)
        var environment = ProcessInfo.processInfo.environment
        if let socket = environment["PROGRAMS_ON_WAYLAND"] {
            environment["WAYLAND_DISPLAY"] = socket
            environment["GDK_BACKEND"] = "wayland"
        }
        for (name, value) in variables { environment[name] = value }
        process.environment = environment
        return process
    }

    /// The path of the program `name` of this build; of this one without a name.
    static func path(of name: String?) -> String {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return (name.map { own.deletingLastPathComponent().appending(path: $0) } ?? own).path
    }

    /// A wallet in a folder of a test keeps its data next to it.
    private static func state(of arguments: [String]) -> [String] {
        guard let option = arguments.firstIndex(of: "--folder"), !arguments.contains("--state-folder"),
            let folder = arguments.dropFirst(option + 1).first
        else { return [] }
        return ["--state-folder", "\(folder).state"]
    }

    /// Whether it has not exited yet.
    public var isRunning: Bool { process.isRunning }

    /// Waits until it exits.
    ///
    /// - Returns: Its exit status, and its output if it was captured.
    @MainActor public func ended() async throws -> (status: Int32, output: String) {
        for _ in 0..<1_200 where process.isRunning { try await Task.sleep(for: .milliseconds(50)) }
        guard !process.isRunning else { throw Failure("the program is still running") }
        let said = try output?.fileHandleForReading.readToEnd() ?? Data()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    /// Kills the process, as a power failure would.
    public func kill() {
        Foundation.kill(id, SIGKILL)
        process.waitUntilExit()
    }

    /// Terminates the process, if it is still running.
    public func end() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}
