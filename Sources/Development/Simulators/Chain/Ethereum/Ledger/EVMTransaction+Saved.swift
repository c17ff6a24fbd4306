internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

extension EVMTransaction {
    /// The transaction in a file: its raw bytes, or what the ledger did itself.
    var saved: JSON {
        guard signature == nil else { return .hex(raw) }
        return [
            "from": .hex(sender), "to": body.to.map { .hex($0) } ?? .null, "value": .hex(body.value),
            "data": .hex(body.data), "nonce": .hex(body.nonce), "maxFee": .hex(body.fees.highest), "tip": .hex(tip),
            "gas": .hex(body.gasLimit), "chain": .hex(body.chainID),
        ]
    }

    /// Reads a transaction from a file.
    init(saved: JSON) throws(SimulatorError) {
        if let text = saved.string {
            guard let bytes = Hex.decode(text), let transaction = try? Self(raw: bytes) else { throw Self.unreadable }
            self = transaction
            return
        }
        func address(_ json: JSON?) -> EthereumAddress? { json?.string.flatMap { try? EthereumAddress($0) } }
        guard let sender = address(saved["from"]), let value = saved["value"].flatMap(Quantity.read),
            let data = saved["data"]?.string.flatMap({ Hex.decode($0) }),
            let nonce = saved["nonce"].flatMap(Quantity.readWord), let fee = saved["maxFee"].flatMap(Quantity.read),
            let tip = saved["tip"].flatMap(Quantity.read), let gas = saved["gas"].flatMap(Quantity.readWord),
            let chain = saved["chain"].flatMap(Quantity.readWord),
            let body = try? EthereumTransaction(
                chainID: chain, nonce: nonce, fees: .dynamic(maxFee: fee, maxPriorityFee: tip), gasLimit: gas,
                to: address(saved["to"]), value: value, data: data)
        else { throw Self.unreadable }
        self.init(body, by: sender)
    }

    private static let unreadable = SimulatorError.ledger("a transaction of the snapshot cannot be read")
}
