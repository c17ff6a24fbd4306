import Bridge
import Ethereum
import Network
import Testing

@testable import EthereumWallet
@testable import WalletTesting

@Suite struct NodeGroupTests {
    @Test(arguments: [
        NodeError.wire(.unreachable), .wire(.timedOut), .status(429), .status(503), .status(401), .malformed,
        .otherChain(5),
    ])
    func `when a node fails, the next one answers and is used from now on`(_ failure: NodeError) async throws {
        let (first, second) = (FakeNode(), FakeNode())
        first.set("eth_blockNumber") { _ throws(NodeError) in throw failure }
        second.set("eth_blockNumber", "0x2")
        let group = NodeGroup(first, [second])
        #expect(try await group.ask("eth_blockNumber", []) == "0x2")
        #expect(try await group.ask("eth_blockNumber", []) == "0x2")
        #expect(first.methods.count == 1)
        #expect(group.current == 1)
        #expect(group.health == [.init(failures: 1, error: failure), .init()])
    }

    @Test(arguments: [
        NodeRefusal.reverted([1]), .insufficientFunds, .gasAllowance, .intrinsicGas, .feeBelowBlock, .nonceTooLow,
    ])
    func `a refusal that is about the request is an answer`(_ refusal: NodeRefusal) async throws {
        let (first, second) = (FakeNode(), FakeNode())
        first.set("eth_call") { _ throws(NodeError) in throw .refused(refusal) }
        let group = NodeGroup(first, [second])
        await #expect(throws: NodeError.refused(refusal)) { try await group.ask("eth_call", []) }
        #expect(second.methods.isEmpty)
        #expect(group.current == 0)
    }

    /// What a node says that refuses, with whether another node is used from now on.
    private static let refusals: [(error: JSON, moves: Bool)] = [
        (["code": -32005, "message": "limit exceeded"], true), (["code": -32601, "message": "no such method"], false),
        (["code": -32603, "message": "internal error"], true), (["code": -32000, "message": "header not found"], true),
        (["code": -32602, "message": "invalid argument"], true), (["code": 429, "message": "too many requests"], true),
        (["code": 19, "message": "Temporary internal error. Please retry"], true),
        (["code": -32000, "message": "missing trie node"], true),
    ]

    @Test(arguments: refusals.indices)
    func `what one node refuses, the next one answers, and is used from now on if it is asked by the wallet`(
        _ number: Int
    ) async throws {
        let refusal = NodeRefusal(Self.refusals[number].error)
        for method in ["eth_getBalance", "eth_call", "eth_getTransactionCount", "eth_blockNumber"] {
            let (first, second) = (FakeNode(), FakeNode())
            first.set(method) { _ throws(NodeError) in throw .refused(refusal) }
            second.set(method, "0x2")
            let group = NodeGroup(first, [second])
            #expect(try await group.askForSite(method, []).result == "0x2")
            #expect(group.current == 0, "a site decides nothing about the wallet's nodes")
            #expect(try await group.ask(method, []) == "0x2")
            #expect(group.current == (Self.refusals[number].moves ? 1 : 0))
            #expect(group.health == [.init(), .init()])
        }
    }

    @Test func `a limit of logs does not end the use of a node`() async throws {
        let (first, second) = (FakeNode(), FakeNode())
        first.set("eth_getLogs") { _ throws(NodeError) in throw .refused(.limit) }
        second.set("eth_getLogs", [])
        let group = NodeGroup(first, [second])
        #expect(try await group.ask("eth_getLogs", []) == [])
        #expect(group.current == 0)
    }

    @Test func `if all refuse, the most useful reason is told`() async throws {
        let failures: [(NodeError, NodeError, NodeError)] = [
            (.refused(.other), .wire(.unreachable), .refused(.other)),
            (.wire(.unreachable), .refused(.limit), .refused(.limit)),
            (.refused(.other), .status(429), .status(429)), (.refused(.limit), .otherChain(5), .refused(.limit)),
            (.refused(.unsupported), .refused(.unsupported), .refused(.unsupported)),
            (.refused(.other), .refused(.reverted([])), .refused(.reverted([]))),
        ]
        for (one, other, told) in failures {
            let (first, second) = (FakeNode(), FakeNode())
            first.set("eth_call") { _ throws(NodeError) in throw one }
            second.set("eth_call") { _ throws(NodeError) in throw other }
            await #expect(throws: told) { try await NodeGroup(first, [second]).ask("eth_call", []) }
            #expect(first.methods.count == 1 && second.methods.count == 1)
        }
    }

