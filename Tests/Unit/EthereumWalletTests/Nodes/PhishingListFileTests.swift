import Bridge
import Foundation
import Network
import Testing
import WalletCore

@testable import EthereumWallet
@testable import WalletTesting

/// The user's phishing list on disk, and where it comes from.
@Suite struct PhishingListFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "phishing-\(UUID().uuidString)")
    private var file: PhishingListFile { PhishingListFile(folder.appending(path: "data/phishing.json")) }

    private static let list = #"{"blacklist": ["bad.example"], "fuzzylist": [], "whitelist": []}"#

    @Test func `a list from a file or an address replaces the stored one, and is there after a restart`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(await file.load() == nil)
        let source = folder.appending(path: "config.json")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.list.write(to: source, atomically: true, encoding: .utf8)
        #expect(try file.update(from: source).count == 1)
        #expect(await file.load()?.match("bad.example") == .listed)
        let sender = FakeSender(body: #"{"blacklist": ["other.example", "third.example"]}"#)
        let list = try await file.update(from: "https://list.example/config.json", through: sender)
        #expect(list.count == 2)
        #expect(sender.requests.map(\.url) == ["https://list.example/config.json"])
        #expect(await file.load()?.match("bad.example") == nil)
        try file.remove()
        #expect(await file.load() == nil)
        try file.remove()
    }

    @Test(arguments: [
        (200, "{}"), (200, "<html>"), (200, #"{"blacklist": "bad.example"}"#), (404, list), (302, list), (500, ""),
    ])
    func `what is not a list does not replace the stored one`(status: Int, body: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = FakeSender(body: Self.list)
        _ = try await file.update(from: "https://list.example", through: first)
        await #expect(throws: RPCError.self) {
            try await file.update(from: "https://list.example", through: FakeSender(status: status, body: body))
        }
        #expect(await file.load()?.count == 1)
    }

    @Test(arguments: ["http://list.example/config.json", "ftp://list.example", "https://", "https://user@list.example"])
    func `an address that is not https is not asked`(_ address: String) async throws {
        let sender = FakeSender(body: Self.list)
        await #expect(throws: RPCError.self) { try await file.update(from: address, through: sender) }
        #expect(sender.requests.isEmpty)
        #expect(throws: RPCError.self) { try file.update(from: URL(filePath: "/nonexistent")) }
    }
}
