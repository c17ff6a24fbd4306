import Foundation
import NIOCore
import NIOPosix
import Testing

/// Programs that end with this process, however that ends.
enum ChildProcess {
    /// Starts a program whose id and output are stored in the files `pid` and `log` of `folder`.
    static func start(_ program: String, _ arguments: [String], in folder: URL) throws {
        try? FileManager.default.removeItem(at: folder.appending(path: "pid"))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let script = """
            "$@" >>"$folder/log" 2>&1 & echo $! >"$folder/pid.new"; mv "$folder/pid.new" "$folder/pid"
            while kill -0 "$parent" && kill -0 $!; do sleep 0.2; done 2>/dev/null; kill -9 $! 2>/dev/null
            """
        process.arguments = ["-c", script, "sh", program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "folder": folder.path, "parent": "\(getpid())",
        ]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// The id of the program that was started in `folder`.
    static func id(in folder: URL) throws -> pid_t {
        let text = try String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)
        return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Waits until a program has ended.
    static func wait(for id: pid_t) async throws {
        while kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// A new folder for the files of a program.
    static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "relay-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A port that no client gets for its own end of a connection, also while the server is stopped.
    static func freePort() async throws -> Int {
        while true {
            let port = Int.random(in: 20_000..<30_000)
            guard
                let listener = try? await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .bind(host: "127.0.0.1", port: port).get()
            else { continue }
            try await listener.close()
            return port
        }
    }
}
