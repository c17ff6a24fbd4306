import Foundation
import Glibc
import HeadlessWallet
import Messages
import WalletUI

/// A short-lived process of this program that handles the recovery words or keys of a wallet in its own windows.
///
/// There is one at a time; opening another shows the existing one.
@MainActor final class WalletProcess {
    private static var running: WalletProcess?

    /// What the other process reads to bring its window to the front.
    static let presentLine = "present\n"

    private let process = Process()
    private let control: Int32

    private init(_ arguments: [String], output: Pipe) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardOutput = output
        // It is a socket, because writing to a pipe without a reader would end this program.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Self.unopened
        }
        control = ends[0]
        process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    private static let unopened = WalletError(localized("The wallet's window could not be opened."))

    isolated deinit {
        close(control)
    }

    /// Brings the window of the running process to the front, if there is one.
    static func present() {
        guard let running else { return }
        let line = Array(presentLine.utf8)
        _ = send(running.control, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Whether a process is running.
    static var isRunning: Bool { running != nil }

    /// Runs `drawbridge wallet` with `arguments` and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The subcommand and its arguments.
    ///   - place: Where the wallet's files are.
    ///   - parent: The window that its windows belong to, as ``WalletUI/ScreenWindow/handle()`` names it; `nil` for none.
    /// - Returns: The last line of its output, the name of a new wallet; `nil` if the user cancelled, or if a process
    ///   was already running, whose window is brought to the front.
    /// - Throws: An error if it cannot be started.
    static func run(_ arguments: [String], in place: WalletPlace, parent: String?) async throws -> String? {
        guard running == nil else {
            present()
            return nil
        }
        let pipe = Pipe()
        let own = ["--window", "--parent", parent ?? ""]
        let one = try WalletProcess(["wallet"] + arguments + place.arguments + own, output: pipe)
        running = one
        defer { running = nil }
        PageInputGuard.hold()
        defer { PageInputGuard.endHold() }
        let status = try await withCheckedThrowingContinuation { continuation in
            one.process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try one.process.run()
            } catch {
                continuation.resume(throwing: unopened)
            }
        }
        guard status == 0 else { return nil }
        let text = String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").last.map(String.init) ?? ""
    }
}
