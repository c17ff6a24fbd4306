import BigInt
import Bridge
import Ethereum
import Primitives
import Synchronization
import WalletCore
import BitcoinWallet
import WalletMethods
import EthereumWallet
import Network

/// A chain with one account that sends: what nodes have of its transactions, whether they show it or not.
final class PracticeChain: Sendable {
    private struct Entry {
        let nonce: UInt64
        /// Whether it moves money.
        let pays: Bool
        /// The allowance that it sets.
        let allowance: BigUInt?
    }

    private struct State {
        var shown: [String: Entry] = [:]
        var hidden: [String: Entry] = [:]
        /// All that were ever shown.
        var seen: Set<String> = []
        /// How many nonces are used up in final blocks.
        var mined: UInt64 = 0
        /// The transactions in blocks that set an allowance, and the last one's.
        var approvals: Set<String> = []
        var allowance: BigUInt = 0

        var all: [(hash: String, entry: Entry)] { (Array(shown) + Array(hidden)).map { ($0.key, $0.value) } }
    }

    private let state = Mutex(State())

    /// The transactions that move money and of which a node has the bytes.
    var payments: Set<String> { state.withLock { state in Set(state.all.filter { $0.entry.pays }.map { $0.hash }) } }

    /// How many of them can be in blocks together: one for each nonce that is not used up.
    var mostPaid: Int {
        state.withLock { state in
            Set(state.all.filter { $0.entry.pays && $0.entry.nonce >= state.mined }.map { $0.entry.nonce }).count
        }
    }

    /// Whether a node has, or had, a transaction.
    func has(_ hash: String) -> Bool { state.withLock { $0.seen.contains(hash) } }

    /// Whether nodes have a transaction now.
    func isLive(_ hash: String) -> Bool { state.withLock { $0.shown[hash] != nil } }

    /// How many nonces are used up.
    var mined: UInt64 { state.withLock(\.mined) }

    /// What may be moved of the token, in the latest block.
    var allowance: BigUInt { state.withLock(\.allowance) }

    /// Whether a transaction that sets an allowance is in a block; those that nodes show get into one in their order.
    func isMined(_ hash: String) -> Bool {
        state.withLock { state in
            while let next = state.shown.first(where: { $0.value.nonce == state.mined && $0.value.allowance != nil }) {
                state.mined += 1
                state.approvals.insert(next.key)
                state.allowance = next.value.allowance ?? 0
            }
            return state.approvals.contains(hash)
        }
    }

    /// Whether the nonce of a transaction is used up.
    func isUsedUp(_ raw: [UInt8]) -> Bool {
        guard let signed = try? SignedTransaction(raw: raw) else { return false }
        return signed.transaction.nonce < mined
    }

    /// Puts a transaction that the wallet does not know into a final block, in the place of one that pays.
    func replace() {
        state.withLock { state in
            guard let old = state.shown.filter({ $0.value.pays }).min(by: { $0.key < $1.key }) else { return }
            state.shown[old.key] = nil
            state.hidden[old.key] = old.value
            state.mined = max(state.mined, old.value.nonce + 1)
        }
    }
    var count: UInt64 { state.withLock { UInt64(Set($0.shown.values.map(\.nonce)).count) } }

    /// Takes a transaction; one with the nonce of another is not shown.
    func take(_ raw: [UInt8], isShown: Bool) -> String {
        guard let signed = try? SignedTransaction(raw: raw) else { return "" }
        let hash = "0x" + Hex.encode(signed.hash.bytes)
        let data = signed.transaction.data
        let isApproval = data.count == 68 && data.prefix(4) == [0x09, 0x5E, 0xA7, 0xB3]
        let entry = Entry(
            nonce: signed.transaction.nonce, pays: signed.transaction.value > 0,
            allowance: isApproval ? BigUInt(Hex.encode(data.suffix(32)), radix: 16) : nil)
        state.withLock { state in
            let isTaken = state.shown.contains { $0.key != hash && $0.value.nonce == entry.nonce }
            if isShown, !isTaken, entry.nonce >= state.mined {
                state.shown[hash] = entry
                state.seen.insert(hash)
            } else {
                state.hidden[hash] = entry
            }
        }
        return hash
    }
}

