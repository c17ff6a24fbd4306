package import BigInt
package import Bridge
package import Ethereum
import Keys
import Primitives

/// What nodes of Ethereum answer: the same questions for the simulated one and for one with an EVM of its own.
///
/// Each check compares an answer with what the protocol says, not with that of another node.
package struct NodeContract: Sendable {
    /// The answer of a node.
    package enum Answer: Equatable, Sendable {
        case result(JSON)
        case error(code: Int, message: String, data: String?)
    }

    /// What the suite needs from a node beside its answers.
    package struct Subject: Sendable {
        package let chainID: UInt64
        package let token: EthereumAddress
        package let ask: @Sendable (String, JSON) async throws -> Answer
        package let fund: @Sendable (EthereumAddress, BigUInt) async throws -> Void
        package let giveTokens: @Sendable (EthereumAddress, BigUInt) async throws -> Void

        package init(
            chainID: UInt64, token: EthereumAddress, ask: @escaping @Sendable (String, JSON) async throws -> Answer,
            fund: @escaping @Sendable (EthereumAddress, BigUInt) async throws -> Void,
            giveTokens: @escaping @Sendable (EthereumAddress, BigUInt) async throws -> Void
        ) {
            (self.chainID, self.token, self.ask) = (chainID, token, ask)
            (self.fund, self.giveTokens) = (fund, giveTokens)
        }
    }

    private let subject: Subject
    private let key: [UInt8]
    private let owner: EthereumAddress
    private let other: EthereumAddress
    private let gwei = BigUInt(1_000_000_000)

    /// Creates the suite with an account that the node does not know yet.
    package init(_ subject: Subject, account: UInt8) throws {
        self.subject = subject
        key = [UInt8](repeating: account, count: 32)
        owner = EthereumAddress(try PrivateKey(SecretBytes(copying: key)).publicKey())
        let second = [UInt8](repeating: account &+ 1, count: 32)
        other = EthereumAddress(try PrivateKey(SecretBytes(copying: second)).publicKey())
    }

    /// Asks everything.
    ///
    /// - Returns: What is not as it must be, each as a sentence.
    package func differences() async throws -> [String] {
        try await subject.fund(owner, BigUInt(10).power(18))
        try await subject.giveTokens(owner, 5_000_000)
        var found: [String] = []
        for (name, check) in checks where !(try await check()) { found.append(name) }
        return found
    }

    private var checks: [(String, () async throws -> Bool)] {
        [
            ("the chain ID is given in both forms", chain), ("a transfer of coins changes two balances", transfer),
            ("a transfer of tokens is a log that is found", tokens), ("gas is estimated", estimates),
            ("a call that reverts is error 3 with its data", reverts),
            ("a transaction that is not possible is refused in Geth's words", refusals),
            ("blocks refer to one another", blocks), ("fees of blocks are listed", fees),
            ("a simulation says what would change, and changes nothing", simulation),
            ("a trace is a tree of calls", trace), ("several calls are made in one", multicall),
            ("an account is delegated and freed", delegation), ("an unknown method is error -32601", unknown),
        ]
    }

    // MARK: Asking

    private func ask(_ method: String, _ params: JSON = []) async throws -> JSON? {
        guard case .result(let json) = try await subject.ask(method, params) else { return nil }
        return json
    }

    private func number(_ method: String, _ params: JSON = []) async throws -> BigUInt? {
        try await ask(method, params).flatMap { Quantity.read($0) }
    }

    private func text(_ address: EthereumAddress) -> JSON { .string(address.description.lowercased()) }

    private func isSame(_ json: JSON?, _ address: EthereumAddress) -> Bool {
        json?.string?.lowercased() == address.description.lowercased()
    }

    private func call(_ signature: String, _ arguments: [ABIValue]) throws -> [UInt8] {
        try ABIFunction(signature).call(arguments)
    }

    private func units(of account: EthereumAddress) async throws -> BigUInt? {
        let data = Quantity.text(bytes: try call("balanceOf(address)", [.address(account)]))
        let answer = try await ask("eth_call", [["to": text(subject.token), "data": .string(data)], "latest"])
        return answer?.string.flatMap { BigUInt($0.dropFirst(2), radix: 16) }
    }

    private func signed(
        to: EthereumAddress, value: BigUInt = 0, data: [UInt8] = [], nonce: UInt64? = nil, gas: UInt64 = 200_000,
        chainID: UInt64? = nil
    ) async throws -> String {
        let next = try await number("eth_getTransactionCount", [text(owner), "pending"])
        let fees = EthereumTransaction.Fees.dynamic(maxFee: gwei * 10, maxPriorityFee: gwei)
        let transaction = try EthereumTransaction(
            chainID: chainID ?? subject.chainID, nonce: nonce ?? UInt64(next ?? 0), fees: fees, gasLimit: gas, to: to,
            value: value, data: data)
        let signature = try PrivateKey(SecretBytes(copying: key)).sign(transaction.digest)
        return Quantity.text(bytes: transaction.signed(signature))
    }

    /// Sends a transaction, and returns its receipt.
    private func send(to: EthereumAddress, value: BigUInt = 0, data: [UInt8] = []) async throws -> JSON? {
        let raw = try await signed(to: to, value: value, data: data)
        guard let hash = try await ask("eth_sendRawTransaction", [.string(raw)]) else { return nil }
        return try await ask("eth_getTransactionReceipt", [hash])
    }

    // MARK: Checks

    private func chain() async throws -> Bool {
        let version = try await ask("net_version")
        return try await number("eth_chainId") == BigUInt(subject.chainID)
            && version == .string(String(subject.chainID))
    }

    private func transfer() async throws -> Bool {
        let (before, height) = (
            try await number("eth_getBalance", [text(owner), "latest"]), try await number("eth_blockNumber")
        )
        let others = try await number("eth_getBalance", [text(other), "latest"]) ?? 0
        guard let receipt = try await send(to: other, value: 1_000), let before, let height,
            let used = receipt["gasUsed"].flatMap({ Quantity.read($0) }), used == 21_000,
            let price = receipt["effectiveGasPrice"].flatMap({ Quantity.read($0) })
        else { return false }
        let hash = receipt["transactionHash"] ?? .null
        let found = try await ask("eth_getTransactionByHash", [hash])
        let none = try await ask("eth_getTransactionReceipt", [.string("0x" + String(repeating: "ab", count: 32))])
        let block = try await ask("eth_getBlockByNumber", [receipt["blockNumber"] ?? .null, false])
        let (own, theirs) = (
            try await number("eth_getBalance", [text(owner), "latest"]),
            try await number("eth_getBalance", [text(other), "latest"])
        )
        return receipt["status"] == "0x1" && isSame(receipt["from"], owner) && isSame(found?["to"], other)
            && found?["value"] == "0x3e8" && none == .null
            && block?["transactions"]?.array?.contains(hash) == true
            && receipt["blockHash"] == block?["hash"]
            && Quantity.read(receipt["blockNumber"] ?? .null) ?? 0 > height
            && own == before - 1_000 - used * price && theirs == others + 1_000
    }

    private func tokens() async throws -> Bool {
        let before = try await units(of: other) ?? 0
        let data = try call("transfer(address,uint256)", [.address(other), .number(1_234)])
        guard let receipt = try await send(to: subject.token, data: data), receipt["status"] == "0x1",
            let logs = receipt["logs"]?.array, logs.count == 1, let log = logs.first
        else { return false }
        let topic = Keccak256.hash("Transfer(address,address,uint256)".utf8).description
        let sender = "0x" + String(repeating: "0", count: 24) + Hex.encode(owner.bytes)
        let wish: JSON = [
            "fromBlock": receipt["blockNumber"] ?? .null, "toBlock": "latest", "address": text(subject.token),
            "topics": [.string(topic), [.string(sender), .string(topic)]],
        ]
        let found = try await ask("eth_getLogs", [wish])?.array
        let none = try await ask(
            "eth_getLogs", [["fromBlock": receipt["blockNumber"] ?? .null, "topics": [.null, .string(topic)]]])
        let after = try await units(of: other)
        return log["topics"]?[0] == .string(topic) && log["topics"]?[1] == .string(sender)
            && isSame(log["address"], subject.token)
            && log["data"]?.string.flatMap { BigUInt($0.dropFirst(2), radix: 16) } == 1_234
            && found?.count == 1 && found?.first?["transactionHash"] == receipt["transactionHash"] && none == []
            && after == before + 1_234
    }

    private func estimates() async throws -> Bool {
        let plain = try await number("eth_estimateGas", [["from": text(owner), "to": text(other), "value": "0x1"]])
        let data = try call("transfer(address,uint256)", [.address(other), .number(1)])
        let asked: JSON = [
            "from": text(owner), "to": text(subject.token), "data": .string(Quantity.text(bytes: data)),
        ]
        guard let gas = try await number("eth_estimateGas", [asked]), plain == 21_000 else { return false }
        let raw = try await signed(to: subject.token, data: data, gas: UInt64(gas))
        guard let hash = try await ask("eth_sendRawTransaction", [.string(raw)]) else { return false }
        return try await ask("eth_getTransactionReceipt", [hash])?["status"] == "0x1"
    }

    private func reverts() async throws -> Bool {
        let data = try call(
            "transfer(address,uint256)", [.address(owner), .number(BigInt(10).power(30))])
        let asked: JSON = [
            "from": text(other), "to": text(subject.token), "data": .string(Quantity.text(bytes: data)),
        ]
        for method in ["eth_call", "eth_estimateGas"] {
            guard case .error(let code, let message, let data) = try await subject.ask(method, [asked, "latest"]),
                code == 3, message.hasPrefix("execution reverted"), data?.hasPrefix("0x") == true
            else { return false }
        }
        // Sent nevertheless, it fails in a block, and costs gas.
        let receipt = try await send(
            to: subject.token,
            data: call("transfer(address,uint256)", [.address(other), .number(BigInt(10).power(30))]))
        return receipt?["status"] == "0x0" && receipt?["logs"] == []
    }

    private func refusals() async throws -> Bool {
        let wrong = [
            (try await signed(to: other, nonce: 0), "nonce too low"),
            (try await signed(to: other, chainID: subject.chainID + 1), "invalid chain id for signer"),
            (try await signed(to: other, value: BigUInt(10).power(30)), "insufficient funds for gas * price + value"),
        ]
        for (raw, phrase) in wrong {
            guard
                case .error(-32_000, let message, _) = try await subject.ask("eth_sendRawTransaction", [.string(raw)]),
                message.hasPrefix(phrase)
            else { return false }
        }
        guard case .error = try await subject.ask("eth_sendRawTransaction", ["0x02f8"]) else { return false }
        return true
    }

    private func blocks() async throws -> Bool {
        guard let head = try await ask("eth_getBlockByNumber", ["latest", true]),
            let parent = try await ask("eth_getBlockByHash", [head["parentHash"] ?? .null, false]),
            let transactions = head["transactions"]?.array, let count = Quantity.read(head["number"] ?? .null)
        else { return false }
        let none = try await ask("eth_getBlockByNumber", ["0xffffff", false])
        return Quantity.read(parent["number"] ?? .null).map { $0 + 1 } == count && none == .null
            && transactions.allSatisfy { $0["hash"]?.string != nil }
            && Quantity.read(parent["timestamp"] ?? .null) ?? 0 < Quantity.read(head["timestamp"] ?? .null) ?? 0
            && Quantity.read(head["baseFeePerGas"] ?? .null) ?? 0 > 0
    }

    private func fees() async throws -> Bool {
        let history = try await ask("eth_feeHistory", ["0x3", "latest", [10, 50]])
        return history?["baseFeePerGas"]?.array?.count == 4 && history?["gasUsedRatio"]?.array?.count == 3
            && history?["reward"]?.array?.allSatisfy { $0.array?.count == 2 } == true
    }

    private func simulation() async throws -> Bool {
        let before = try await units(of: other)
        let give = Quantity.text(bytes: try call("transfer(address,uint256)", [.address(other), .number(7)]))
        let far = Quantity.text(
            bytes: try call("transfer(address,uint256)", [.address(other), .number(BigInt(10).power(30))]))
        let calls: JSON = [
            ["from": text(owner), "to": text(subject.token), "data": .string(give)],
            ["from": text(owner), "to": text(other), "value": "0x5"],
            ["from": text(owner), "to": text(subject.token), "data": .string(far)],
        ]
        let wish: JSON = [["traceTransfers": true, "blockStateCalls": [["calls": calls]]], "latest"]
        guard let results = try await ask("eth_simulateV1", wish)?[0]?["calls"]?.array, results.count == 3 else {
            return false
        }
        let (coin, after) = (results[1]["logs"]?[0], try await units(of: other))
        return results.map { $0["status"] } == ["0x1", "0x1", "0x0"]
            && isSame(results[0]["logs"]?[0]?["address"], subject.token)
            && coin?["address"]?.string?.lowercased() == "0x" + String(repeating: "ee", count: 20)
            && coin?["data"]?.string.flatMap { BigUInt($0.dropFirst(2), radix: 16) } == 5
            && results[1]["gasUsed"] == "0x5208" && results[2]["error"] != nil
            && after == before
    }

    private func trace() async throws -> Bool {
        let inner = try call("transfer(address,uint256)", [.address(owner), .number(0)])
        let data = try call(
            "aggregate3((address,bool,bytes)[])",
            [.array([.tuple([.address(subject.token), .bool(false), .bytes(inner)])])])
        let asked: JSON = [
            [
                "from": text(owner), "to": "0xca11bde05977b3631167028862be2a173976ca11",
                "data": .string(Quantity.text(bytes: data)),
            ],
            "latest", ["tracer": "callTracer", "tracerConfig": ["withLog": true]],
        ]
        guard let trace = try await ask("debug_traceCall", asked), let child = trace["calls"]?[0] else { return false }
        return trace["type"] == "CALL" && isSame(trace["from"], owner) && isSame(child["to"], subject.token)
            && child["logs"]?.array?.count == 1
    }

    private func multicall() async throws -> Bool {
        let known = try call("balanceOf(address)", [.address(owner)])
        let data = try call(
            "aggregate3((address,bool,bytes)[])",
            [
                .array([
                    .tuple([.address(subject.token), .bool(false), .bytes(known)]),
                    .tuple([.address(subject.token), .bool(true), .bytes([1, 2, 3, 4])]),
                ])
            ])
        let asked: JSON = [
            "to": "0xca11bde05977b3631167028862be2a173976ca11", "data": .string(Quantity.text(bytes: data)),
        ]
        guard let answer = try await ask("eth_call", [asked, "latest"])?.string, let bytes = Hex.decode(answer),
            let results = try ABIDecoder.decode([ABIType("(bool,bytes)[]")], from: bytes).first?.elements,
            results.count == 2
        else { return false }
        return results[0].elements?[0].bool == true && results[1].elements?[0].bool == false
            && results[0].elements?[1].bytes?.count == 32
    }

    private func delegation() async throws -> Bool {
        for contract in [subject.token, try EthereumAddress(bytes: [UInt8](repeating: 0, count: 20))] {
            let nonce = UInt64(try await number("eth_getTransactionCount", [text(owner), "latest"]) ?? 0)
            let key = try PrivateKey(SecretBytes(copying: key))
            let raw = try Delegation.raw(of: owner, to: contract, on: subject.chainID, nonce: nonce) {
                try key.sign($0)
            }
            let hash = try await ask("eth_sendRawTransaction", [.string(Quantity.text(bytes: raw))])
            let code = try await ask("eth_getCode", [text(owner), "latest"])
            let wanted = contract.isZero ? "0x" : "0xef0100" + Hex.encode(contract.bytes)
            guard hash != nil, code == .string(wanted) else { return false }
        }
        return true
    }

    private func unknown() async throws -> Bool {
        guard case .error(let code, _, _) = try await subject.ask("eth_nothing", []) else { return false }
        return code == -32_601
    }
}
