import BigInt
import Bridge
import Ethereum
import Primitives

/// A log that a contract wrote.
struct EventLog: Hashable, Sendable {
    let contract: EthereumAddress

    /// The topics, 32 bytes each; the first is the hash of the event's signature.
    let topics: [[UInt8]]

    let data: [UInt8]

    /// The block and the transaction that contain it; `nil` in a simulation.
    var block: UInt64?
    var transaction: String?

    /// The position among the logs of the block.
    var place: UInt64 = 0

    /// Reads a log in the form of JSON-RPC; `nil` if it is not valid or has been removed by a reorganisation.
    init?(_ json: JSON) {
        guard let contract = json["address"]?.string.flatMap({ try? EthereumAddress($0) }),
            let topics = json["topics"]?.array, topics.count <= 4,
            let data = (json["data"]?.string ?? "0x").hexBytes, data.count <= Self.mostData,
            json["removed"]?.bool != true
        else { return nil }
        let words = topics.compactMap { $0.string?.hexBytes }.filter { $0.count == 32 }
        guard words.count == topics.count else { return nil }
        self.contract = contract
        self.topics = words
        self.data = data
        block = json["blockNumber"]?.quantity
        transaction = json["transactionHash"]?.string.flatMap { $0.utf8.count == 66 ? $0.lowercased() : nil }
        place = json["logIndex"]?.quantity ?? 0
    }

    /// The 32 bytes of the data at `index` as a number; `nil` if there are fewer.
    func number(_ index: Int) -> BigUInt? {
        let start = index * 32
        guard index >= 0, index < 1_024, data.count >= start + 32 else { return nil }
        return BigUInt(Hex.encode(Array(data[start..<start + 32])), radix: 16)
    }

    /// The topic at `index` as an address; `nil` if it is not one.
    func address(_ index: Int) -> EthereumAddress? {
        guard topics.indices.contains(index), topics[index].prefix(12).allSatisfy({ $0 == 0 }) else { return nil }
        return try? EthereumAddress(bytes: topics[index].dropFirst(12))
    }

    /// The topic at `index` as a number.
    func topic(_ index: Int) -> BigUInt? {
        topics.indices.contains(index) ? BigUInt(Hex.encode(topics[index]), radix: 16) : nil
    }

    /// The events of tokens have far less; of others, nothing is read.
    private static let mostData = 64 << 10
}

extension String {
    /// The bytes after `0x`; `nil` if the text is something else.
    var hexBytes: [UInt8]? { utf8.starts(with: "0x".utf8) ? Hex.decode(self) : nil }
}
