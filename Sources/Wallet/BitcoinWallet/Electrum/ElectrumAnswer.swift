internal import Bitcoin
internal import Bridge
internal import Primitives

/// Parses responses of the Electrum protocol (1.4 to 1.6); a response with any invalid part is rejected.
enum ElectrumAnswer {
    /// The maximum block height; no chain reaches it in the next several hundred years.
    private static let highest = 50_000_000

    /// The maximum number of entries in one response.
    private static let most = 100_000

    /// The range of protocol versions that the wallet supports, as `server.version` takes it.
    static let versions: JSON = ["1.4", "1.6"]

    /// The response to `server.version`: the minor number of the protocol version that the server chose; `nil` if the
    /// wallet does not support it.
    static func minorVersion(_ answer: JSON) -> Int? {
        guard let parts = answer.array, parts.count == 2, parts[0].string != nil, let version = parts[1].string else {
            return nil
        }
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        guard 2...3 ~= numbers.count, numbers[0] == "1", let minor = Int(numbers[1]), 4...6 ~= minor else { return nil }
        return minor
    }

    /// The response to `blockchain.scripthash.get_history`.
    static func history(_ answer: JSON) -> [HistoryEntry]? {
        list(answer) { entry in
            guard let id = entry["tx_hash"]?.string.flatMap(TransactionID.init), let height = integer(entry["height"]),
                -1...highest ~= height
            else { return nil }
            return HistoryEntry(id: id, height: height > 0 ? height : nil, hasWaitingParent: height < 0)
        }
    }

    /// The response to `blockchain.scripthash.listunspent`.
    static func unspent(_ answer: JSON) -> [UnspentOutput]? {
        let outputs: [UnspentOutput]? = list(answer) { entry in
            guard let id = entry["tx_hash"]?.string.flatMap(TransactionID.init),
                let place = integer(entry["tx_pos"]).flatMap(UInt32.init(exactly:)),
                let value = integer(entry["value"]).flatMap(UInt64.init(exactly:)), value <= UTXOChain.allMoney,
                let height = integer(entry["height"]), 0...highest ~= height
            else { return nil }
            return UnspentOutput(
                outPoint: OutPoint(id, place), value: value, height: height > 0 ? height : nil,
                hasToken: entry["token_data"] ?? .null != .null)
        }
        guard let outputs, Set(outputs.map(\.outPoint)).count == outputs.count else { return nil }
        return outputs
    }

    /// The response to `blockchain.headers.subscribe`, and the first parameter of its notifications.
    static func tip(_ answer: JSON) -> ChainTip? {
        guard let height = integer(answer["height"]), 0...highest ~= height, let header = header(answer["hex"]) else {
            return nil
        }
        return ChainTip(height: height, header: header)
    }

    /// The response to `blockchain.block.header`.
    static func header(_ answer: JSON?) -> BlockHeader? {
        answer?.string.flatMap(bytes).flatMap(BlockHeader.init)
    }

    /// The response to `blockchain.block.headers`, which must contain exactly `count` headers: in one text, or since
    /// version 1.6 in a list.
    static func headers(_ answer: JSON, count: Int) -> [BlockHeader]? {
        if let all = answer["headers"] {
            guard integer(answer["count"]) == count, let headers = list(all, of: header), headers.count == count else {
                return nil
            }
            return headers
        }
        guard integer(answer["count"]) == count, let bytes = answer["hex"]?.string.flatMap(bytes),
            bytes.count == count * BlockHeader.size
        else { return nil }
        return stride(from: 0, to: bytes.count, by: BlockHeader.size).compactMap {
            BlockHeader(Array(bytes[$0..<($0 + BlockHeader.size)]))
        }
    }

    /// The response to `blockchain.transaction.get_merkle` for a transaction in the block at `height`.
    static func proof(_ answer: JSON, height: Int) -> MerkleProof? {
        guard integer(answer["block_height"]) == height,
            let position = integer(answer["pos"]).flatMap(UInt32.init(exactly:)),
            let branch = list(answer["merkle"] ?? .null, of: { $0.string.flatMap(bytes).map { Array($0.reversed()) } })
        else { return nil }
        return MerkleProof(position: position, branch: branch)
    }

    /// The status of a script: 64 hexadecimal digits, or `null` for a script without history.
    static func status(_ answer: JSON) -> String?? {
        switch answer {
        case .null: .some(nil)
        case .string(let text) where text.utf8.count == 64 && bytes(text) != nil: .some(text.lowercased())
        default: nil
        }
    }

    /// Bytes in hexadecimal, without a prefix.
    static func bytes(_ text: String) -> [UInt8]? {
        text.hasPrefix("0x") ? nil : Hex.decode(text)
    }

    private static func integer(_ value: JSON?) -> Int? { value?.number?.integer }

    private static func list<Element>(_ answer: JSON, of read: (JSON) -> Element?) -> [Element]? {
        guard let entries = answer.array, entries.count <= most else { return nil }
        var elements: [Element] = []
        for entry in entries {
            guard let element = read(entry) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
