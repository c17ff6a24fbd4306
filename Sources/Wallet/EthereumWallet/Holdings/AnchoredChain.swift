import Bridge
import WalletCore

/// Recognises whether a node still has the chain on which an earlier search has found something, and where a search
/// continues.
struct AnchoredChain: Sendable {
    let node: any EthereumNode

    /// The site that named the node; `nil` if the user did.
    let site: String?

    /// What a node has.
    enum Verdict: Hashable {
        /// The chain of the earlier search.
        case same

        /// An earlier part of it, or no answer.
        case behind

        /// Another chain, or the earlier search used the node of a site that is no longer asked.
        case other
    }

    /// What is known of a block.
    struct Block: Hashable {
        let hash: String?

        /// Its time, in seconds since 1970.
        let time: Int64?
    }

    /// The blocks below the latest one that may still be replaced.
    static let unsettled: UInt64 = 64

    /// Compares the node, whose latest block is `head`, with an earlier search.
    func verdict(on searched: SearchedBlocks, head: UInt64) async -> Verdict {
        if let earlier = searched.site, earlier != site { return .other }
        guard let anchor = searched.anchor else { return .same }
        guard anchor.block <= head, let block = await block(anchor.block) else { return .behind }
        return block.hash.map { $0 == anchor.hash } ?? true ? .same : .other
    }

    /// The block with a number; `nil` if the node does not tell.
    func block(_ number: UInt64) async -> Block? {
        guard let answer = try? await node.ask("eth_getBlockByNumber", [.string(HexNumber.text(number)), false]),
            answer.object != nil
        else { return nil }
        let hash = answer["hash"]?.string.flatMap { $0.utf8.count == 66 ? $0.lowercased() : nil }
        let time = answer["timestamp"]?.quantity.flatMap { Int64(exactly: $0) }
        return Block(hash: hash, time: time.flatMap { $0 < 1 << 40 ? $0 : nil })
    }

    /// The times of the first 40 different ones of `blocks`, in seconds since 1970, as far as the node tells them.
    func times(of blocks: [UInt64]) async -> [UInt64: Int64] {
        var times: [UInt64: Int64?] = [:]
        for block in blocks where times[block] == nil {
            guard times.count < Self.mostTimes else { break }
            times.updateValue(await self.block(block)?.time, forKey: block)
        }
        return times.compactMapValues(\.self)
    }

    private static let mostTimes = 40

    /// The first block after an earlier search; those that may have been replaced are searched again.
    func first(after searched: SearchedBlocks) -> UInt64 {
        if let anchor = searched.anchor { return anchor.block + 1 }
        guard let highest = searched.blocks.highest else { return 0 }
        return highest > Self.unsettled ? highest - Self.unsettled : 0
    }

    /// Notes that `blocks` were searched, since when everything is known, and by which block the chain is recognised.
    func note(_ blocks: ClosedRange<UInt64>, in searched: inout SearchedBlocks) async {
        let lowest = searched.blocks.lowest
        searched.blocks.add(blocks)
        searched.site = site
        if let now = searched.blocks.lowest, now != lowest || searched.since == nil {
            searched.since = now > 0 ? await block(now)?.time : nil
        }
        guard let highest = searched.blocks.highest, highest > Self.unsettled, let lowest = searched.blocks.lowest
        else { return }
        // The anchor moves up from time to time.
        let settled = highest - Self.unsettled
        let last = searched.anchor?.block
        guard settled >= lowest, last.map({ $0 < settled && settled - $0 >= Self.unsettled }) ?? true,
            let hash = await self.block(settled)?.hash
        else { return }
        searched.anchor = SearchedBlocks.Anchor(block: settled, hash: hash)
    }
}
