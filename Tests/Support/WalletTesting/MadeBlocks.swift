import Bridge
import Synchronization
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network

/// A growing chain of blocks with logs, behind a node.
final class MadeBlocks: Sendable {
    /// One log of a contract.
    struct Log {
        let block: UInt64
        let topic: JSON
    }

    private struct State {
        var height: UInt64 = 100
        var logs: [Log] = []
        var isBroken = false
        var most = UInt64.max
    }

    static let contract: JSON = "0x5fbdb2315678afecb367f032d93f642f64180aa3"

    let node = FakeNode()
    private let state = Mutex(State())

    init() {
        node.set("eth_blockNumber") { [self] _ throws(NodeError) in .string(Self.hex(try self.height())) }
        node.set("eth_getBlockByNumber") { [self] params throws(NodeError) in
            let height = try self.height()
            let number = params[0]?.string.flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? height
            return number <= height ? Self.block(number) : .null
        }
        node.set("eth_getLogs", logs)
    }

    /// How the node returns logs.
    var logs: FakeNode.Answer {
        { [self] params throws(NodeError) in
            let height = try self.height()
            func bound(_ key: String) -> UInt64? {
                params[0]?[key]?.string.flatMap { UInt64($0.dropFirst(2), radix: 16) }
            }
            let (first, last) = (bound("fromBlock") ?? 0, bound("toBlock") ?? height)
            guard last < first || last - first < self.state.withLock(\.most) else { throw .refused(.limit) }
            let wanted = params[0]?["topics"]?[0]
            let found = self.state.withLock(\.logs).filter { log in
                first <= log.block && log.block <= last && (wanted == nil || wanted == log.topic)
            }
            return .array(found.map { ["blockNumber": .string(Self.hex($0.block)), "topics": [$0.topic]] })
        }
    }

    /// Adds blocks; the last one has logs with these topics.
    func grow(by count: UInt64 = 1, topics: [Int] = []) {
        state.withLock { state in
            state.height += count
            state.logs += topics.map { Log(block: state.height, topic: Self.topic($0)) }
        }
    }

    /// Adds a log to an earlier block.
    func add(_ topic: Int, in block: UInt64) {
        state.withLock { $0.logs.append(Log(block: block, topic: Self.topic(topic))) }
    }

    /// Lets the node refuse to return the logs of more blocks at once.
    func refuse(moreThan count: UInt64) { state.withLock { $0.most = count } }

    /// Lets the node stop or resume responding.
    func fail(_ isBroken: Bool = true) { state.withLock { $0.isBroken = isBroken } }

    private func height() throws(NodeError) -> UInt64 {
        let (height, isBroken) = state.withLock { ($0.height, $0.isBroken) }
        guard !isBroken else { throw .wire(.timedOut) }
        return height
    }

    static func topic(_ number: Int) -> JSON { .string("0x" + padded(String(number, radix: 16))) }

    static func hex(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }

    static func hash(_ number: UInt64) -> JSON { .string("0x" + padded(String(number, radix: 16) + "ff")) }

    static func block(_ number: UInt64) -> JSON {
        ["number": .string(hex(number)), "hash": hash(number), "transactions": ["0x00"], "uncles": [], "size": "0x1"]
    }

    private static func padded(_ digits: String) -> String {
        String(repeating: "0", count: 64 - digits.count) + digits
    }
}
