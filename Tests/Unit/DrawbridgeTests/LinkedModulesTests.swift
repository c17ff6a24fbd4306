import Foundation
import Glibc
import Testing

/// What is linked into the programs, by the names in their symbol tables.
@Suite struct LinkedModulesTests {
    /// How the symbols of a module begin, or those of a library of C.
    private static let tools = [" $s7Harness", " $s10Simulators", " $s11LocalServer", " atspi_"]

    /// The symbol table of a program that was built beside this one, one symbol a line.
    private func symbols(of program: String) throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["nm", URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: program).path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return text
    }

    /// Those of the tools that are linked into `program`.
    private func tools(in program: String) throws -> [String] {
        let symbols = try symbols(of: program)
        try #require(strstr(symbols, " $s12WalletWindow") != nil)
        return Self.tools.filter { strstr(symbols, $0) != nil }
    }

    @Test func `the wallet contains no test runner, no simulator, and no library of theirs`() throws {
        #expect(try tools(in: "drawbridge") == [])
    }

    @Test func `the practice program contains the simulated networks, and nothing that presses its buttons`() throws {
        #expect(try tools(in: "drawbridge-practice") == [" $s10Simulators", " $s11LocalServer"])
    }

    /// Without this, the tests above could look for names that no program has.
    @Test func `the development tools contain each of them`() throws {
        #expect(try tools(in: "drawbridge-dev") == Self.tools)
    }
}
