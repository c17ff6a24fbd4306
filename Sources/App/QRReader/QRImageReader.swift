import Confinement
import Dispatch
import Foundation
import Glibc
import Primitives

/// Reads a QR code from an image file, in a separate process.
///
/// The file is read here and never decoded here: an exploited decoder affects only that process. It gets the file once the
/// kernel says that it has no other system calls any more.
package struct QRImageReader: Sendable {
    private let command: [String]
    private let limit: Duration

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - command: The program to start and its arguments: one that calls ``QRDecoder/serve()``.
    ///   - limit: The time limit.
    package init(command: [String], limit: Duration = .seconds(15)) {
        self.command = command
        self.limit = limit
    }

    /// The text of the QR code in the image at `path`.
    ///
    /// The text is untrusted.
    package func text(inFileAt path: String) async throws(QRError) -> String {
        guard let text = String(validating: try await bytes(inFileAt: path), as: UTF8.self) else { throw .failed }
        return text
    }

    /// The texts of all QR codes in the image at `path`, each once.
    ///
    /// The texts are untrusted.
    package func texts(inFileAt path: String) async throws(QRError) -> [String] {
        let bytes = try await bytes(inFileAt: path, ["--all"], longest: QRDecoder.longestTexts)
        let texts = QRDecoder.texts(of: bytes)
        guard !texts.isEmpty else { throw .failed }
        return texts
    }

    /// The bytes of the text of the QR code in the image at `path`, for a secret: the caller wipes them.
    package func bytes(inFileAt path: String) async throws(QRError) -> [UInt8] {
        try await bytes(inFileAt: path, [], longest: QRDecoder.longestText)
    }

    private func bytes(
        inFileAt path: String, _ options: [String], longest: Int
    ) async throws(QRError) -> [UInt8] {
        let (file, facts) = try Self.open(path)
        let image = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard facts.st_size > 0 else { throw .notAnImage }
        guard facts.st_size <= ImageFile.largest else { throw .tooLarge }
        guard let (status, output) = await run(on: image, options, longest: longest) else { throw .failed }
        guard status == 0 else { throw QRError(status: status) }
        guard 1...longest ~= output.count else { throw .failed }
        return output
    }

    private static func open(_ path: String) throws(QRError) -> (file: Int32, facts: stat) {
        do throws(PrimitiveError) {
            return try PlainFile.open(path)
        } catch {
            throw error == .file(.otherKind) ? .notAnImage : .noFile
        }
    }

    /// Runs the program; `nil` if it cannot be started, does not confine itself, or does not exit in time.
    private func run(
        on image: FileHandle, _ options: [String], longest: Int
    ) async -> (status: Int32, output: [UInt8])? {
        guard let program = command.first, let (own, other) = Self.sockets() else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = Array(command.dropFirst()) + options
        // An empty environment, because the libraries would load modules that it names.
        process.environment = [:]
        process.standardInput = other
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        let end = DispatchTime.now() + .nanoseconds(Int(limit / .nanoseconds(1)))
        let hasEnded = await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationReason == .exit) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                return continuation.resume(returning: false)
            }
            let child = process.processIdentifier
            // Only the child has the other end now: what is sent to it fails when the child has ended.
            try? other.close()
            DispatchQueue.global().asyncAfter(deadline: end) { [weak process] in
                if process?.isRunning == true { kill(child, SIGKILL) }
            }
            DispatchQueue.global().async { [weak process] in
                while process?.isRunning == true, DispatchTime.now() < end {
                    if Self.isConfined(child) { return Self.send(image, to: own) }
                    usleep(500)
                }
                try? own.close()
            }
        }
        guard hasEnded else { return nil }
        // Output that fits into a pipe is available when the process has exited; more would have blocked it.
        try? pipe.fileHandleForWriting.close()
        let output = (try? pipe.fileHandleForReading.read(upToCount: longest + 1)) ?? Data()
        return (process.terminationStatus, [UInt8](output))
    }

    /// Whether the kernel says that `process` has a filter for system calls that this program does not have.
    private static func isConfined(_ process: pid_t) -> Bool {
        guard let own = ProcessFacts(getpid()), let facts = ProcessFacts(process) else { return false }
        return !facts.hasEnded && facts.gap(comparedWith: own, separated: []) == nil
    }

    /// Two connected ends: unlike a pipe, one does not end this program when the other is closed.
    private static func sockets() -> (own: FileHandle, other: FileHandle)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        return (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
    }

    /// Sends the file, at most as much as an image may have, and closes this end.
    private static func send(_ image: FileHandle, to end: FileHandle) {
        defer { try? end.close() }
        var rest = ImageFile.largest
        while rest > 0, let part = try? image.read(upToCount: min(rest, 1 << 16)), !part.isEmpty {
            rest -= part.count
            var sent = 0
            while sent < part.count {
                let count = part.withUnsafeBytes { bytes in
                    Glibc.send(
                        end.fileDescriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
                        Int32(truncatingIfNeeded: MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
