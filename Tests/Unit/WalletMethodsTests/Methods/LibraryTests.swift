import Bridge
import Foundation
import TestSupport
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// The conversations that libraries have with the wallet, with the wallet's side of them; `web/tests` has the
/// libraries'.
@MainActor @Suite struct LibraryTests {
    @Test func `the wallet answers as libraries expect`() async throws {
        let sessions = try #require(try JSON(parsing: Array(try Data(contentsOf: Self.file))).array)
        #expect(sessions.count >= 14)
        for session in sessions {
            let about = session["about"]?.string ?? ""
            // What follows a chain asks without being connected, as pages do when they are opened.
            if session["client"] == nil {
                try await replay(session, Comment(rawValue: about))
            } else {
                try await follow(session, Comment(rawValue: about))
            }
        }
    }

    private func replay(_ session: JSON, _ about: Comment) async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        for step in session["steps"]?.array ?? [] {
            for member in step["node"]?.object?.members ?? [] {
                let refusal = try #require(Self.refusals[member.value.string ?? ""])
                node.set(member.key) { _ throws(NodeError) in throw .refused(refusal) }
            }
            let (user, before) = (step["user"]?.string, site.shown.count)
            site.decision = user == "approves" ? .approved : .rejected
            let answer = await site.send(try #require(step["request"]), in: EthereumDialect())
            if let whole = step["answer"] { #expect(answer.text == whole.text, about) }
            if let part = step["contains"]?.string {
                #expect(answer["error"]?["message"]?.string?.contains(part) == true, about)
            }
            #expect(site.shown.count - before == (user == nil ? 0 : 1), about)
        }
    }

    private func follow(_ session: JSON, _ about: Comment) async throws {
        let (blocks, clock) = (MadeBlocks(), ManualClock())
        let node = blocks.node
        let site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        site.services.time = clock.time
        var events: [JSON] = []
        let subscription = site.services.eventBus.subscribe { event, _ in
            events += EthereumDialect().encode(event).flatMap { try? JSON(parsing: $0) }.map { [$0] } ?? []
        }
        for step in session["steps"]?.array ?? [] {
            if let topics = step["grow"]?.array { blocks.grow(topics: topics.compactMap { $0.number?.integer }) }
            clock.advance(by: .seconds(step["wait"]?.number?.integer ?? 1))
            if let event = step["event"] {
                _ = await eventually { clock.sleeperCount > 0 }
                clock.advance(by: .seconds(4))
                #expect(await eventually { events == [event] }, about)
                continue
            }
            let answer = await site.send(try #require(step["request"]), in: EthereumDialect())
            #expect(answer.text == step["answer"]?.text, about)
        }
        _ = subscription
    }

    /// How a node rejects a request, by the names that the conversations use.
    private static let refusals: [String: NodeRefusal] = [
        "insufficientFunds": .insufficientFunds, "nonceTooLow": .nonceTooLow,
        "replacementUnderpriced": .replacementUnderpriced, "reverted": .reverted([0x08, 0xC3, 0x79, 0xA0]),
    ]

    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Data/Golden/libraries.json")

    /// What Geth says, as nodes repeat it, and what libraries look for in what the wallet says of it.
    @Test(arguments: [
        ("nonce too low: next nonce 5, tx nonce 3", -32000, "nonce too low"),
        ("nonce too high: address 0x00", -32000, "nonce too high"),
        ("insufficient funds for gas * price + value: balance 0, tx cost 1", -32000, "insufficient funds"),
        ("transaction underpriced: gas tip cap 1", -32000, "underpriced"),
        ("replacement transaction underpriced", -32000, "replacement transaction underpriced"),
        ("intrinsic gas too low: gas 5, minimum needed 21000", -32000, "intrinsic gas too low"),
        ("exceeds block gas limit", -32000, "gas limit reached"),
        ("gas required exceeds allowance (21000)", -32000, "gas required exceeds allowance"),
        ("Sender doesn't have enough funds to send tx. The max upfront cost is: 21000", -32000, "insufficient funds"),
        ("max fee per gas less than block base fee: address 0x00", -32000, "max fee per gas less than block base fee"),
        (
            "max priority fee per gas higher than max fee per gas: address 0x00", -32000,
            "max priority fee per gas higher than max fee per gas"
        ),
        ("invalid chain id for signer: have 1 want 5", -32000, "invalid chain id"),
        ("the method eth_gasPrice does not exist/is not available", -32601, "does not exist / is not available"),
        ("<b>call me</b> at evil.example, insufficient funds", -32000, "insufficient funds"),
    ])
    func `a node's refusal reaches libraries in the words they expect, and nothing else from the node does`(
        message: String, code: Int, words: String
    ) async throws {
        let node = FakeNode.quiet()
        let refusal = NodeRefusal(["code": .number(JSONNumber(code)), "message": .string(message)])
        node.set("eth_gasPrice") { _ throws(NodeError) in throw .refused(refusal) }
        let site = try await TestSite.connected(node)
        let said = try #require(await site.ask("eth_gasPrice")["error"]?["message"]?.string)
        #expect(said.lowercased().contains(words))
        #expect(said.hasPrefix(refusal.description))
        #expect(!said.contains("evil.example") && !said.contains("0x00") && !said.contains("21000"))
    }
}
