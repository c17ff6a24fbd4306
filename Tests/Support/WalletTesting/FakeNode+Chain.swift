import Bridge
import Ethereum
import Primitives
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

extension FakeNode {
    /// A node of an idle chain: the account has sent five transactions and owns one coin, and everything succeeds.
    static func quiet(chainID: UInt64 = 1) -> FakeNode {
        let node = FakeNode(chainID: chainID)
        node.set("eth_getTransactionCount", "0x5")
        node.set("eth_getBalance", "0xde0b6b3a7640000")
        node.set(
            "eth_feeHistory",
            ["baseFeePerGas": ["0x3b9aca00", "0x3b9aca00"], "reward": [["0x5f5e100", "0x3b9aca00", "0x77359400"]]])
        node.set("eth_call", "0x")
        node.set("eth_getCode", "0x")
        node.set("eth_estimateGas", "0x5208")
        node.set("eth_getTransactionReceipt", .null)
        node.set("eth_getTransactionByHash", .null)
        node.acceptTransactions()
        return node
    }

    /// Accepts every transaction from now on.
    func acceptTransactions() {
        set("eth_sendRawTransaction") { params in
            let raw = params[0]?.string.flatMap { Hex.decode($0) } ?? []
            return .string("0x" + Hex.encode(EthereumTransaction.hash(ofRaw: raw).bytes))
        }
    }

    /// Adds blocks up to one with timestamp `time`, `seconds` apart, of which the last `waiting` are not final.
    func grow(until time: Int64, waiting: UInt64 = 64, seconds: Int64 = 12) {
        let height: UInt64 = 1_000
        set("eth_getBlockByNumber") { params in
            let number: UInt64 =
                switch params[0]?.string ?? "" {
                case "latest": height
                case "finalized": height &- waiting
                case let text: UInt64(text.dropFirst(2), radix: 16) ?? 0
                }
            let timestamp = time - seconds * (Int64(height) - Int64(number))
            return [
                "number": .string("0x" + String(number, radix: 16)),
                "timestamp": .string("0x" + String(timestamp, radix: 16)),
            ]
        }
    }

    /// The transactions that were sent to the node, in order.
    var sent: [SignedTransaction] {
        asked.filter { $0.method == "eth_sendRawTransaction" }.compactMap { question in
            (question.params[0]?.string).flatMap { Hex.decode($0) }.flatMap { try? SignedTransaction(raw: $0) }
        }
    }
}

extension TestSite {
    /// The demo account.
    static let account: JSON = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    /// An address of another person.
    static let other: JSON = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

    /// A connected site, whose chain uses `node`.
    static func connected(_ node: FakeNode, journal: any Journal = MemoryJournal()) async throws -> TestSite {
        let chains = ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node }
        let site = try TestSite(chains: chains, journal: journal)
        _ = await site.ask("eth_requestAccounts")
        return site
    }

    /// Requests a payment of a thousandth of a coin to another account, with `changes`.
    func send(_ changes: JSONObject = [:], by method: String = "eth_sendTransaction") async -> JSON {
        var transaction: JSONObject = ["from": Self.account, "to": Self.other, "value": "0x38d7ea4c68000"]
        for member in changes.members { transaction[member.key] = member.value }
        return await ask(method, [.object(transaction)])
    }
}
