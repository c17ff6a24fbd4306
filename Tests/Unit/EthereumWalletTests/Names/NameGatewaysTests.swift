import BigInt
import Bridge
import Ethereum
import Network
import Primitives
import Testing

@testable import EthereumWallet
@testable import WalletTesting

/// Names that a contract keeps on servers outside the chain (EIP-3668).
@Suite struct NameGatewaysTests {
    private static let registry = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"
    private static let resolver = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63"
    private static let alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private static let url = "https://gateway.example/{sender}/{data}.json"

    /// The data of `OffchainLookup(address,string[],bytes,bytes4,bytes)`.
    private static func lookup(_ contract: String, _ urls: [String], extra: [UInt8] = [7]) throws -> [UInt8] {
        let values: [ABIValue] = [
            .address(try EthereumAddress(contract)), .array(urls.map { .string($0) }), .bytes([1, 2]),
            .bytes([0xF4, 0xD4, 0xD2, 0xF8]), .bytes(extra),
        ]
        let types: [ABIType] = [.address, .array(.string, count: nil), .bytes, .fixedBytes(4), .bytes]
        return [0x55, 0x6F, 0x18, 0x30] + (try ABIEncoder.encode(values, as: types))
    }

    /// A node with `alice.eth`, whose resolver refers to the servers at `urls`, and takes the answer `0xaa`.
    private static func node(_ urls: [String], from contract: String = resolver, again: Bool = false) throws -> FakeNode
    {
        let node = FakeNode()
        let contracts = FakeContracts(node)
        let (keeper, owner) = (try EthereumAddress(resolver), try EthereumAddress(alice))
        try contracts.add(registry, "resolver(bytes32 node)", "(address)") { _ in [.address(keeper)] }
        let revert = try lookup(contract, urls)
        try contracts.add(resolver, "addr(bytes32 node)", "(address)") { _ throws(NodeError) in
            throw .refused(.reverted(revert))
        }
        // The selector of the function is that in the lookup.
        try contracts.add(resolver, "resolveWithProof(bytes response, bytes extraData)", "(address)") {
            arguments throws(NodeError) in
            guard !again, arguments[0].bytes == [0xAA], arguments[1].bytes == [7] else {
                throw .refused(.reverted(again ? revert : []))
            }
            return [.address(owner)]
        }
        return node
    }

    private static func response(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(text.utf8))
    }

    private func address(_ node: FakeNode, _ sender: FakeSender?) async throws -> String {
        try await NameResolver(node: node, gateways: sender.map { NameGateways(sender: $0) })
            .address(of: ENSName("alice.eth"), on: 1).description
    }

    @Test func `the server is asked with the contract and the question, and the contract checks its answer`()
        async throws
    {
        let sender = FakeSender { _ in Self.response(200, #"{"data":"0xaa"}"#) }
        #expect(try await address(Self.node([Self.url]), sender) == Self.alice)
        let asked = try #require(sender.requests.first)
        #expect(asked.method == .get)
        #expect(asked.url == "https://gateway.example/\(Self.resolver.lowercased())/0x0102.json")
        #expect(asked.addresses == .publicOnly)
    }

    @Test func `without a place for the question it is posted`() async throws {
        let sender = FakeSender { _ in Self.response(200, #"{"data":"0xaa"}"#) }
        #expect(try await address(Self.node(["https://gateway.example/ask"]), sender) == Self.alice)
        let asked = try #require(sender.requests.first)
        #expect(asked.method == .post)
        let body = try JSON(parsing: asked.body)
        #expect(body == ["data": "0x0102", "sender": .string(Self.resolver.lowercased())])
    }

    @Test func `no server is asked unless the user allowed it`() async throws {
        let error = await #expect(throws: RPCError.self) { try await address(Self.node([Self.url]), nil) }
        #expect(error?.sentence.contains("press “Servers…” and then “ENS names”") == true)
    }

    @Test func `after a failure of a server the next one is asked, after a refusal none`() async throws {
        let (first, second) = ("https://first.example/{data}", "https://second.example/{data}")
        for (status, count) in [(500, 2), (404, 1)] {
            let sender = FakeSender { request in
                request.url.contains("first") ? Self.response(status, "") : Self.response(200, #"{"data":"0xaa"}"#)
            }
            let found = try? await address(Self.node([first, second]), sender)
            #expect(found == (status == 500 ? Self.alice : nil))
            #expect(sender.requests.count == count)
        }
    }

    @Test(arguments: [
        "http://gateway.example/{data}", "https://127.0.0.1/{data}", "https://localhost/{data}",
        "https://192.168.1.1/{data}", "https://router.local/{data}", "https://[::1]/{data}", "ftp://x/{data}",
        "file:///etc/passwd", "https://gateway.example/ {data}", "https://gateway.example/\u{0}", "", "{data}",
    ])
    func `a contract cannot make the wallet ask other addresses than public ones`(_ url: String) async throws {
        let sender = FakeSender { _ in Self.response(200, #"{"data":"0xaa"}"#) }
        await #expect(throws: RPCError.self) { try await address(Self.node([url]), sender) }
        #expect(sender.requests.isEmpty)
    }

    @Test func `a contract cannot speak for another one, and cannot ask without end`() async throws {
        let sender = FakeSender { _ in Self.response(200, #"{"data":"0xaa"}"#) }
        await #expect(throws: RPCError.self) { try await address(Self.node([Self.url], from: Self.alice), sender) }
        #expect(sender.requests.isEmpty)
        await #expect(throws: RPCError.self) { try await address(Self.node([Self.url], again: true), sender) }
        #expect(sender.requests.count == 4)
    }

    @Test(arguments: ["", "{}", "[]", #"{"data":7}"#, #"{"data":"aa"}"#, #"{"data":"0xa"}"#, #"{"data":"0xbb"}"#])
    func `an answer that is not one, or that the contract does not accept, is not an address`(_ text: String)
        async throws
    {
        let sender = FakeSender { _ in Self.response(200, text) }
        await #expect(throws: RPCError.self) { try await address(Self.node([Self.url]), sender) }
    }
}
