import Bridge
import EthereumWallet
import Foundation
import Keys
import Network
import Testing
import WalletCore
import WalletMethods

@testable import HeadlessWallet

/// The settings of names and of the list of scam sites, which take effect at once.
@MainActor @Suite struct LookupSettingsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "lookups-\(UUID().uuidString)")

    private final class Nobody: Approver {
        func decide(_ question: PendingApproval) async -> Decision { .rejected }
    }

    private func settings() throws -> (LookupSettings, WalletServices, ConfigurationFile) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = ConfigurationFile(folder.appending(path: "config.json").path)
        let services = WalletServices(activeAccount: try .demo(), gate: Gate(approver: Nobody()))
        let settings = LookupSettings(
            ConfigurationChanges(file), services, sender: NoSender(),
            list: PhishingListFile(folder.appending(path: "list.json")))
        return (settings, services, file)
    }

    private struct NoSender: HTTPSender {
        func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse { throw .unreachable }
    }

    private func names(_ services: WalletServices) throws -> EthereumNames {
        try #require(services.holdings.names.compactMap { $0 as? EthereumNames }.first)
    }

    @Test func `servers of names are asked from the moment at which the user allows it`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (settings, services, file) = try settings()
        settings.use(Settings())
        #expect(try names(services).isEnabled)
        #expect(try names(services).gateways == nil)
        try await settings.perform(NameLookups(lookup: true, gateways: true))
        #expect(try names(services).gateways != nil)
        #expect(try file.read().usesNameGateways)
        try await settings.perform(NameLookups(lookup: false, gateways: false))
        #expect(try !names(services).isEnabled)
        #expect(try names(services).gateways == nil)
        #expect(try !file.read().usesNames)
    }

    @Test func `a change that another program made is read again`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (settings, services, file) = try settings()
        settings.use(Settings())
        var changed = Settings()
        changed.usesNames = false
        try file.write(changed)
        await settings.reload()
        #expect(try !names(services).isEnabled)
        #expect(!settings.usesNames)
    }

    @Test func `a list from a file counts at once, until it is removed`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (settings, services, file) = try settings()
        let source = folder.appending(path: "config.json.list")
        try #"{"blacklist": ["bad.example"]}"#.write(to: source, atomically: true, encoding: .utf8)
        try await settings.updateList(from: source.path)
        #expect(settings.listCount == 1)
        #expect(services.siteWarnings.phishing?.match("bad.example") == .listed)
        for wrong in ["/nonexistent", folder.path, "https://list.example", "http://list.example"] {
            await #expect(throws: WalletError.self) { try await settings.updateList(from: wrong) }
            #expect(settings.listCount == 1)
        }
        #expect(try file.read().phishingList == nil)
        try await settings.removeList()
        #expect(settings.listCount == nil)
    }
}
