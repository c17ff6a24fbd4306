import Foundation
import Testing

@testable import Keys

@Suite struct VaultMemoryTests {
    @Test(arguments: [Language.english, .japanese])
    func `of an unlocked vault the memory tells, of a locked one it does not`(language: Language) throws {
        let stage = try VaultStage()
        let entropy = try SecretBytes(randomCount: 32)
        let phrase = try Mnemonic(entropy: entropy, language: language)
        let passphrase = "quiet river forty lamps \(Int.random(in: 0..<1_000_000_000))"
        let extraWord = "extra word \(Int.random(in: 0..<1_000_000_000))"
        let process = Process()
        process.executableURL = Program.url("VaultWriter")
        process.arguments = ["remember", stage.path]
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
        let before = try secrets.found(in: process.processIdentifier)
        // What is needed while it is unlocked: the entropy, the seed, the key of the file.
        for name in ["entropy", "seed", "file key"] { #expect(before.contains { $0.hasPrefix(name) }, "\(name)") }
        input.fileHandleForWriting.write(Data([1]))
        #expect(try Self.line(output) == "locked\n")
        let after = try secrets.found(in: process.processIdentifier)
        #expect(after == [])
        #expect(secrets.count > 100)
        input.fileHandleForWriting.write(Data([1]))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private static func line(_ pipe: Pipe) throws -> String {
        var text = ""
        while !text.hasSuffix("\n"), let data = try pipe.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
        }
        return text
    }
}
