import ArgumentParser
import Desktop
import Foundation
import Testing

@testable import WalletTerminal
@testable import WalletWindow

/// The files of the packages that say the same as the program.
@Suite struct InstalledFilesTests {
    /// The project's file at this path.
    private func file(_ path: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: tests.appending(path: "../../../\(path)"), encoding: .utf8)
    }

    @Test func `the installed menu entry is the one that the program writes for itself`() throws {
        #expect(
            try file("packaging/\(AppIdentity.id).desktop")
                == RegisterCommand.entry(of: "@PREFIX@/bin/drawbridge").text)
    }

    @Test func `the bus starts the program by the name that it takes`() throws {
        let service = try file("packaging/\(AppIdentity.id).service")
        #expect(service.contains("\nName=\(AppIdentity.id)\n") && service.contains("\nExec=@PREFIX@/bin/drawbridge\n"))
    }

    @Test func `the metadata offer every scheme that the program opens, and no other`() throws {
        let metadata = try file("packaging/\(AppIdentity.id).metainfo.xml")
        let offered = metadata.matches(of: /<mediatype>x-scheme-handler\/(.*)<\/mediatype>/).map { String($0.1) }
        #expect(offered == AppIdentity.schemes)
    }

    @Test func `the newest release of the metadata is this version`() throws {
        let metadata = try file("packaging/\(AppIdentity.id).metainfo.xml")
        let newest = metadata.firstMatch(of: /<release version="([^"]*)"/).map { String($0.1) }
        #expect(newest == AppIdentity.version)
    }

    @Test func `the changelog has a section for this version, and the relay has its number`() throws {
        #expect(try file("CHANGELOG.md").contains("\n## \(AppIdentity.version)"))
        let relay = try file("relay/Sources/drawbridge-relay/RelayCommand.swift")
        #expect(relay.contains("version: \"\(AppIdentity.version)\""))
    }

    @Test func `apps and pages get the icon of the menu`() throws {
        let icon = try file("Sources/App/WalletTerminal/Icon/\(AppIdentity.id).svg")
        #expect(AppIdentity.icon == "data:image/svg+xml;base64," + Data(icon.utf8).base64EncodedString())
        // EIP-6963 asks for a square image.
        #expect(icon.contains("viewBox=\"0 0 128 128\""))
    }

    @Test func `the version names the commit of a release build`() {
        #expect(AppIdentity.release.hasPrefix(AppIdentity.version + ", "))
    }

    @Test func `the menu starts the command of links without a link`() throws {
        #expect(try LinkCommand.parse([]).link == nil)
        #expect(try LinkCommand.parse(["wc:x"]).link == "wc:x")
        #expect(throws: (any Error).self) { try LinkCommand.parse(["wc:x y"]) }
    }
}
