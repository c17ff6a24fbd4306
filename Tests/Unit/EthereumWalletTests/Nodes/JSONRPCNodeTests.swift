import Bridge
import TestServers
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

@Suite struct JSONRPCNodeTests {
    private func ask(_ sender: FakeSender) async throws(NodeError) -> JSON {
        guard let endpoint = try? Endpoint("https://node.example/key") else { throw .malformed }
        return try await JSONRPCNode(endpoint, sender: sender).ask("eth_blockNumber", [])
    }

    @Test func `a result is taken only from the answer to the same request`() async throws {
        let sender = FakeSender(body: #"{"jsonrpc":"2.0","id":ID,"result":"0x10"}"#)
        #expect(try await ask(sender) == "0x10")
        let request = try #require(sender.requests.first)
        #expect(request.method == .post)
        #expect(request.url == "https://node.example/key")
        let body = try JSON(parsing: request.body)
        #expect(body["method"] == "eth_blockNumber")
        #expect(body["params"] == [])
        #expect(body["jsonrpc"] == "2.0")
    }

    @Test(arguments: [
        "", "null", "[]", "0x10", #"{"result":"0x10"}"#, #"{"jsonrpc":"2.0","result":"0x10"}"#,
        #"{"jsonrpc":"2.0","id":7777,"result":"0x10"}"#, #"{"jsonrpc":"2.0","id":"ID","result":"0x10"}"#,
        #"{"jsonrpc":"2.0","id":null,"result":"0x10"}"#, #"{"jsonrpc":"2.0","id":ID}"#,
        #"{"jsonrpc":"1.0","id":ID,"result":"0x10"}"#, #"[{"jsonrpc":"2.0","id":ID,"result":"0x10"}]"#,
        #"{"jsonrpc":"2.0","id":ID,"result":"0x10","result":"0x11"}"#, #"{"jsonrpc":"2.0","id":ID,"result":"0x10"} x"#,
        #"{"jsonrpc":"2.0","id":7777,"error":{"code":3,"message":"x"}}"#,
        #"{"jsonrpc":"2.0","id":ID,"error":{"message":"x"}}"#, #"{"jsonrpc":"2.0","id":ID,"error":"x"}"#,
    ])
    func `an answer that does not match the request is refused`(body: String) async {
        await #expect(throws: NodeError.malformed) { try await ask(FakeSender(body: body)) }
    }

    @Test func `a long answer is read, and one with too many values is refused`() async throws {
        let long = String(repeating: "x", count: 2_000_000)
        let sender = FakeSender(body: #"{"jsonrpc":"2.0","id":ID,"result":["\#(long)"]}"#)
        #expect(try await ask(sender)[0]?.string?.utf8.count == 2_000_000)
        let many = String(repeating: "0,", count: 400_000)
        await #expect(throws: NodeError.malformed) {
            try await ask(FakeSender(body: #"{"jsonrpc":"2.0","id":ID,"result":[\#(many)0]}"#))
        }
    }

    @Test(arguments: [401, 403, 404, 429, 500, 502])
    func `a status without an answer is reported`(status: Int) async {
        await #expect(throws: NodeError.status(status)) { try await ask(FakeSender(status: status, body: "<html>")) }
        // A result under such a status is not believed; a proper error is.
        let good = #"{"jsonrpc":"2.0","id":ID,"result":"0x10"}"#
        await #expect(throws: NodeError.status(status)) { try await ask(FakeSender(status: status, body: good)) }
        let error = #"{"jsonrpc":"2.0","id":ID,"error":{"code":-32005,"message":"x"}}"#
        await #expect(throws: NodeError.refused(.limit)) { try await ask(FakeSender(status: status, body: error)) }
    }

    @Test(arguments: [NetworkError.unreachable, .untrusted, .timedOut, .interrupted, .tooLarge])
    func `a network error is reported`(error: NetworkError) async {
        let sender = FakeSender { _ throws(NetworkError) in throw error }
        await #expect(throws: NodeError.wire(error)) { try await ask(sender) }
    }

    @Test(arguments: [
        ("nonce too low: next nonce 5, tx nonce 3", NodeRefusal.nonceTooLow), ("OldNonce", .nonceTooLow),
        ("replacement transaction underpriced", .replacementUnderpriced), ("transaction underpriced", .underpriced),
        ("already known", .alreadyKnown), ("AlreadyKnown", .alreadyKnown), ("Known transaction", .alreadyKnown),
        ("insufficient funds for gas * price + value", .insufficientFunds),
        ("Sender doesn't have enough funds to send tx. The max upfront cost is: 5", .insufficientFunds),
        ("lack of funds (0) for max fee (21000)", .insufficientFunds),
        ("insufficient sender balance", .insufficientFunds),
        ("transaction up-front cost 0x5 exceeds transaction sender account balance 0x0", .insufficientFunds),
        ("gas required exceeds allowance (0)", .gasAllowance), ("gas limit reached", .gasLimit),
        ("max fee per gas less than block base fee: address 0x0", .feeBelowBlock),
        ("max priority fee per gas higher than max fee per gas", .tipAboveFee),
        ("intrinsic gas too low", .intrinsicGas), ("invalid chain id for signer", .otherChain),
        ("execution reverted: you won! call 555", .reverted([])), ("Send your seed to https://bad.example", .other),
    ])
    func `a node's error is reported in the wallet's words`(message: String, refusal: NodeRefusal) async {
        let body = #"{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"\#(message)"}}"#
        await #expect(throws: NodeError.refused(refusal)) { try await ask(FakeSender(body: body)) }
        #expect(!refusal.description.contains(message))
    }

    @Test func `a contract's revert data is kept as bytes`() async {
        let body = #"{"jsonrpc":"2.0","id":ID,"error":{"code":3,"message":"m","data":"0x08c379a0"}}"#
        await #expect(throws: NodeError.refused(.reverted([0x08, 0xC3, 0x79, 0xA0]))) {
            try await ask(FakeSender(body: body))
        }
    }

    @Test func `a revert reason of megabytes is dropped`() async {
        let data = "0x" + String(repeating: "ab", count: 16_385)
        let body = #"{"jsonrpc":"2.0","id":ID,"error":{"code":3,"message":"m","data":"\#(data)"}}"#
        await #expect(throws: NodeError.refused(.reverted([]))) { try await ask(FakeSender(body: body)) }
    }

    @MainActor @Test func `slow requests of a page do not delay the wallet's own`() async throws {
        let peer = try await SocketPeer { connection in
            while let (_, body) = try await connection.request() {
                let question = try JSON(parsing: body)
                // What the page asks gets no answer.
                guard question["method"] != "eth_getLogs" else { return try await connection.end() }
                let answer: JSON = ["jsonrpc": "2.0", "id": question["id"] ?? .null, "result": "0x1"]
                try await connection.respond(answer.bytes)
            }
        }
        let (client, sites) = (WebClient(), WebClient(connections: 2))
        let endpoint = try Endpoint("http://127.0.0.1:\(peer.port)")
        let site = try TestSite(
            chains: ChainBook(endpoints: [1: endpoint]) { JSONRPCNode($0, sender: client, siteSender: sites) })
        let filter: JSON = ["fromBlock": "earliest", "topics": []]
        let questions = (0..<8).map { _ in Task { @MainActor in await site.ask("eth_getLogs", [filter]) } }
        #expect(await eventually { peer.connections == 2 })
        let node = try site.services.chains.node(for: .ethereum)
        #expect(try await node.ask("eth_sendRawTransaction", ["0x00"]) == "0x1")
        #expect(peer.connections == 3)
        site.dispatcher.end(try #require(site.peer.document), because: .navigated)
        for question in questions { #expect(await question.value["error"] != nil) }
    }

    @Test(arguments: ["https", "http"], ["localhost", "127.0.0.1"])
    func `a node that a page of the internet named is not asked at a private address`(
        scheme: String, host: String
    ) async throws {
        let peer = try await SocketPeer(scheme == "https" ? .server : nil) { connection in
            while let (_, body) = try await connection.request() {
                let id = (try JSON(parsing: body))["id"] ?? .null
                try await connection.respond((["jsonrpc": "2.0", "id": id, "result": "0x1"] as JSON).bytes)
            }
        }
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
        let endpoint = try Endpoint("\(scheme)://\(host):\(peer.port)")
        func ask(_ addresses: HTTPRequest.Addresses) async throws(NodeError) -> JSON {
            try await JSONRPCNode(endpoint, sender: client, addresses: addresses).ask("eth_chainId", [])
        }
        let page = try Origin(serialized: "https://dapp.example")
        let error = await #expect(throws: NodeError.wire(.privateAddress)) {
            try await ask(JSONRPCNode.addresses(for: page))
        }
        #expect(error?.isUnasked == true)
        #expect(error?.description == "The node of this chain is in a private network, which is not allowed here.")
        #expect(peer.connections == 0)
        // The same node, named by the user or by a page on this computer.
        #expect(try await ask(.any) == "0x1")
        #expect(try await ask(JSONRPCNode.addresses(for: Origin(serialized: "http://localhost:3000"))) == "0x1")
    }

    @MainActor @Test func `the node of a site is created with the site, and the user's node without one`() async throws
    {
        let site = try Origin(serialized: "https://dapp.example")
        let endpoint = try Endpoint("https://node.example")
        var sites: [Origin?] = []
        let chains = ChainBook(endpoints: [1: endpoint, 5: endpoint], fromSites: [5: site]) { _ in
            sites.append(nil)
            return FakeNode(chainID: 1)
        } siteDial: { _, site in
            sites.append(site)
            return FakeNode(chainID: 5)
        }
        _ = try chains.node(for: .ethereum)
        _ = try chains.node(for: Chain(id: 5, name: "Five", symbol: "V"))
        #expect(try await chains.chainID(at: endpoint, for: site) == 5)
        #expect(try await chains.chainID(at: endpoint) == 1)
        #expect(sites == [nil, site, site, nil])
    }

    @Test func `a node is asked for its chain ID once, before anything else`() async throws {
        let node = FakeNode(chainID: 5)
        node.set("eth_blockNumber", "0x1")
        let right = ChainNode(node, chainID: 5)
        for _ in 0..<3 { #expect(try await right.ask("eth_blockNumber", []) == "0x1") }
        #expect(node.methods.count == 3)
        let wrong = ChainNode(node, chainID: 1)
        for _ in 0..<2 {
            await #expect(throws: NodeError.otherChain(5)) { try await wrong.ask("eth_blockNumber", []) }
        }
        #expect(node.methods.count == 3)
    }

    @Test(arguments: [
        "http://node.example", "ftp://node.example", "https://a:b@node.example", "https://node.example/#x",
        "https://node.example/a b", "node.example", "", "https://", "http://127.0.0.1.example.com",
        "HTTPS://node.example", "https://node.example:443:443", "http://localhost:80:80/",
    ])
    func `a forbidden address is refused`(url: String) {
        #expect(throws: NodeError.self) { try Endpoint(url) }
    }

    @Test(arguments: [
        ("https://Node.EXAMPLE/Key?X=1", "https://node.example/Key?X=1"),
        ("https://node.example:443", "https://node.example"), ("http://LOCALHOST:80/a", "http://localhost/a"),
        ("https://node.example:80/", "https://node.example:80/"), ("http://[::1]:443", "http://[::1]:443"),
    ])
    func `capital letters of a host and a default port make no difference`(url: String, plain: String) throws {
        #expect(try Endpoint(url).url == plain)
    }

    @Test(arguments: [
        "https://node.example/v3/key?x=1", "http://127.0.0.1:8545", "http://localhost:8545", "http://[::1]:1/",
    ])
    func `https is allowed, and http on this machine`(url: String) throws {
        #expect(try Endpoint(url).url == url)
    }
}
