internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// The methods of a simulated node that read one state of the chain, or try something on it.
enum EVMMethods {
    /// Each gets the ledger, the parameters, and the time of the machine.
    typealias Table = [String: @Sendable (inout EVMLedger, EVMParameters, UInt64) throws(SimulatorError) -> JSON]

    /// The methods by their names.
    static let all: Table =
        chain.merging(accounts) { $1 }.merging(transactions) { $1 }.merging(trials) { $1 }.merging(traces) { $1 }

    private static let chain: Table = [
        "eth_chainId": { ledger, _, _ in .hex(ledger.chainID) },
        "net_version": { ledger, _, _ in .string(String(ledger.chainID)) },
        "net_listening": { _, _, _ in true },
        "net_peerCount": { _, _, _ in "0x0" },
        "web3_clientVersion": { _, _, _ in "Drawbridge-Simulator/1" },
        "web3_sha3": { _, parameters, _ throws(SimulatorError) in .hex(Keccak256.hash(try parameters.bytes(0))) },
        "eth_syncing": { _, _, _ in false },
        "eth_accounts": { _, _, _ in [] },
        "eth_blockNumber": { ledger, _, _ in .hex(ledger.head.number) },
        "eth_gasPrice": { ledger, _, _ in .hex(ledger.head.nextBaseFee + EVMLedger.gwei) },
        "eth_maxPriorityFeePerGas": { _, _, _ in .hex(EVMLedger.gwei) },
        "eth_feeHistory": { ledger, parameters, _ throws(SimulatorError) in try feeHistory(ledger, parameters) },
        "eth_getBlockByNumber": { ledger, parameters, now throws(SimulatorError) in
            _ = try parameters.required(0)
            let point = try parameters.point(0)
            let block = point == .pending ? ledger.nextBlock(now) : ledger.block(at: point)
            return block.map { describe($0, parameters.optional(1)?.bool ?? false, ledger) } ?? .null
        },
        "eth_getBlockByHash": { ledger, parameters, _ throws(SimulatorError) in
            let block = ledger.block(at: .hash(try parameters.digest(0)))
            return block.map { describe($0, parameters.optional(1)?.bool ?? false, ledger) } ?? .null
        },
        "eth_getBlockTransactionCountByNumber": { ledger, parameters, _ throws(SimulatorError) in
            ledger.block(at: try parameters.point(0)).map { .hex(UInt64($0.transactions.count)) } ?? .null
        },
        "eth_getBlockTransactionCountByHash": { ledger, parameters, _ throws(SimulatorError) in
            ledger.block(at: .hash(try parameters.digest(0))).map { .hex(UInt64($0.transactions.count)) } ?? .null
        },
        "eth_getBlockReceipts": { ledger, parameters, _ throws(SimulatorError) in
            guard let block = ledger.block(at: try parameters.point(0)) else { return .null }
            return .array(ledger.receipts(of: block).map { $0.json(in: block) })
        },
        "eth_getLogs": { ledger, parameters, _ throws(SimulatorError) in
            .array(try EVMLogQuery(parameters.required(0)).logs(in: ledger))
        },
    ]

    private static let accounts: Table = [
        "eth_getBalance": { ledger, parameters, now throws(SimulatorError) in
            let address = try parameters.address(0)
            return try ledger.trial(at: parameters.point(1), now: now) { _, state, _ in .hex(state[address].balance) }
        },
        "eth_getCode": { ledger, parameters, now throws(SimulatorError) in
            let address = try parameters.address(0)
            return try ledger.trial(at: parameters.point(1), now: now) { _, state, _ in .hex(state[address].code) }
        },
        "eth_getTransactionCount": { ledger, parameters, now throws(SimulatorError) in
            let (address, point) = (try parameters.address(0), try parameters.point(1))
            if point == .pending { return .hex(ledger.pool.next(address, from: ledger.state[address].nonce)) }
            return try ledger.trial(at: point, now: now) { _, state, _ in .hex(state[address].nonce) }
        },
        "eth_getStorageAt": { ledger, parameters, now throws(SimulatorError) in
            let (address, slot) = (try parameters.address(0), try parameters.required(1))
            guard let bytes = Hex.decode(padded(slot.string ?? "")), bytes.count <= 32 else {
                throw .invalid("unable to decode storage key")
            }
            let place = EVMWord.digest(EVMWord.number(bytes))
            return try ledger.trial(at: parameters.point(2), now: now) { _, state, _ in
                .hex(EVMWord.bytes(state[address, place]))
            }
        },
    ]

