import Foundation
import Testing

@testable import Keys

@Suite struct VaultKillTests {
    @Test func `a thousand killed writers have lost nothing`() throws {
        let stage = try VaultFixture()
        let words = try Self.run(["kill", stage.path, "1000"]).split(separator: " ")
        #expect(words.first == "1000")
        #expect(words.suffix(2) == ["0", "lost"])
        let writes = try #require(Int(words[2]))
        #expect(writes > 500)
        let vault = try stage.again()
        try vault.unlock()
        #expect(vault.accounts.first?.name.description == "\(writes)")
    }

    @Test func `for writers that overwrite in place, the same loop finds losses`() throws {
        let stage = try VaultFixture()
        let output = try Self.run(["kill", stage.path, "300", "careless"])
        #expect(!output.hasSuffix(" 0 lost"))
    }

    /// Runs the program and returns the last line of its output.
    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = Program.url("VaultWriter")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(output)")
        return output.split(separator: "\n").last.map(String.init) ?? ""
    }
}
