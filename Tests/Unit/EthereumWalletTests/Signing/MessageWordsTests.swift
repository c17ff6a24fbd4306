import Bridge
import Foundation
import Primitives
import TestSupport
import Testing
import WalletTesting

/// Messages whose signature is a key or a login elsewhere, and honest ones with the same words, in
/// `Vectors/signing/words`.
///
/// A case whose ID has an even hash was read while the rules were made; the others were held out.
@MainActor @Suite struct MessageWordsTests {
    @Test(arguments: ["keys", "logins"])
    func `no message that makes a key or signs in elsewhere is plain`(family: String) async throws {
        let shown = try await approvals(of: family)
        tell(family, shown)
        #expect(shown.filter { $0.approval.level == .plain }.map(\.item.id) == [])
        Suites.record("signing/words", cases: shown.count)
    }

    @Test func `nearly all messages that make a key elsewhere are a danger`() async throws {
        let shown = try await approvals(of: "keys")
        #expect(shown.count { $0.approval.level == .danger } * 20 >= shown.count * 19)
    }

    @Test func `at most three in a hundred honest messages with the same words are a danger`() async throws {
        let shown = try await approvals(of: "honest")
        tell("honest", shown)
        #expect(shown.count { $0.approval.level == .danger } * 100 <= shown.count * 3)
        Suites.record("signing/words", cases: shown.count)
    }

    @Test func `there are enough cases, each with a source`() throws {
        let cases = try ["keys", "logins", "honest"].map(cases)
        #expect(cases[0].count + cases[1].count >= 150)
        #expect(cases[2].count >= 150)
        let all = cases.flatMap(\.self)
        #expect(Dictionary(grouping: all, by: \.id).filter { $1.count > 1 }.keys.sorted() == [])
        #expect(all.filter { $0.source.isEmpty }.map(\.id) == [])
    }

    private func cases(_ family: String) throws -> [SigningCase] {
        let world = try SigningWorld.read()
        let file = try Vectors.json("signing/words/\(family).json")
        return try (file["cases"]?.array ?? []).map { try SigningCase($0, in: file, family: family, world: world) }
    }

    private func approvals(of family: String) async throws -> [(item: SigningCase, approval: Approval)] {
        let trial = try SigningTrial()
        var shown: [(item: SigningCase, approval: Approval)] = []
        for item in try cases(family) {
            guard case .shown(let approval) = try await trial.run(item, over: .none) else {
                Issue.record("\(item.id) was refused")
                continue
            }
            shown.append((item, approval))
        }
        return shown
    }

    /// Prints the rate of each level, for the cases that were read and for those that were held out, and the cases
    /// below or above what is wanted.
    private func tell(_ family: String, _ shown: [(item: SigningCase, approval: Approval)]) {
        var lines: [String] = []
        for isHeldOut in [false, true] {
            let half = shown.filter { Keccak256.hash(Array($0.item.id.utf8)).bytes[0].isMultiple(of: 2) != isHeldOut }
            let rates = [Approval.Warning.Level.plain, .caution, .danger].map { level in
                "\(level) \(half.count { $0.approval.level == level })"
            }
            lines.append(
                "\(family), \(isHeldOut ? "held out" : "read"): \(half.count): " + rates.joined(separator: ", "))
            guard !isHeldOut else { continue }
            let wanted: Approval.Warning.Level = family == "honest" ? .plain : .danger
            lines += half.filter { $0.approval.level != wanted }.map { shown in
                let warnings = shown.approval.warnings.map { "[\($0.level)] \($0.text)" }
                return "  \(shown.item.id): \(shown.approval.level): \(warnings.joined(separator: " "))"
            }
        }
        FileHandle.standardOutput.write(Data(("\n" + lines.joined(separator: "\n") + "\n").utf8))
    }
}
