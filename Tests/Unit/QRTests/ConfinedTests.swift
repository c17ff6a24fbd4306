import Foundation
@testable import QRReader
import QRWriter
import Testing

/// What the process that looks at images can still do: read its input, write its output, compute.
@Suite struct ConfinedTests {
    private func read(_ bytes: [UInt8], _ arguments: String...) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await QRImageReader(command: [Confined.program] + arguments, limit: .seconds(60)).text(
            inFileAt: file.path)
    }

    @Test func `images of both formats are still read`() async throws {
        let code = try #require(QRCode("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"))
        #expect(
            try await read(TestImage.png(of: code), "serve")
                == "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a")
        #expect(try await read(TestPhoto.bytes, "serve") == TestPhoto.text)
        let wide = TestImage.png(width: 4_000, height: 4_000, lines: [UInt8](repeating: 0, count: 4_001 * 4_000))
        await #expect(throws: QRError.noCode) { try await read(wide, "serve") }
        await #expect(throws: QRError.self) { try await read(Array(TestPhoto.bytes.dropLast(900)), "serve") }
    }

    @Test func `all codes of an image are read`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let reader = QRImageReader(command: [Confined.program, "serve"], limit: .seconds(60))
        let code = try #require(QRCode(alphanumeric: "UR:BYTES/1-2/AEAE", version: 5))
        try Data(TestImage.png(of: code)).write(to: file)
        #expect(try await reader.texts(inFileAt: file.path) == ["UR:BYTES/1-2/AEAE"])
        try Data(TestImage.png(width: 40, height: 40, lines: [UInt8](repeating: 0, count: 41 * 40))).write(to: file)
        await #expect(throws: QRError.noCode) { try await reader.texts(inFileAt: file.path) }
    }

    @Test(arguments: [
        "open a file", "make a file", "open a folder", "read what was open", "read at a place", "write what was open",
        "copy a descriptor", "put it in the place of the input", "map what was open", "a socket of the network",
        "a socket of IPv6", "a socket of this machine", "a pipe", "a pair of sockets", "another process",
        "another program", "a signal for the parent", "memory to be executed",
        "memory made executable", "a name removed", "a look at a file",
        "more of anything",
    ])
    func `operations that an exploited decoder could try are refused`(attempt: String) async throws {
        #expect(try await read([1], attempt) == "refused")
        // The same without the confinement: a call that fails anyway would show nothing.
        if !Self.needsRights.contains(attempt) { #expect(try free(attempt) != "refused") }
    }

    /// What the program says without confining itself: the reader would not give it anything.
    private func free(_ attempt: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: Confined.program)
        process.arguments = [attempt, "free"]
        let pipe = Pipe()
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
        try process.run()
        let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }

    /// What may fail for other reasons where the tests run, or leaves nothing behind that could answer.
    private static let needsRights: Set = ["write what was open", "another program"]

    @Test func `operations that need no privileges succeed`() async throws {
        #expect(try await read([1], "nothing") == "done")
    }

    @Test func `a thread that starts while the process is confined does not end it`() async throws {
        for _ in 0..<20 { #expect(try await read([1], "threads that just started") == "done") }
    }
}