    private static let transactions: Table = [
        "eth_getTransactionByHash": { ledger, parameters, _ throws(SimulatorError) in
            let hash = try parameters.digest(0)
            if let waiting = ledger.pool[hash] { return waiting.json(in: nil, at: 0, baseFee: nil) }
            return ledger.receipts[hash].flatMap { describe($0, ledger) } ?? .null
        },
        "eth_getTransactionReceipt": { ledger, parameters, _ throws(SimulatorError) in
            let receipt = ledger.receipts[try parameters.digest(0)]
            guard let receipt, let block = ledger.block(at: .number(receipt.block)) else { return .null }
            return receipt.json(in: block)
        },
        "eth_getTransactionByBlockNumberAndIndex": { ledger, parameters, _ throws(SimulatorError) in
            try transaction(at: parameters.point(0), parameters, ledger)
        },
        "eth_getTransactionByBlockHashAndIndex": { ledger, parameters, _ throws(SimulatorError) in
            try transaction(at: .hash(parameters.digest(0)), parameters, ledger)
        },
    ]

    private static func transaction(
        at point: EVMLedger.Point, _ parameters: EVMParameters, _ ledger: EVMLedger
    ) throws(SimulatorError) -> JSON {
        let index = try parameters.number(1)
        guard let block = ledger.block(at: point), index < BigUInt(block.transactions.count) else { return .null }
        return ledger.receipts[block.transactions[Int(index)]].flatMap { describe($0, ledger) } ?? .null
    }

    /// A block as a node describes it, with its transactions or their hashes.
    private static func describe(_ block: EVMBlock, _ isFull: Bool, _ ledger: EVMLedger) -> JSON {
        var object = block.header
        let isSealed = ledger.block(at: .hash(block.hash)) != nil
        if !isSealed { for key in ["hash", "nonce", "miner", "logsBloom"] { object[key] = .null } }
        object["size"] = .hex(UInt64(600 + block.transactions.count * 200))
        object["uncles"] = []
        object["withdrawals"] = []
        object["transactions"] = .array(
            block.transactions.map { hash in
                isFull ? ledger.receipts[hash].flatMap { describe($0, ledger) } ?? .null : .hex(hash)
            })
        return .object(object)
    }

    private static func describe(_ receipt: EVMReceipt, _ ledger: EVMLedger) -> JSON? {
        ledger.block(at: .number(receipt.block)).map {
            receipt.transaction.json(in: $0, at: receipt.index, baseFee: $0.baseFee)
        }
    }

    /// Hexadecimal digits in pairs, without `0x`.
    private static func padded(_ text: String) -> String {
        let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
        return digits.utf8.count.isMultiple(of: 2) ? digits : "0" + digits
    }

    private static func feeHistory(
        _ ledger: EVMLedger, _ parameters: EVMParameters
    ) throws(SimulatorError) -> JSON {
        guard let wanted = Quantity.read(try parameters.required(0)) else { throw .invalid("invalid argument 0") }
        guard let last = ledger.block(at: try parameters.point(1)) else {
            throw .refused("request beyond head block")
        }
        let shares = (parameters.optional(2)?.array ?? []).map { $0.number.flatMap { Double($0.text) } ?? -1 }
        guard shares.count <= 100, shares.allSatisfy({ (0...100).contains($0) }), shares == shares.sorted() else {
            throw .refused("invalid reward percentile")
        }
        let count = min(Int(clamping: wanted), 1_024, Int(last.number) + 1)
        guard count > 0 else { return ["oldestBlock": "0x0", "gasUsedRatio": [], "baseFeePerGas": []] }
        let blocks = ledger.blocks[(Int(last.number) + 1 - count)...Int(last.number)]
        var history: JSONObject = [
            "oldestBlock": .hex(last.number + 1 - UInt64(count)),
            "baseFeePerGas": .array(blocks.map { .hex($0.baseFee) } + [.hex(last.nextBaseFee)]),
            "gasUsedRatio": .array(
                blocks.map { JSONNumber(String(Double($0.gasUsed) / Double($0.gasLimit))).map { .number($0) } ?? 0 }),
        ]
        if !shares.isEmpty {
            history["reward"] = .array(blocks.map { block in .array(shares.map { .hex(tip(block, at: $0)) }) })
        }
        return .object(history)
    }

    /// The priority fee below which a share of a block's gas was paid for; of an empty block zero.
    private static func tip(_ block: EVMBlock, at share: Double) -> BigUInt {
        var sum: UInt64 = 0
        let sorted = block.tips.sorted { $0.tip < $1.tip }
        for entry in sorted {
            sum += entry.gas
            if Double(sum) >= Double(block.gasUsed) * share / 100 { return entry.tip }
        }
        return sorted.last?.tip ?? 0
    }
}
