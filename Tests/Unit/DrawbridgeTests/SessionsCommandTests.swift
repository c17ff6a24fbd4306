import ArgumentParser
import Bridge
import Foundation
import HeadlessWallet
import Network
import Testing

@testable import WalletTerminal
@testable import WalletConnect

/// `drawbridge sessions`: the settings of WalletConnect, and what it prints.
@Suite struct SessionsCommandTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/sessions-\(UUID().uuidString)"

    private var file: ConfigurationFile { ConfigurationFile("\(folder)/config.json") }

    private func run(_ arguments: String...) throws {
        var command = try SessionsCommand.parseAsRoot(arguments + ["--config", file.path])
        try command.run()
    }

    @Test func `the relay and the project are set, turned off and removed, and other settings stay`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = Settings()
        settings.proxy = .socks5(host: "127.0.0.1", port: 9050)
        try file.write(settings)
        try run("set", "--relay", "wss://relay.example/x", "--project-id", "abc-1")
        settings.sessions = SessionSettings(relay: "wss://relay.example/x", projectID: "abc-1")
        #expect(try file.read() == settings)
        try run("settings")
        try run("set", "--disable-connection")
        #expect(try file.read().sessions.usedRelay == nil)
        try run("set", "--enable-connection", "--project-id", "")
        settings.sessions.projectID = nil
        #expect(try file.read() == settings)
    }

    @Test func `the key of the verification service is fetched only after the user allows it`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(!SessionSettings().verifies)
        #expect(SessionSettings().verificationService == "verify.walletconnect.org")
        try run("set", "--enable-verification")
        #expect(try file.read().sessions == SessionSettings(verifies: true))
        try run("set", "--verification-key", "https://verify.example/key")
        let settings = try file.read().sessions
        #expect(settings == SessionSettings(verifies: true, verificationKey: "https://verify.example/key"))
        #expect(settings.verificationSentence.contains("verify.example"))
        let json = CommandCoding.json(try file.perform(ShowWalletConnect()))
        #expect(json["verification"] == true)
        #expect(json["verificationKey"] == "https://verify.example/key")
        #expect(json["relay"] == JSON.null)
        try run("set", "--disable-verification", "--verification-key", "")
        #expect(try file.read() == Settings())
    }

    @Test(arguments: [
        ["set"], ["set", "--relay", "https://relay.example"], ["set", "--relay", "ws://relay.example"],
        ["set", "--relay", ""], ["set", "--relay", "relay.example"], ["set", "--relay", "wss://user@relay.example"],
        ["set", "--relay", "wss://relay.example/?auth=x"], ["set", "--project-id", "a b"],
        ["set", "--project-id", String(repeating: "a", count: 129)],
        ["set", "--verification-key", "http://verify.example/key"], ["set", "--verification-key", "verify.example"],
    ])
    func `a relay or a project that cannot be used is refused, and nothing is set`(arguments: [String]) throws {
        #expect(throws: (any Error).self) {
            var command = try SessionsCommand.parseAsRoot(arguments + ["--config", file.path])
            try command.run()
        }
        #expect(try file.read() == Settings())
    }

    @Test(arguments: [[], ["abc"], ["ABCDEF"], ["abcg"], ["abcd", "--all"], ["abcd", "--x"]])
    func `ending needs the start of one topic, or all`(arguments: [String]) {
        #expect(throws: (any Error).self) { try SessionsCommand.parseAsRoot(["end"] + arguments) }
    }

    @Test func `a session is one line, whatever its app says`() throws {
        let session = try SessionSample.session(name: "A\tb\n\u{202E}c", url: "https://x.example/\t\n")
        let line = SessionsCommand.line(session)
        #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 7)
        #expect(!line.contains("\n") && !line.contains("\u{202E}"))
        let json = SessionsCommand.json(session)
        #expect(json["name"]?.string == "A\tb\n\u{202E}c")
        #expect(json["expiry"]?.number?.text == "1800604800")
        #expect(json["chains"] == ["eip155:1", "eip155:8453"])
    }

    @Test(arguments: [
        #"{"walletConnect":"wss://relay.example"}"#, #"{"walletConnect":{"relay":1}}"#,
        #"{"walletConnect":{"relay":"https://relay.example"}}"#, #"{"walletConnect":{"relay":"ws://relay.example"}}"#,
        #"{"walletConnect":{"projectId":"a b"}}"#, #"{"walletConnect":{"enabled":"yes"}}"#,
        #"{"walletConnect":{"other":1}}"#, #"{"walletConnect":{"verification":1}}"#,
        #"{"walletConnect":{"verificationKey":"http://verify.example"}}"#,
    ])
    func `an invalid setting is an error, and is never ignored`(text: String) {
        let error = #expect(throws: WalletError.self) { try Settings(parsing: Array(text.utf8)) }
        #expect(error?.description.contains("walletConnect") == true)
    }

    @Test func `the settings survive a round trip`() throws {
        for sessions in [
            SessionSettings(), SessionSettings(relay: "ws://127.0.0.1:8080"),
            SessionSettings(relay: "wss://relay.example", projectID: "p", isEnabled: false),
            SessionSettings(verifies: true, verificationKey: "http://127.0.0.1:8080/key"),
        ] {
            var settings = Settings()
            settings.sessions = sessions
            #expect(try Settings(parsing: settings.text) == settings)
        }
    }
}

/// Sessions for the tests of what is shown.
enum SessionSample {
    static let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    static func session(
        name: String = "A dapp", url: String = "https://dapp.example", version: SessionVersion = .v2,
        digit: Character = "a", isSettled: Bool = true
    ) throws -> SessionDetails {
        SessionDetails(
            topic: try #require(Topic(String(repeating: digit, count: 64))), version: version, role: .wallet,
            peer: AppMetadata(name: name, url: url),
            namespaces: SessionNamespaces([
                SessionNamespaces.Entry(
                    "eip155", accounts: ["eip155:1:\(account)", "eip155:8453:\(account)"], methods: ["personal_sign"])
            ]), expiry: version == .v1 ? .max : 1_800_604_800, created: 1_800_000_000, lastUsed: 1_800_000_000,
            isSettled: isSettled)
    }
}
