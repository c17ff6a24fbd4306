import Bridge
import Ethereum
import Foundation
import TestSupport
import Testing

@testable import WalletTesting

/// Requests in the form in which published front ends send them (`Tests/Data/FrontEnds`).
@MainActor @Suite struct FrontEndTests {
    private static let file = GoldenMessages.folder.deletingLastPathComponent().appending(
        path: "FrontEnds/requests.json")

    private func requests() throws -> [JSON] {
        try #require(try JSON(parsing: Array(try Data(contentsOf: Self.file))).array)
    }

    private static func node() -> FakeNode {
        let node = FakeNode.quiet()
        node.set("eth_gasPrice", "0x3b9aca00")
        return node
    }

    @Test func `each request is asked, answered or refused as the list says`() async throws {
        for entry in try requests() {
            let about: Comment = "\(entry["source"]?.string ?? ""): \(entry["sends"]?.string ?? "")"
            let node = Self.node()
            let site = try await TestSite.connected(node)
            let before = site.shown.count
            let answer = await site.send(try #require(entry["request"]), in: EthereumDialect())
            let asked = site.shown.count - before
            switch entry["wallet"]?.string {
            case "asks":
                let calls = entry["request"]?["params"]?[0]?["calls"]?.array?.count
                #expect(asked == (calls ?? 1), about)
                #expect(answer["error"] == nil, "\(about): \(answer.text)")
            case "answers":
                #expect(asked == 0 && answer["result"] != nil, "\(about): \(answer.text)")
                #expect(node.asked.last?.params == entry["means"] ?? entry["request"]?["params"], about)
            default:
                #expect(asked == 0 && [-32602, 4200].contains(answer["error"]?["code"]), "\(about): \(answer.text)")
            }
            guard entry["wallet"] == "asks", let means = entry["means"] else { continue }
            let plain = Self.node()
            let other = try await TestSite.connected(plain)
            _ = await other.ask(entry["request"]?["method"]?.string ?? "", means)
            #expect(node.sent.map(\.transaction) == plain.sent.map(\.transaction) && !plain.sent.isEmpty, about)
        }
    }

    @Test func `30 front ends and five libraries are in the list, and each difference to MetaMask has a reason`() throws
    {
        let entries = try requests()
        let sources = Set(entries.compactMap { $0["source"]?.string?.split(separator: ",").first })
        #expect(sources.count >= 35)
        for library in ["ethers 5", "ethers 6", "viem", "web3.js 1", "web3.js 4"] {
            #expect(entries.contains { $0["source"]?.string?.contains(library) == true }, "\(library)")
        }
        for entry in entries {
            #expect((entry["wallet"] == entry["metamask"]) == (entry["reason"] == nil), "\(entry.text)")
        }
    }
}
