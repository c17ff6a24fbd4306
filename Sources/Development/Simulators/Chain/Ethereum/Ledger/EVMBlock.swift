internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// A block of the simulated chain.
///
/// Its hash is that of its header. The roots in the header are hashes of what they stand for, not of a trie, so that a block
/// proves nothing about single accounts.
struct EVMBlock: Sendable {
    let number: UInt64
    let parent: Digest32
    let time: UInt64
    let baseFee: BigUInt
    let gasLimit: UInt64
    let producer: EthereumAddress

    /// Tells apart two blocks that are otherwise the same.
    var extra: [UInt8] = []
    var gasUsed: UInt64 = 0
    var bloom = EVMBloom()
    var transactions: [Digest32] = []
    private(set) var hash = EVMWord.digest([])

    /// The position of the state's journal before the block.
    var mark = 0

    /// The priority fee of each transaction and the gas that it used, for `eth_feeHistory`.
    var tips: [(tip: BigUInt, gas: UInt64)] = []

    init(
        number: UInt64, parent: Digest32, time: UInt64, baseFee: BigUInt, gasLimit: UInt64,
        producer: EthereumAddress
    ) {
        (self.number, self.parent, self.time, self.baseFee) = (number, parent, time, baseFee)
        (self.gasLimit, self.producer) = (gasLimit, producer)
    }

    private var transactionsRoot: Digest32 { Keccak256.hash(transactions.flatMap(\.bytes)) }
    private var stateRoot: Digest32 { Keccak256.hash(parent.bytes + transactionsRoot.bytes) }
    private var receiptsRoot: Digest32 { Keccak256.hash(transactionsRoot.bytes + bloom.bytes) }

    /// The root of no trie, and the hash of no uncles.
    private static let emptyRoot = Keccak256.hash(RLP.bytes([]).encoded)
    private static let noUncles = Keccak256.hash(RLP.list([]).encoded)

    /// Sets the hash, once everything else is set.
    mutating func seal() {
        let roots: [RLP] = [stateRoot, transactionsRoot, receiptsRoot].map { .bytes($0.bytes) }
        let head: [RLP] = [.bytes(parent.bytes), .bytes(Self.noUncles.bytes), .bytes(producer.bytes)]
        let numbers: [RLP] = [
            .bytes(bloom.bytes), .number(UInt64(0)), .number(number), .number(gasLimit), .number(gasUsed),
            .number(time), .bytes(extra), .bytes([UInt8](repeating: 0, count: 32)),
            .bytes([UInt8](repeating: 0, count: 8)), .number(baseFee), .bytes(Self.emptyRoot.bytes),
        ]
        hash = Keccak256.hash(RLP.list(head + roots + numbers).encoded)
    }

    /// The base fee of the next block (EIP-1559).
    var nextBaseFee: BigUInt {
        let target = gasLimit / 2
        if gasUsed == target { return baseFee }
        if gasUsed > target {
            return baseFee + max(1, baseFee * BigUInt(gasUsed - target) / BigUInt(target) / 8)
        }
        return baseFee - baseFee * BigUInt(target - gasUsed) / BigUInt(target) / 8
    }

    /// The header as a node describes it.
    var header: JSONObject {
        [
            "number": .hex(number), "hash": .hex(hash), "parentHash": .hex(parent), "timestamp": .hex(time),
            "gasLimit": .hex(gasLimit), "gasUsed": .hex(gasUsed), "baseFeePerGas": .hex(baseFee),
            "miner": .hex(producer), "logsBloom": .hex(bloom.bytes), "stateRoot": .hex(stateRoot),
            "transactionsRoot": .hex(transactionsRoot), "receiptsRoot": .hex(receiptsRoot), "extraData": .hex(extra),
            "difficulty": "0x0", "nonce": "0x0000000000000000", "sha3Uncles": .hex(Self.noUncles),
            "mixHash": .hex(EVMWord.digest([])), "withdrawalsRoot": .hex(Self.emptyRoot),
        ]
    }
}

/// The filter of a block's logs.
struct EVMBloom: Sendable {
    private(set) var bytes = [UInt8](repeating: 0, count: 256)

    mutating func add(_ log: EVMLog) {
        add(log.address.bytes)
        for topic in log.topics { add(topic.bytes) }
    }

    mutating func add(_ other: EVMBloom) {
        for place in bytes.indices { bytes[place] |= other.bytes[place] }
    }

    private mutating func add(_ item: [UInt8]) {
        let hash = Keccak256.hash(item).bytes
        for place in [0, 2, 4] {
            let bit = (Int(hash[place]) << 8 | Int(hash[place + 1])) & 2_047
            bytes[255 - bit / 8] |= 1 << UInt8(bit % 8)
        }
    }
}
