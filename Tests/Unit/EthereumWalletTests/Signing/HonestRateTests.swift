import Bridge
import Foundation
import TestSupport
import Testing
@testable import WalletTesting

/// The rate of dangers among the requests of dapps in `Vectors/signing/dapps`, whom the wallet's tables do not name.
@MainActor @Suite struct HonestRateTests {
    @Test func `the dapps of the corpus are many, and each request has a description, a source and a unique ID`() throws
    {
        let all = try SigningCase.dapps
        #expect(Dictionary(grouping: all, by: \.id).filter { $1.count > 1 }.keys.sorted() == [])
        #expect(all.filter { $0.what.count < 10 || $0.what.last != "." }.map(\.id) == [])
        #expect(all.filter { !$0.source.hasPrefix("https://") }.map(\.id) == [])
        #expect(all.count >= 200)
        #expect(Set(all.map(\.family)).count >= 60)
    }

    @Test func `few requests of the tuning half are a danger`() async throws {
        let simulated = try await measure("tuning", over: .simulating, isTold: true)
        #expect(simulated.dangers * 100 <= simulated.all * 10)
        let plain = try await measure("tuning", over: .honest, isTold: false)
        #expect(plain.dangers * 100 <= plain.all * 46)
    }

    /// The bounds are what was measured last; the goal is 15 of 100.
    ///
    /// The rules were improved on this half and the next two
    /// sets, too, after each was measured unseen: see the README of the vectors.
    @Test func `few requests of the held-out half are a danger`() async throws {
        let simulated = try await measure("held-out", over: .simulating, isTold: false)
        #expect(simulated.dangers * 100 <= simulated.all * 11)
        let plain = try await measure("held-out", over: .honest, isTold: false)
        #expect(plain.dangers * 100 <= plain.all * 29)
    }

    /// The mix that people meet: also approvals of stated amounts, transfers, sign-ins and permits.
    @Test func `few requests of the fresh set are a danger`() async throws {
        let simulated = try await measure("fresh", over: .simulating, isTold: false)
        #expect(simulated.dangers * 100 <= simulated.all * 10)
        let plain = try await measure("fresh", over: .honest, isTold: false)
        #expect(plain.dangers * 100 <= plain.all * 33)
    }

    /// Written before the tables of contracts, in the same mix.
    @Test func `few requests of the unseen set are a danger`() async throws {
        let simulated = try await measure("unseen", over: .simulating, isTold: false)
        #expect(simulated.dangers * 100 <= simulated.all * 13)
        let plain = try await measure("unseen", over: .honest, isTold: false)
        #expect(plain.dangers * 100 <= plain.all * 32)
    }

    /// Written by somebody who did not know the tables, and not looked at while they were made; its dangers are printed now.
    @Test func `the rate of the fifth set is what was measured without knowing it`() async throws {
        let simulated = try await measure("fifth", over: .simulating, isTold: true)
        #expect(simulated.dangers * 100 <= simulated.all * 45)
        let plain = try await measure("fifth", over: .honest, isTold: false)
        #expect(plain.dangers * 100 <= plain.all * 65)
    }

    /// Written like the fifth set, while that one was still unknown.
    @Test func `the rate of the sixth set is what was measured without knowing it`() async throws {
        let simulated = try await measure("sixth", over: .simulating, isTold: false)
        #expect(simulated.dangers * 100 <= simulated.all * 45)
        let plain = try await measure("sixth", over: .honest, isTold: false)
        #expect(plain.dangers * 100 <= plain.all * 65)
    }

    /// Otherwise the mutations of ``HonestMutationTests`` would show nothing.
    @Test func `few honest calls of the functions of the table of deposits are a danger`() async throws {
        let plain = try await measure("families", over: .simulating, isTold: true)
        #expect(plain.dangers * 100 <= plain.all * 10)
    }

    /// The number of dangers and of requests of a half; none may be refused.
    private func measure(
        _ half: String, over node: SigningNode.Character, isTold: Bool
    ) async throws -> (dangers: Int, all: Int) {
        let trial = try SigningTrial()
        var (dangers, refused): ([String], [String]) = ([], [])
        let cases = try half == "families" ? SigningCase.families : SigningCase.read("dapps/\(half)")
        for item in cases {
            switch try await trial.run(item, over: .node(node), typesPrices: true) {
            case .refused(let error): refused.append("\(item.id): \(error)")
            case .shown(let approval) where approval.level == .danger:
                let reasons = approval.warnings.filter { $0.level == .danger }.map(\.text)
                dangers.append("\(item.id): \(approval.sentence) \(reasons)")
            case .shown: break
            }
        }
        #expect(refused == [])
        let text = "\n\(half), \(node): \(dangers.count) dangers of \(cases.count)\n"
        let lines = isTold ? dangers.map { "  \($0)\n" }.joined() : ""
        FileHandle.standardOutput.write(Data((text + lines).utf8))
        return (dangers.count, cases.count)
    }
}
