import Foundation
import QRReader
import Testing

@Suite struct QRImageReaderTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID().uuidString)")

    private func read(_ command: [String], limit: Duration = .seconds(20)) async throws(QRError) -> String {
        defer { try? FileManager.default.removeItem(at: file) }
        return try await QRImageReader(command: command, limit: limit).text(inFileAt: file.path)
    }

    @Test func `the other process gets the file, and its output is used`() async throws {
        try Data("hello".utf8).write(to: file)
        #expect(try await read([Confined.program, "copy"]) == "hello")
    }

    @Test func `a process that does not confine itself does not get the file`() async throws {
        for command in [[Confined.program, "copy", "free"], ["/bin/cat"], ["/usr/bin/env"]] {
            try Data("hello".utf8).write(to: file)
            await #expect(throws: QRError.failed) { try await read(command, limit: .milliseconds(500)) }
        }
    }

    @Test func `it gets nothing from the wallet's environment`() async throws {
        try Data("x".utf8).write(to: file)
        #expect(getenv("PATH") != nil)
        #expect(try await read([Confined.program, "have an environment"]) == "refused")
    }

    @Test(arguments: [
        ["/bin/false"], ["/nonexistent"], [], [Confined.program, "say", "4", "65", "1"],
        [Confined.program, "say", "4", "65", "-2"], [Confined.program, "say", "9000", "65", "0"],
        [Confined.program, "say", "1", "255", "0"], [Confined.program, "say", "0", "0", "0"],
    ])
    func `the output of a process that fails, or is impossible for a code, is refused`(command: [String]) async throws {
        try Data("x".utf8).write(to: file)
        await #expect(throws: QRError.failed) { try await read(command) }
    }

    @Test func `the output of a process that ends well is not refused`() async throws {
        try Data("x".utf8).write(to: file)
        #expect(try await read([Confined.program, "say", "4", "65", "0"]) == "AAAA")
    }

    @Test(arguments: [["/bin/sleep", "600"], [Confined.program, "say", "4", "65", "-1"]])
    func `a process that does not end is killed`(command: [String]) async throws {
        try Data("x".utf8).write(to: file)
        await #expect(throws: QRError.failed) { try await read(command, limit: .milliseconds(500)) }
    }

    @Test func `a file is passed on completely, also a large one`() async throws {
        try Data(repeating: 65, count: 8_000).write(to: file)
        #expect(try await read([Confined.program, "copy"]).utf8.count == 8_000)
        try Data(repeating: 65, count: ImageFile.largest).write(to: file)
        #expect(try await read([Confined.program, "say", "1", "66", "0"]) == "B")
    }

    @Test func `anything but a file, or an oversized one, is not passed to a process`() async throws {
        let reader = QRImageReader(command: [Confined.program, "copy"])
        await #expect(throws: QRError.noFile) { try await reader.text(inFileAt: "/nonexistent/x.png") }
        for path in ["/dev/zero", "/tmp", "/dev/null"] {
            await #expect(throws: QRError.notAnImage) { try await reader.text(inFileAt: path) }
        }
        try Data().write(to: file)
        await #expect(throws: QRError.notAnImage) { try await reader.text(inFileAt: file.path) }
        try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(ImageFile.largest) + 1)
        await #expect(throws: QRError.tooLarge) { try await read([Confined.program, "copy"]) }
    }
}

/// The program that confines itself, next to this one.
enum Confined {
    static let program = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("Confined").path
    }()
}
