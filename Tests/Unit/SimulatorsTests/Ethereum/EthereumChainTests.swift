import BigInt
import Bridge
import Ethereum
import Network
import Primitives
import Testing

@testable import Simulators
@testable import WalletTesting

@Suite(.timeLimit(.minutes(5))) struct EthereumChainTests {
    private let other = EVMWord.constant("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")

    private func message(_ answer: NodeContract.Answer) -> String? {
        guard case .error(_, let message, _) = answer else { return nil }
        return message
    }

    @Test func `a waiting transaction is replaced by one that pays a tenth more`() async throws {
        let user = try await EthereumUser.rich()
        user.chain.setMining(.onDemand)
        let first = try await user.send(to: other, value: 1, fee: 10, tip: 1)
        for (fee, tip) in [(BigUInt(10), BigUInt(1)), (11, 1), (10, 2)] {
            let raw = try await user.raw(to: other, value: 2, nonce: 0, fee: fee, tip: tip)
            #expect(
                message(await user.chain.answer(to: "eth_sendRawTransaction", [raw]))
                    == "replacement transaction underpriced")
        }
        let second = try await user.send(to: other, value: 2, nonce: 0, fee: 11, tip: 2)
        #expect(await user.chain.result("eth_getTransactionByHash", [first]) == .null)
        try await user.chain.mine(1)
        #expect(await user.chain.result("eth_getTransactionReceipt", [second])?["status"] == "0x1")
        #expect(user.chain.succeeded(first.string ?? "") == nil)
    }

    @Test func `waiting transactions must be paid for together`() async throws {
        let user = try await EthereumUser.rich()
        user.chain.setMining(.onDemand)
        let six = 6 * BigUInt(10).power(18)
        _ = try await user.send(to: other, value: six)
        let raw = try await user.raw(to: other, value: six)
        let text = message(await user.chain.answer(to: "eth_sendRawTransaction", [raw]))
        #expect(text?.hasPrefix("insufficient funds for gas * price + value: balance 10000000000000000000") == true)
        // In place of the first one, it can be paid.
        _ = try await user.send(to: other, value: six, nonce: 0, fee: 12, tip: 2)
    }

    @Test func `a gap in the nonces waits for what fills it`() async throws {
        let user = try await EthereumUser.rich()
        let later = try await user.send(to: other, nonce: 1)
        #expect(await user.chain.result("eth_getTransactionReceipt", [later]) == .null)
        #expect(await user.chain.result("eth_getTransactionCount", [user.text, "pending"]) == "0x0")
        _ = try await user.send(to: other, nonce: 0)
        #expect(await user.chain.result("eth_getTransactionReceipt", [later])?["status"] == "0x1")
    }

    @Test func `a reorganisation takes transactions back, and they wait again`() async throws {
        let user = try await EthereumUser.rich()
        let before = await user.chain.result("eth_getBalance", [user.text, "latest"])
        let kept = try await user.send(to: other, value: 5)
        let dropped = try await user.send(to: other, value: 6)
        let height = await user.chain.height()
        let old = await user.chain.result("eth_getBlockByNumber", [.string(Quantity.text(UInt64(height))), false])
        let filter = try #require(await user.chain.result("eth_newBlockFilter"))
        try await user.chain.reorganise(2, dropping: [dropped.string ?? ""])
        #expect(await user.chain.height() == height + 1)
        #expect(await user.chain.result("eth_getBalance", [user.text, "latest"]) == before)
        #expect(await user.chain.result("eth_getTransactionReceipt", [kept]) == .null)
        #expect(await user.chain.result("eth_getTransactionByHash", [kept])?["blockNumber"] == .null)
        #expect(await user.chain.result("eth_getTransactionByHash", [dropped]) == .null)
        #expect(await user.chain.result("eth_getBlockByHash", [old?["hash"] ?? .null, false]) == .null)
        #expect(await user.chain.result("eth_getFilterChanges", [filter])?.array?.count == 3)
        try await user.chain.mine(1)
        #expect(await user.chain.result("eth_getTransactionReceipt", [kept])?["status"] == "0x1")
        #expect(await user.chain.result("eth_getBalance", [.string(other.description), "latest"]) == "0x5")
    }

    @Test func `a snapshot is returned to, with the storage of contracts`() async throws {
        let user = try await EthereumUser.rich()
        let token = user.chain.deployments.dollar
        let number = await user.chain.snapshot()
        let height = await user.chain.height()
        #expect(try await user.act(token, "transfer(address,uint256)", [.address(other), .number(9)]))
        for _ in 0..<2 {
            try await user.chain.restore(number)
            #expect(await user.chain.height() == height)
            #expect(try await user.units(of: token) == 100_000_000)
            #expect(try await user.act(token, "transfer(address,uint256)", [.address(other), .number(8)]))
            #expect(try await user.units(of: token, other) == 8)
        }
        await #expect(throws: SimulatorError.self) { try await user.chain.restore(7) }
    }

    @Test func `an earlier block has its own state, and a trial can see another`() async throws {
        let user = try await EthereumUser.rich()
        let token = user.chain.deployments.dollar
        let height = JSON.hex(UInt64(await user.chain.height()))
        #expect(try await user.act(token, "transfer(address,uint256)", [.address(other), .number(9)]))
        let data = EVMCalls.data("balanceOf(address)", EVMWord.bytes(other))
        let call: JSON = ["to": .string(token.description), "data": .hex(data)]
        #expect(await user.chain.result("eth_call", [call, height]) == .hex(EVMWord.bytes(0)))
        #expect(await user.chain.result("eth_call", [call, "latest"]) == .hex(EVMWord.bytes(9)))
        let slot = FungibleContract.balance(other).description
        let overrides: JSON = [token.description: ["stateDiff": [slot: .hex(EVMWord.bytes(77))]]]
        #expect(await user.chain.result("eth_call", [call, "latest", overrides]) == .hex(EVMWord.bytes(77)))
        #expect(await user.chain.result("eth_call", [call, "latest"]) == .hex(EVMWord.bytes(9)))
        #expect(
            await user.chain.result("eth_getStorageAt", [.string(token.description), .string(slot), "latest"])
                == .hex(EVMWord.bytes(9)))
    }

    @Test func `the clock is set and advanced, and never goes back`() async throws {
        let user = try await EthereumUser.rich()
        try await user.chain.setTime(1_900_000_000)
        try await user.chain.mine(1)
        try await user.chain.advance(500)
        try await user.chain.mine(1)
        #expect(
            await user.chain.result("eth_getBlockByNumber", ["latest", false])?["timestamp"]
                == .hex(UInt64(1_900_000_500)))
        await #expect(throws: SimulatorError.self) { try await user.chain.setTime(1_900_000_500) }
    }

    @Test func `filters and subscriptions hear of blocks, transactions and logs`() async throws {
        let user = try await EthereumUser.rich()
        let chain = user.chain
        try await chain.start()
        let token = chain.deployments.dollar
        let filter = try #require(
            await chain.result("eth_newFilter", [["fromBlock": "0x0", "address": .string(token.description)]]))
        let waiting = try #require(await chain.result("eth_newPendingTransactionFilter"))
        let reply = try await WebSocketClient().connect(
            WebSocketRequest(chain.address.replacing("http://", with: "ws://")))
        guard case .opened(let socket) = reply else {
            Issue.record("no WebSocket was opened")
            return
        }
        for (id, kind) in ["newHeads", "logs", "newPendingTransactions"].enumerated() {
            let question: JSON = [
                "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": "eth_subscribe", "params": [.string(kind)],
            ]
            try await socket.send(question.text)
            _ = try await socket.receive()
        }
        let hash = try await user.send(to: token, data: EVMCalls.transfer(other, 3))
        var heard: [JSON] = []
        while heard.count < 3 {
            guard let text = try await socket.receive() else { break }
            heard.append(try JSON(parsing: text)["params"]?["result"] ?? .null)
        }
        #expect(heard.contains { $0["parentHash"] != nil })
        #expect(heard.contains { $0["transactionHash"] == hash && $0["removed"] == false })
        #expect(heard.contains(hash))
        #expect(await chain.result("eth_getFilterChanges", [filter])?.array?.count == 1)
        #expect(await chain.result("eth_getFilterChanges", [filter]) == [])
        #expect(await chain.result("eth_getFilterLogs", [filter])?.array?.count == 2)
        #expect(await chain.result("eth_getFilterChanges", [waiting]) == [hash])
        #expect(await chain.result("eth_uninstallFilter", [filter]) == true)
        #expect(message(await chain.answer(to: "eth_getFilterChanges", [filter])) == "filter not found")
        await chain.stop()
    }

    @Test func `each fault is met by the requests that it is for`() async throws {
        let user = try await EthereumUser.rich()
        let chain = user.chain
        chain.faults.add(.refuse(code: -32_005, message: "limit exceeded"), for: "eth_blockNumber", isOnce: true)
        #expect(message(await chain.answer(to: "eth_blockNumber")) == "limit exceeded")
        #expect(await chain.result("eth_blockNumber") == "0x2")
        chain.faults.add(.lie, for: "eth_blockNumber", isOnce: true)
        #expect(await chain.result("eth_blockNumber") != "0x2")
        chain.faults.add(.swallow, for: "eth_sendRawTransaction", isOnce: true)
        let raw = try await user.raw(to: other, value: 1)
        let lost = try #require(await chain.result("eth_sendRawTransaction", [raw]))
        #expect(await chain.result("eth_getTransactionByHash", [lost]) == .null)
        #expect(await chain.result("eth_sendRawTransaction", [raw]) == lost)
        chain.faults.add(.stop, for: "eth_chainId", isOnce: true)
        #expect(message(await chain.answer(to: "eth_chainId")) == "silence")
    }

    @Test func `1,000 transactions are mined, and every block's hash is that of its header`() async throws {
        let user = try await EthereumUser.rich()
        user.chain.setMining(.onDemand)
        for nonce in 0..<1_000 {
            _ = try await user.send(to: other, value: 1, nonce: UInt64(nonce), fee: 2)
        }
        try await user.chain.mine(1)
        #expect(await user.chain.result("eth_getBlockTransactionCountByNumber", ["latest"]) == "0x3e8")
        let block = try #require(await user.chain.result("eth_getBlockByNumber", ["latest", false]))
        #expect(block["gasUsed"] == .hex(UInt64(21_000_000)))
        #expect(await user.chain.result("eth_getBalance", [.string(other.description), "latest"]) == "0x3e8")
    }
}
