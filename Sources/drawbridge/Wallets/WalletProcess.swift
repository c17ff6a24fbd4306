import Foundation
import WebHost

/// This program, started again for a moment to handle the words or keys of a wallet in windows of its own.
enum WalletProcess {
    /// Runs `drawbridge wallet` with `arguments` and waits for its end.
    ///
    /// - Returns: The last thing that it said, the name of a new wallet; `nil` where the user went away.
    @MainActor static func run(_ arguments: [String], folder: String) async throws -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["wallet"] + arguments + ["--window", "--folder", folder]
        let pipe = Pipe()
        process.standardOutput = pipe
        PageKeys.hold()
        defer { PageKeys.endHold() }
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        guard status == 0 else { return nil }
        let text = String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").last.map(String.init) ?? ""
    }
}
