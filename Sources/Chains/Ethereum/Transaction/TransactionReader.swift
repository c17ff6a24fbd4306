internal import BigInt
internal import Primitives

/// Reads the fields of a signed transaction in order.
struct TransactionReader {
    private let type: UInt8
    private var fields: ArraySlice<RLP>

    /// The last three fields.
    private let ending: [RLP]

    /// The chain ID and the y parity, from the first of the last three fields.
    private let v: UInt64

    init(_ raw: [UInt8]) throws(EthereumError) {
        guard let first = raw.first else { throw .transaction(.form, path: "") }
        let count: Int
        switch first {
        case 0xC0...: (type, count) = (0, 9)
        case 1: (type, count) = (1, 11)
        case 2: (type, count) = (2, 12)
        case 3: throw .transaction(.blobs, path: "")
        case 4: throw .transaction(.authorizations, path: "")
        default: throw .transaction(.type, path: "")
        }
        // Four levels: the transaction, its access list, an entry, its storage keys.
        guard let items = try RLP(type == 0 ? raw[...] : raw.dropFirst(), depth: 4).elements, items.count == count
        else { throw .transaction(.form, path: "") }
        fields = items.dropLast(3)
        ending = items.suffix(3)
        v = try Self.word(ending[0], path: "v")
    }

    mutating func transaction() throws(EthereumError) -> EthereumTransaction {
        let chainID = type == 0 ? try oldChainID() : try Self.word(next(), path: "chainId")
        let nonce = try Self.word(next(), path: "nonce")
        let fees: EthereumTransaction.Fees
        switch type {
        case 0: fees = .legacy(gasPrice: try Self.number(next(), path: "gasPrice"))
        case 1: fees = .accessList(gasPrice: try Self.number(next(), path: "gasPrice"))
        default:
            let tip = try Self.number(next(), path: "maxPriorityFeePerGas")
            fees = .dynamic(maxFee: try Self.number(next(), path: "maxFeePerGas"), maxPriorityFee: tip)
        }
        let gasLimit = try Self.word(next(), path: "gas")
        let recipient = try Self.content(next(), path: "to")
        let value = try Self.number(next(), path: "value")
        let data = try Self.content(next(), path: "data")
        return try EthereumTransaction(
            chainID: chainID, nonce: nonce, fees: fees, gasLimit: gasLimit,
            to: recipient.isEmpty ? nil : Self.address(recipient, path: "to"), value: value, data: data,
            accessList: type == 0 ? [] : Self.accessList(next()))
    }

    func signature() throws(EthereumError) -> RecoverableSignature {
        let parity = type > 0 ? v : v < 29 ? v &- 27 : (v &- 35) % 2
        let r = try Self.number(ending[1], path: "r").bigEndian
        let s = try Self.number(ending[2], path: "s").bigEndian
        let compact = [r, s].flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
        guard parity <= 1, let signature = try? Signature(compact: compact),
            // No trap: zero or one, asked for above.
            let recoverable = try? RecoverableSignature(signature: signature, recoveryID: UInt8(parity))
        else { throw .transaction(.signature, path: "") }
        return recoverable
    }

    /// The chain ID of a legacy transaction: none for 27 and 28, otherwise by EIP-155.
    private func oldChainID() throws(EthereumError) -> UInt64 {
        switch v {
        case 27, 28: return 0
        // 35 and 36 would mean chain 0, which has the form without a chain ID.
        case 37...: return (v - 35) / 2
        default: throw .transaction(.signature, path: "")
        }
    }

    private mutating func next() throws(EthereumError) -> RLP {
        guard let field = fields.popFirst() else { throw .transaction(.form, path: "") }
        return field
    }

    private static func content(_ item: RLP, path: String) throws(EthereumError) -> [UInt8] {
        guard let bytes = item.content else { throw .transaction(.kind, path: path) }
        return bytes
    }

    private static func number(_ item: RLP, path: String) throws(EthereumError) -> BigUInt {
        let bytes = try content(item, path: path)
        guard bytes.first != 0 else { throw .transaction(.number, path: path) }
        guard bytes.count <= 32 else { throw .transaction(.range, path: path) }
        return BigUInt(bigEndian: bytes)
    }

    private static func word(_ item: RLP, path: String) throws(EthereumError) -> UInt64 {
        guard let word = UInt64(exactly: try number(item, path: path)) else { throw .transaction(.range, path: path) }
        return word
    }

    private static func address(_ bytes: [UInt8], path: String) throws(EthereumError) -> EthereumAddress {
        guard let address = try? EthereumAddress(bytes: bytes) else { throw .transaction(.size, path: path) }
        return address
    }

    private static func accessList(_ item: RLP) throws(EthereumError) -> [AccessListEntry] {
        guard let items = item.elements else { throw .transaction(.kind, path: "accessList") }
        var entries: [AccessListEntry] = []
        for (index, item) in items.enumerated() {
            let path = "accessList[\(index)]"
            guard let parts = item.elements, parts.count == 2, let list = parts[1].elements else {
                throw .transaction(.kind, path: path)
            }
            let address = try address(content(parts[0], path: path), path: "\(path).address")
            var keys: [[UInt8]] = []
            for key in list {
                let key = try content(key, path: "\(path).storageKeys")
                guard key.count == 32 else { throw .transaction(.size, path: "\(path).storageKeys") }
                keys.append(key)
            }
            entries.append(try AccessListEntry(address: address, storageKeys: keys))
        }
        return entries
    }
}
