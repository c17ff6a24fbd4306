import Foundation
import QR
import Testing

@Suite struct QRReaderTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID().uuidString)")

    private func read(_ command: [String], limit: Duration = .seconds(20)) async throws(QRError) -> String {
        defer { try? FileManager.default.removeItem(at: file) }
        return try await QRReader(command: command, limit: limit).text(inFileAt: file.path)
    }

    @Test func `the other process gets the file, and its output is used`() async throws {
        try Data("hello".utf8).write(to: file)
        #expect(try await read(["/bin/cat"]) == "hello")
    }

    @Test func `it gets nothing from the wallet's environment`() async throws {
        try Data("x".utf8).write(to: file)
        #expect(getenv("PATH") != nil)
        await #expect(throws: QRError.failed) { try await read(["/usr/bin/env"]) }
    }

    @Test(arguments: [
        ["/bin/false"], ["/bin/sh", "-c", "kill -SEGV $$"], ["/nonexistent"], [],
        ["/bin/sh", "-c", "head -c 9000 /dev/zero"], ["/bin/sh", "-c", "printf '\\377'"], ["/bin/true"],
    ])
    func `the output of a process that fails, or is impossible for a code, is refused`(command: [String]) async throws {
        try Data("x".utf8).write(to: file)
        await #expect(throws: QRError.failed) { try await read(command) }
    }

    @Test(arguments: [["/bin/sleep", "600"], ["/usr/bin/yes"]])
    func `a process that does not end is killed`(command: [String]) async throws {
        try Data("x".utf8).write(to: file)
        await #expect(throws: QRError.failed) { try await read(command, limit: .milliseconds(100)) }
    }

    @Test func `anything but a file, or an oversized one, is not passed to a process`() async throws {
        let reader = QRReader(command: ["/bin/cat"])
        await #expect(throws: QRError.noFile) { try await reader.text(inFileAt: "/nonexistent/x.png") }
        for path in ["/dev/zero", "/tmp", "/dev/null"] {
            await #expect(throws: QRError.notAPicture) { try await reader.text(inFileAt: path) }
        }
        try Data().write(to: file)
        await #expect(throws: QRError.notAPicture) { try await reader.text(inFileAt: file.path) }
        try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(PictureFile.largest) + 1)
        await #expect(throws: QRError.tooLarge) { try await read(["/bin/cat"]) }
    }
}