/// A node of the chain, as one run of the program finds it.
final class ScheduledNode: EthereumNode {
    private let chain: PracticeChain
    private let id: UInt64
    private let dice: SeededGenerator
    private let life: Life
    private let rate: Int

    init(_ chain: PracticeChain, id: UInt64, dice: SeededGenerator, life: Life, rate: Int) {
        self.chain = chain
        self.id = id
        self.dice = dice
        self.life = life
        self.rate = rate
    }

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        try await life.ask { () async throws(NodeError) in try answer(method, params) }
    }

    private func answer(_ method: String, _ params: JSON) throws(NodeError) -> JSON {
        let isStruck = dice.roll(100) < rate
        let problem = dice.pick([
            NodeError.wire(.timedOut), .wire(.interrupted), .wire(.unreachable), .status(404), .status(401),
            .status(500), .malformed, .refused(.other),
        ])
        guard method == "eth_sendRawTransaction" else {
            if isStruck, dice.roll(2) == 0 { throw problem }
            // A node that hides what it has.
            if isStruck, method == "eth_getTransactionByHash" { return .null }
            // A node that counts wrong, but does not lie about blocks that are final.
            if isStruck, method == "eth_getTransactionCount", params[1] != "finalized" {
                return dice.pick(["0x0", "0x1", "0x2", "0x7"])
            }
            return try honest(method, params)
        }
        let raw = params[0]?.string.flatMap { Hex.decode($0) } ?? []
        if chain.isUsedUp(raw) { throw .refused(.nonceTooLow) }
        guard isStruck else { return .string(chain.take(raw, isShown: true)) }
        switch dice.roll(6) {
        case 0:
            if problem.isUnasked { throw problem }
            _ = chain.take(raw, isShown: true)
            throw problem
        case 1:
            // It keeps the bytes, and rejects the transaction.
            _ = chain.take(raw, isShown: false)
            throw .refused(dice.pick([.underpriced, .insufficientFunds, .nonceTooLow, .alreadyKnown, .other]))
        case 2:
            _ = chain.take(raw, isShown: true)
            throw .refused(dice.pick([.underpriced, .nonceTooLow, .alreadyKnown, .other]))
        case 3:
            _ = chain.take(raw, isShown: dice.roll(2) == 0)
            life.kill()
            return .null
        case 4:
            life.kill()
            return .null
        default: throw .wire(.unreachable)
        }
    }

    private func honest(_ method: String, _ params: JSON) throws(NodeError) -> JSON {
        switch method {
        case "eth_chainId": return .string("0x" + String(id, radix: 16))
        case "eth_getTransactionCount":
            // Only what replaces a payment is mined, so what waits counts only where it is asked for.
            let waiting = params[1] == "pending" ? chain.count : 0
            return .string("0x" + String(max(waiting, chain.mined), radix: 16))
        case "eth_call" where params[0]?["data"]?.string?.hasPrefix("0xdd62ed3e") == true:
            let digits = String(chain.allowance, radix: 16)
            return .string("0x" + String(repeating: "0", count: 64 - digits.count) + digits)
        case "eth_getBalance": return "0xde0b6b3a7640000"
        case "eth_feeHistory":
            return [
                "baseFeePerGas": ["0x3b9aca00", "0x3b9aca00"], "reward": [["0x5f5e100", "0x3b9aca00", "0x77359400"]],
            ]
        case "eth_call": return "0x"
        case "eth_estimateGas": return "0x5208"
        case "eth_getTransactionReceipt":
            guard let hash = params[0]?.string, chain.isMined(hash) else { return .null }
            return ["transactionHash": .string(hash), "blockNumber": "0x1", "status": "0x1"]
        case "eth_getTransactionByHash":
            guard let hash = params[0]?.string, chain.isLive(hash) else { return .null }
            return ["hash": .string(hash)]
        default: throw .refused(.unsupported)
        }
    }
}
