package import Bridge

/// Which logs a page wants to hear of, as `eth_newFilter` and `eth_subscribe` take it; read once, and checked.
package struct LogCriteria: Hashable, Sendable {
    /// The contracts and topics, as the node is asked for them.
    let what: JSONObject

    /// The first block that counts; `nil` where the page names none, or one by a word.
    let first: UInt64?

    /// The last block that counts; `nil` where the page names none, or one by a word.
    let last: UInt64?

    /// The object as the page gave it, for all logs that there are.
    let whole: JSON

    /// Reads a filter object (Ethereum execution API specification, `Filter`).
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/invalidParameters`` where it is none, or names one block by its hash: that block
    ///   brings nothing new.
    package init(_ filter: JSON) throws(RPCError) {
        guard NodeParameter.filter.accepts(filter), let members = filter.object,
            members["blockHash"] ?? .null == .null
        else {
            throw RPCError(
                .invalidParameters, "The filter must be an object with “address”, “topics”, “fromBlock” and “toBlock”.")
        }
        var what = JSONObject()
        for key in ["address", "topics"] {
            if let value = members[key], value != .null { what[key] = value }
        }
        self.what = what
        first = members["fromBlock"]?.quantity
        last = members["toBlock"]?.quantity
        whole = filter
    }

    /// The parameters of `eth_getLogs` for these blocks.
    func parameters(_ blocks: ClosedRange<UInt64>) -> [JSON] {
        var filter = what
        filter["fromBlock"] = .string(HexNumber.text(blocks.lowerBound))
        filter["toBlock"] = .string(HexNumber.text(blocks.upperBound))
        return [.object(filter)]
    }

    /// The part of `blocks` that counts; `nil` where none does.
    func part(of blocks: ClosedRange<UInt64>) -> ClosedRange<UInt64>? {
        let (low, high) = (max(blocks.lowerBound, first ?? 0), min(blocks.upperBound, last ?? .max))
        return low <= high ? low...high : nil
    }
}
