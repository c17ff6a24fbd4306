import Foundation
import Testing

@testable import Keys

@Suite struct VaultMemoryTests {
    @Test(arguments: [Language.english, .japanese])
    func `the memory contains the secrets of an unlocked vault, but not of a locked one`(language: Language) throws {
        let (before, after) = try Self.search([], language: language)
        // An unlocked vault needs the entropy, the seed and the file key.
        for name in ["entropy", "seed", "file key"] { #expect(before.contains { $0.hasPrefix(name) }, "\(name)") }
        #expect(after == [])
    }

    @Test func `the same search finds the secrets of a program that keeps a copy`() throws {
        let (_, after) = try Self.search(["careless"], language: .english)
        #expect(after.contains { $0.hasPrefix("key of m/44'/60'/0'/0/0, hexadecimal") })
        #expect(after.contains { $0.hasPrefix("words from 1, UTF-8") })
    }

    /// The traces of a vault's secrets in a program's memory, while it is unlocked and after it is locked.
    private static func search(_ options: [String], language: Language) throws -> ([String], [String]) {
        let stage = try VaultFixture()
        let entropy = try SecretBytes(randomCount: 32)
        let phrase = try Mnemonic(entropy: entropy, language: language)
        let passphrase = "quiet river forty lamps \(Int.random(in: 0..<1_000_000_000))"
        let extraWord = "extra word \(Int.random(in: 0..<1_000_000_000))"
        let process = Process()
        process.executableURL = Program.url("VaultWriter")
        process.arguments = ["remember", stage.path] + options
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer { process.terminate() }
        for text in [passphrase, extraWord, phrase.shownText] {
            let bytes = Array(text.utf8)
            input.fileHandleForWriting.write(Data([UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes))
        }
        #expect(try Self.line(output) == "unlocked\n")
        let secrets = try SecretTraces(
            entropy: entropy, phrase: phrase, passphrase: passphrase, extraWord: extraWord, stage: stage)
        #expect(secrets.count > 100)
        let before = try secrets.found(in: process.processIdentifier)
        input.fileHandleForWriting.write(Data([1]))
        #expect(try Self.line(output) == "locked\n")
        let after = try secrets.found(in: process.processIdentifier)
        input.fileHandleForWriting.write(Data([1]))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return (before, after)
    }

    private static func line(_ pipe: Pipe) throws -> String {
        var text = ""
        while !text.hasSuffix("\n"), let data = try pipe.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
        }
        return text
    }
}
