package import Bridge

/// The logs that a page wants, as in the parameters of `eth_newFilter` and `eth_subscribe`; parsed and checked once.
package struct LogCriteria: Hashable, Sendable {
    /// The contracts and topics, in the form for the node.
    let what: JSONObject

    /// The first block of the range; `nil` if the page names none, or uses a block tag.
    let first: UInt64?

    /// The last block of the range; `nil` if the page names none, or uses a block tag.
    let last: UInt64?

    /// The object as the page gave it, to request all matching logs.
    let whole: JSON

    /// Parses a filter object (Ethereum execution API specification, `Filter`).
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/invalidParameters`` if it is not a filter object, or names a single block by
    ///   its hash, because such a filter never has new logs.
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

    /// The part of `blocks` in the range; `nil` if it is empty.
    func part(of blocks: ClosedRange<UInt64>) -> ClosedRange<UInt64>? {
        let (low, high) = (max(blocks.lowerBound, first ?? 0), min(blocks.upperBound, last ?? .max))
        return low <= high ? low...high : nil
    }
}
