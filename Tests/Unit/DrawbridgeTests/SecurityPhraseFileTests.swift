import Bridge
import Foundation
import HeadlessWallet
import Testing
import WebHost

@testable import WalletWindow
import WalletUI

/// Where the user's security phrase is kept.
@MainActor @Suite struct SecurityPhraseFileTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/drawbridge-phrase-\(UUID().uuidString)"
    private var path: String { "\(folder)/state/\(SecurityPhraseFile.name)" }

    private func file() throws -> SecurityPhraseFile { try #require(SecurityPhraseFile(state: "\(folder)/state")) }

    private func put(_ text: String, mode: Int = 0o600) throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `the first start creates a phrase and explains it, and the next one shows the same`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try file().mark()
        #expect(first.isNew)
        let second = try file().mark()
        #expect(second.phrase == first.phrase && !second.isNew)
        #expect(try mode() == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/state") == [SecurityPhraseFile.name])
    }

    @Test func `a new phrase replaces the old one`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try file().mark()
        let own = try #require(SecurityPhrase("my blue boat"))
        try file().write(own)
        #expect(try file().mark().phrase == own)
        #expect(try mode() == 0o600)
    }

    @Test func `a file that others can read is made private`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put("my blue boat\n", mode: 0o644)
        #expect(try file().mark().phrase.text == "my blue boat")
        #expect(try mode() == 0o600)
    }

    @Test(arguments: ["", "x", "\u{202E}hidden text", String(repeating: "a", count: 100_000)])
    func `a file without a phrase gets a new one, which is explained`(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put(text)
        let made = try file().mark()
        #expect(made.isNew)
        let next = try file().mark()
        #expect(next.phrase == made.phrase && !next.isNew)
    }

    @Test(.timeLimit(.minutes(1))) func `a pipe or a link in its place is refused`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try file().mark().isNew)
        try FileManager.default.removeItem(atPath: path)
        let elsewhere = "\(folder)/elsewhere"
        try Data("somebody else's\n".utf8).write(to: URL(fileURLWithPath: elsewhere))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        #expect(try file().mark().phrase.text != "somebody else's")
        #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "somebody else's\n")
    }

    @Test func `if nothing can be stored, there is still a phrase`() throws {
        let nowhere = try #require(SecurityPhraseFile(state: "/proc/nowhere"))
        // The next window has another one, so none is called the phrase of the user.
        #expect(!nowhere.mark().isNew)
        #expect(throws: WalletError.self) { try nowhere.write(.random()) }
    }
}
