import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

@MainActor @Suite struct AskNodeTests {
    private static let address: JSON = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    private func site(_ node: FakeNode) throws -> TestSite {
        try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
    }

    @Test func `without a node the answer is 4900 and explains how to set one`() async throws {
        let error = await (try TestSite()).ask("eth_blockNumber")["error"]
        #expect(error?["code"] == 4900)
        #expect(error?["message"]?.string?.contains("under “Servers…”") == true)
    }

    @Test func `the user is informed about a missing or unusable node, but not about a refusal`()
        async throws
    {
        let (dead, live) = (FakeNode(), FakeNode())
        dead.set("eth_blockNumber") { _ throws(NodeError) in throw .wire(.unreachable) }
        live.set("eth_blockNumber") { _ throws(NodeError) in throw .status(429) }
        let chains = ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { endpoint in
            endpoint.origin.host == "node.example" ? dead : live
        }
        var problems: [String] = []
        chains.problems.add { problems.append("\($0.0.id) \($0.1)") }
        let site = try TestSite(chains: chains)
        _ = await site.ask("eth_blockNumber")
        #expect(problems == ["1 failing"])
        try await chains.add(.ethereum, at: try Endpoint("https://other.example"))
        _ = await site.ask("eth_blockNumber")
        #expect(problems == ["1 failing"])
        _ = try? chains.node(for: try #require(chains.chain(id: 137)))
        #expect(problems == ["1 failing", "137 missing"])
    }

    @Test func `the node's answer is passed on as data`() async throws {
        let node = FakeNode()
        node.set("eth_getBlockByNumber") { _ in ["number": "0x5", "anything": ["<b>", 15]] }
        let answer = await (try site(node)).ask("eth_getBlockByNumber", ["latest"])["result"]
        #expect(answer == ["number": "0x5", "anything": ["<b>", 15]])
        #expect(node.asked.last?.params == ["latest", false])
    }

    @Test func `a request that the wallet answers is not sent to a node`() async throws {
        let node = FakeNode()
        let site = try site(node)
        #expect(await site.ask("eth_chainId")["result"] == "0x1")
        #expect(await site.ask("net_version")["result"] == "1")
        #expect(node.asked.isEmpty)
    }

    @Test(arguments: [
        ("eth_blockNumber", "[1]"), ("eth_getBalance", "[]"), ("eth_getBalance", #"["0x0"]"#),
        ("eth_getBalance", #"["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","newest"]"#),
        ("eth_getBalance", #"["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest",5]"#),
        ("eth_getBalance", #"{"to":1}"#), ("eth_call", #"["0x"]"#), ("eth_call", #"[{"data":"0x0"}]"#),
        ("eth_call", #"[{"data":"0x","unknown":1}]"#), ("eth_call", #"[{"to":"vitalik.eth"}]"#),
        ("eth_call", #"[{},"latest",[]]"#), ("eth_call", #"[{},"latest",{"0x00":{}}]"#),
        ("eth_call", #"[{},"latest",{"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266":{"balance":"1"}}]"#),
        ("eth_call", #"[{},"latest",{"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266":{"storage":{}}}]"#),
        ("eth_call", #"[{},"latest",{"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266":{"stateDiff":{"0x1":"0x2"}}}]"#),
        ("eth_call", #"[{},"latest",{},{"withdrawals":[]}]"#), ("eth_call", #"[{},"latest",{},{},{}]"#),
        ("eth_getBalance", #"["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest",{}]"#),
        ("eth_call", #"[{"value":-1}]"#), ("eth_call", #"[{"gas":1.5}]"#), ("eth_call", #"[{"gas":"21000"}]"#),
        ("eth_call", #"[{"value":9007199254740992}]"#), ("eth_call", #"[{"value":"0x"}]"#),
        ("eth_call", #"[{"unknown":""}]"#), ("eth_getProof", #"["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]"#),
        ("eth_getTransactionByHash", #"["0x00"]"#),
        ("eth_getLogs", #"[{"topics":[1]}]"#), ("eth_getLogs", #"[{"fromBlock":5}]"#),
        ("eth_feeHistory", #"[-5,"latest"]"#), ("eth_feeHistory", #"[5.5,"latest"]"#),
        ("eth_feeHistory", #"["0x5","latest",[101]]"#),
        ("eth_getBlockByNumber", #"["0x05"]"#),
    ])
    func `parameters that a method does not define are refused by the wallet`(method: String, params: String)
        async throws
    {
        let node = FakeNode()
        let answer = await (try site(node)).ask(method, try JSON(parsing: params))
        #expect(answer["error"]?["code"] == -32602)
        #expect(node.asked.isEmpty)
    }

    @Test func `parameters that a method defines are passed on`() async throws {
        let node = FakeNode()
        let site = try site(node)
        let hash: JSON = .string("0x" + String(repeating: "ab", count: 32))
        let good: [(String, JSON)] = [
            ("eth_blockNumber", JSON.null), ("eth_getBalance", [Self.address, "0x10"]),
            ("eth_call", [["to": Self.address, "data": "0x1234", "from": .null], ["blockHash": hash]]),
            ("eth_getLogs", [["address": [Self.address], "topics": [.null, [hash]], "fromBlock": "earliest"]]),
            ("eth_feeHistory", ["0x5", "latest", [10, 50]]), ("eth_getStorageAt", [Self.address, hash]),
        ]
        for (method, params) in good {
            node.set(method, "0x1")
            #expect(await site.ask(method, params)["result"] == "0x1", "\(method)")
        }
    }

    @Test func `a number of blocks is passed on as a quantity`() async throws {
        let node = FakeNode()
        node.set("eth_feeHistory", "0x1")
        #expect(await (try site(node)).ask("eth_feeHistory", [20, "latest"])["result"] == "0x1")
        #expect(node.asked.last?.params == ["0x14", "latest", []])
    }

    @Test(arguments: ["data", "input"])
    func `an empty string for data means no data, as nodes encode it`(key: String) async throws {
        let node = FakeNode()
        node.set("eth_call", "0x")
        let call: JSON = key == "data" ? ["to": Self.address, "data": ""] : ["to": Self.address, "input": ""]
        #expect(await (try site(node)).ask("eth_call", [call])["result"] == "0x")
        #expect(node.asked.last?.params[0]?[key] == "0x")
    }

    @Test func `numbers and empty texts of a call are passed on as nodes accept them`() async throws {
        let node = FakeNode()
        for method in ["eth_call", "eth_estimateGas", "eth_createAccessList"] {
            node.set(method, "0x")
            let call: JSON = [
                "from": "", "to": Self.address, "value": 0, "gas": 21_000, "gasPrice": "", "nonce": "0x07",
                "maxFeePerGas": 30, "chainId": 1, "type": "", "accessList": "", "data": "", "input": .null,
            ]
            #expect(await (try site(node)).ask(method, [call])["result"] == "0x")
            #expect(
                node.asked.last?.params[0] == [
                    "to": Self.address, "value": "0x0", "gas": "0x5208", "nonce": "0x7", "maxFeePerGas": "0x1e",
                    "chainId": "0x1", "data": "0x", "input": .null,
                ])
        }
        // A page estimates the transaction that it sends.
        for (call, gas): (JSON, JSON) in [
            (["gasLimit": "0x5208"], "0x5208"), (["gasLimit": "0x5208", "gas": ""], "0x5208"),
            (["gas": "0x7530", "gasLimit": "0x5208"], "0x7530"), (["gasLimit": 21_000, "gas": .null], "0x5208"),
        ] {
            _ = await (try site(node)).ask("eth_estimateGas", [call])
            #expect(node.asked.last?.params[0] == ["gas": gas])
        }
        let creation: JSON = ["to": "0x", "value": "", "data": "0x6000"]
        _ = await (try site(node)).ask("eth_call", [creation])
        #expect(node.asked.last?.params[0] == ["data": "0x6000"])
    }

    @Test func `state and block overrides reach the node, and are left out if the page gives none`() async throws {
        let node = FakeNode()
        node.set("eth_call", "0x")
        node.set("eth_estimateGas", "0x5208")
        let word: JSON = .string("0x" + String(repeating: "0", count: 63) + "1")
        let call: JSON = ["to": Self.address, "data": "0x01"]
        let account: JSON = [
            "balance": "0xde0b6b3a7640000", "nonce": "0x5", "code": "0x6001", "state": .null,
            "stateDiff": [word.string ?? "": word],
        ]
        let overrides: JSON = [Self.address.string ?? "": account]
        let block: JSON = ["number": "0x5", "time": "0x1", "feeRecipient": Self.address, "prevRandao": word]
        let site = try site(node)
        for (given, passed): (JSON, JSON) in [
            ([call], [call, "latest"]), ([call, .null, .null, .null], [call, "latest"]),
            ([call, "pending", overrides], [call, "pending", overrides]),
            ([call, "latest", overrides, block], [call, "latest", overrides, block]),
            ([call, .null, .null, block], [call, "latest", [:], block]),
        ] {
            for method in ["eth_call", "eth_estimateGas"] {
                #expect(await site.ask(method, given)["error"] == nil)
                #expect(node.asked.last?.params == passed)
            }
        }
    }

    @Test(arguments: [
        (NodeError.wire(.tooLarge), -32602), (.otherChain(5), 4900), (.status(429), -32005),
        (.refused(.limit), -32005), (.refused(.unsupported), -32601), (.refused(.other), -32603),
        (.wire(.unreachable), 4900), (.refused(.invalidParameters), -32602),
    ])
    func `a node's failure has a code and the wallet's message`(error: NodeError, code: Int) async throws {
        let node = FakeNode()
        node.set("eth_gasPrice") { _ throws(NodeError) in throw error }
        let answer = await (try site(node)).ask("eth_gasPrice")["error"]
        #expect(answer?["code"]?.number?.integer == code)
        #expect(answer?["message"]?.string?.hasPrefix(error.description) == true)
    }

    // By the cause, pages could explore the network between the wallet and its nodes, and watch the user's.
    @Test(arguments: [
        NodeError.wire(.unreachable), .wire(.untrusted), .wire(.timedOut), .wire(.interrupted), .wire(.malformed),
        .wire(.closed), .status(500), .status(404), .status(401), .malformed,
    ])
    func `a page does not learn why a node does not answer`(error: NodeError) async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        node.set("eth_gasPrice") { _ throws(NodeError) in throw error }
        let answer = await site.ask("eth_gasPrice")["error"]
        #expect(answer?["code"] == 4900)
        #expect(answer?["message"] == "The node of this chain cannot be reached.")
        node.set("eth_getTransactionCount") { _ throws(NodeError) in throw error }
        #expect(await site.send()["error"] == answer)
    }

    @Test(arguments: [
        ("eth_sign", 4200), ("eth_decrypt", 4200), ("eth_getEncryptionPublicKey", 4200),
        ("eth_newPendingTransactionFilter", -32601), ("eth_mine", -32601),
    ])
    func `an unsupported method is never sent, and libraries can detect that`(
        method: String, code: Int
    ) async throws {
        let node = FakeNode()
        let error = await (try site(node)).ask(method, ["0x"])["error"]
        #expect(error?["code"]?.number?.integer == code)
        #expect(error?["message"]?.string?.contains("does not exist / is not available") == true)
        #expect(node.asked.isEmpty)
    }

    @Test func `a node of another chain is not trusted`() async throws {
        let node = FakeNode(chainID: 2)
        node.set("eth_gasPrice", "0x1")
        #expect(await (try site(node)).ask("eth_gasPrice")["error"]?["code"] == 4900)
        #expect(node.asked.isEmpty)
    }

    @Test func `a contract's revert data reaches the page as from a node, with the wallet's message`()
        async throws
    {
        let node = FakeNode.quiet()
        node.set("eth_call") { _ throws(NodeError) in throw .refused(.reverted([0x08, 0xC3, 0x79, 0xA0, 0xFF, 0x00])) }
        let site = try await TestSite.connected(node)
        let error = await site.ask("eth_call", [["to": TestSite.other], "latest"])["error"]
        #expect(
            error == [
                "code": 3, "message": "Execution reverted: the contract rejected this call.", "data": "0x08c379a0ff00",
            ])
    }

    @Test func `the reason of a revert is in the message as Geth writes it, for calls and estimates`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let word = [UInt8](repeating: 0, count: 31)
        let text = Array("not enough\ntokens “x”".utf8)
        let error: [UInt8] =
            [0x08, 0xC3, 0x79, 0xA0] + word + [0x20] + word + [UInt8(text.count)] + text + [0, 0, 0]
        let panic: [UInt8] = [0x4E, 0x48, 0x7B, 0x71] + word
        for (data, message) in [
            (error, "execution reverted: not enough tokens “x”"),
            (panic + [0x11], "execution reverted: arithmetic overflow or underflow (panic 0x11)"),
            (panic + [0x99], "execution reverted: panic 0x99"),
            (panic.dropLast() + [1, 0x11], "execution reverted: panic 0x0111"),
        ] as [([UInt8], String)] {
            for method in ["eth_call", "eth_estimateGas"] {
                node.set(method) { _ throws(NodeError) in throw .refused(.reverted(data)) }
                let answer = await site.ask(method, [["to": TestSite.other], "latest"])["error"]
                #expect(answer?["message"]?.string == message)
                #expect(answer?["code"] == 3 && answer?["data"]?.string?.count == 2 + 2 * data.count)
            }
        }
    }
}
