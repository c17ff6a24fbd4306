internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// What became of a transaction in a block.
struct EVMReceipt: Sendable {
    let transaction: EVMTransaction
    let block: UInt64
    let index: Int
    let succeeds: Bool
    let gasUsed: UInt64
    let cumulativeGas: UInt64
    let gasPrice: BigUInt

    /// The position of its first log among those of the block.
    let firstLog: Int
    let logs: [EVMLog]
    let frames: [EVMFrame]

    /// The receipt as a node describes it.
    func json(in block: EVMBlock) -> JSON {
        let body = transaction.body
        var bloom = EVMBloom()
        for log in logs { bloom.add(log) }
        return [
            "transactionHash": .hex(transaction.hash), "transactionIndex": .hex(UInt64(index)),
            "blockHash": .hex(block.hash), "blockNumber": .hex(block.number), "from": .hex(transaction.sender),
            "to": body.to.map { .hex($0) } ?? .null, "status": succeeds ? "0x1" : "0x0", "gasUsed": .hex(gasUsed),
            "cumulativeGasUsed": .hex(cumulativeGas), "effectiveGasPrice": .hex(gasPrice),
            "contractAddress": body.to == nil
                ? .hex(EthereumAddress(createdBy: transaction.sender, nonce: body.nonce)) : .null,
            "logs": .array(logs(in: block)), "logsBloom": .hex(bloom.bytes), "type": .hex(UInt64(transaction.type)),
        ]
    }

    /// Its logs as a node describes them.
    func logs(in block: EVMBlock, isRemoved: Bool = false) -> [JSON] {
        logs.enumerated().map { place, log in
            [
                "address": .hex(log.address), "topics": .array(log.topics.map { .hex($0) }), "data": .hex(log.data),
                "blockNumber": .hex(block.number), "blockHash": .hex(block.hash),
                "blockTimestamp": .hex(block.time), "transactionHash": .hex(transaction.hash),
                "transactionIndex": .hex(UInt64(index)), "logIndex": .hex(UInt64(firstLog + place)),
                "removed": .bool(isRemoved),
            ]
        }
    }
}