    private static let forms: [(method: String, answer: JSON)] = [
        ("eth_getBalance", .null), ("eth_getTransactionCount", ["lie": true]), ("eth_blockNumber", "12"),
        ("eth_call", 5), ("eth_feeHistory", [:]), ("eth_getLogs", "0x"), ("eth_gasPrice", .null),
    ]

    @Test(arguments: forms.indices)
    func `an answer of the wrong form is no answer`(_ number: Int) async throws {
        let (method, answer) = Self.forms[number]
        let (first, second) = (FakeNode(), FakeNode())
        first.set(method, answer)
        let right: JSON = method == "eth_getLogs" ? [] : method == "eth_feeHistory" ? ["baseFeePerGas": []] : "0x2"
        second.set(method, right)
        let group = NodeGroup(first, [second])
        #expect(try await group.ask(method, []) == right)
        #expect(group.current == 1)
        await #expect(throws: NodeError.malformed) { try await NodeGroup(first, [first]).ask(method, []) }
    }

    @Test func `a token that a node does not tell about is not left out of the balances`() async throws {
        let node = FakeNode()
        let token = try #require(KnownTokens.all.first { $0.chainID == 1 })
        let account = try EthereumAddress(bytes: [UInt8](repeating: 7, count: 20))
        for failure in [NodeError.refused(.limit), .refused(.other), .refused(.unsupported), .malformed] {
            node.set("eth_call") { _ throws(NodeError) in throw failure }
            await #expect(throws: failure) {
                _ = try await TokenBalanceReader(node: node).balances(of: [token], account)
            }
        }
        node.set("eth_call", ["lie": true])
        await #expect(throws: NodeError.malformed) {
            _ = try await TokenBalanceReader(node: node).balances(of: [token], account)
        }
        // A contract that fails has no balance to tell.
        for message in ["execution reverted", "invalid opcode: INVALID", "out of gas", "VM execution error."] {
            node.set("eth_call") { _ throws(NodeError) in
                throw .refused(NodeRefusal(["code": -32000, "message": .string(message)]))
            }
            #expect(try await TokenBalanceReader(node: node).balances(of: [token], account).isEmpty)
        }
    }

    @Test func `a transaction that may have arrived is not sent to another node`() async throws {
        for (failure, count) in [(NodeError.wire(.timedOut), 0), (.wire(.interrupted), 0), (.wire(.unreachable), 1)] {
            let (first, second) = (FakeNode(), FakeNode())
            first.set("eth_sendRawTransaction") { _ throws(NodeError) in throw failure }
            second.set("eth_sendRawTransaction", "0x1")
            let group = NodeGroup(first, [second])
            _ = try? await group.ask("eth_sendRawTransaction", ["0x"])
            #expect(second.methods.count == count)
        }
    }

    @Test func `if all fail, each was asked once and the error is the last one`() async throws {
        let nodes = (0..<3).map { _ in FakeNode() }
        for node in nodes { node.set("eth_chainId") { _ throws(NodeError) in throw .status(500) } }
        for node in nodes { node.set("eth_gasPrice") { _ throws(NodeError) in throw .status(500) } }
        let group = NodeGroup(nodes[0], Array(nodes[1...]))
        await #expect(throws: NodeError.status(500)) { try await group.ask("eth_gasPrice", []) }
        #expect(nodes.map(\.methods.count) == [1, 1, 1])
    }

    @Test @MainActor func `a chain uses its further nodes, and tells their health`() async throws {
        let (first, second) = (FakeNode(), FakeNode(chainID: 1))
        first.set("eth_chainId") { _ throws(NodeError) in throw .wire(.unreachable) }
        second.set("eth_blockNumber", "0x2")
        let chains = ChainBook(endpoints: [1: try Endpoint("https://a.example")]) { endpoint in
            endpoint.origin.host == "a.example" ? first : second
        }
        chains.setAlternatives([try Endpoint("https://b.example")], for: .ethereum)
        #expect(chains.endpointInUse(of: .ethereum)?.description == "a.example")
        #expect(try await chains.node(for: .ethereum).ask("eth_blockNumber", []) == "0x2")
        let health = chains.health(of: .ethereum)
        #expect(health.map { $0.isUsed } == [false, true])
        #expect(chains.endpointInUse(of: .ethereum)?.description == "b.example")
        try await chains.set([Endpoint("https://c.example")], for: .ethereum)
        #expect(chains.endpointInUse(of: .ethereum)?.description == "c.example")
        #expect(health.map { $0.endpoint.description } == ["a.example", "b.example"])
    }
}
