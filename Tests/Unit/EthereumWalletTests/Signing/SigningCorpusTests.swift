import Bridge
import Foundation
import TestSupport
import Testing
@testable import WalletTesting

/// The corpus in `Vectors/signing`: stealing requests always show a danger, honest ones almost never.
@MainActor @Suite struct SigningCorpusTests {
    @Test func `every case of the corpus has a description, a source and a unique ID`() throws {
        let stealing = try SigningCase.all(.stealing)
        let honest = try SigningCase.all(.honest)
        let all = stealing + honest
        #expect(Dictionary(grouping: all, by: \.id).filter { $1.count > 1 }.keys.sorted() == [])
        #expect(all.filter { $0.what.count < 10 || $0.what.last != "." }.map(\.id) == [])
        #expect(all.filter { !$0.source.hasPrefix("https://") }.map(\.id) == [])
        #expect(stealing.count >= 300)
        #expect(honest.count >= 300)
        #expect(Set(honest.map(\.family)).count >= 50)
    }

    @Test func `no malicious page of the corpus is a danger by its name alone`() async throws {
        for origin in Set(try SigningCase.all(.stealing).map(\.origin)).sorted() {
            let site = try TestSite(origin)
            _ = await site.ask("eth_requestAccounts")
            let connection = try #require(site.shown.last)
            #expect(connection.level < .danger, "\(origin): \(Self.text(connection))")
        }
    }

    @Test func `every malicious request shows a danger`() async throws {
        try await judge(over: .node(.honest)) { _ in true }
    }

    @Test func `every malicious request shows a danger without a node`() async throws {
        try await judge(over: .none) { !$0.needsNode }
    }

    @Test func `every malicious request shows a danger with a malicious node`() async throws {
        try await judge(over: .node(.lying)) { !$0.needsNode }
    }

    @Test func `every malicious request shows a danger although a simulation shows no change`() async throws {
        try await judge(over: .node(.simulating)) { _ in true }
    }

    @Test func `at most one in twenty honest requests shows a danger, and none is refused`() async throws {
        let trial = try SigningTrial()
        var refused: [String] = []
        var dangers: [String] = []
        let cases = try SigningCase.all(.honest)
        for item in cases {
            switch try await trial.run(item, over: .node(.honest), typesPrices: true) {
            case .refused(let error): refused.append(Self.line(item, error))
            case .shown(let approval) where approval.level == .danger:
                dangers.append(Self.line(item, Self.text(approval)))
            case .shown: break
            }
        }
        Self.tell("honest and refused", refused)
        Self.tell("honest and shown as a danger", dangers)
        #expect(refused == [])
        #expect(dangers.count * 20 <= cases.count)
        Suites.record("signing/honest", cases: cases.count)
    }

    private func judge(over network: SigningTrial.Network, where isMeant: (SigningCase) -> Bool) async throws {
        let trial = try SigningTrial()
        var failures: [String] = []
        let cases = try SigningCase.all(.stealing).filter(isMeant)
        for item in cases {
            switch try await trial.run(item, over: network) {
            case .refused(let error) where !item.isRefused: failures.append(Self.line(item, "refused: \(error)"))
            case .shown(let approval) where item.isRefused || approval.level < .danger:
                failures.append(Self.line(item, Self.text(approval)))
            case .refused, .shown: break
            }
        }
        Self.tell("stealing and not shown as a danger, \(network)", failures)
        #expect(failures.isEmpty, "\(failures.count) of \(cases.count), see above")
        Suites.record("signing/stealing", cases: cases.count)
    }

    private static func line(_ item: SigningCase, _ text: String) -> String {
        "\(item.family): \(item.id): \(text)"
    }

    private static func text(_ approval: Approval) -> String {
        let warnings = approval.warnings.map { "[\($0.level)] \($0.text)" }
        return "\(approval.level): \(approval.sentence) \(warnings.joined(separator: " "))"
    }

    private static func tell(_ title: String, _ lines: [String]) {
        guard !lines.isEmpty else { return }
        let text = "\n\(title): \(lines.count)\n" + lines.map { "  \($0)\n" }.joined()
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
