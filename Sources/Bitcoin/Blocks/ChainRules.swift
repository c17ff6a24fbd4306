/// By what the chain of a ledger is known, without reading all of it.
public struct ChainRules: Hashable, Sendable {
    /// A block by its place and name, the first that tells the ledger from all others.
    public struct Checkpoint: Hashable, Sendable {
        /// Its height.
        public let height: Int

        /// Its name, 32 bytes in the order in which headers have it.
        public let hash: [UInt8]

        /// Names a block.
        public init(height: Int, hash: [UInt8]) {
            self.height = height
            self.hash = hash
        }
    }

    /// The block by which the ledger is known; `nil` where none is asked for.
    public let checkpoint: Checkpoint?

    /// The short form of the greatest number that the name of a new block may be.
    ///
    /// Far above what the chain demands, and far below what anybody could make up in passing.
    public let easiest: UInt32

    /// Creates rules.
    public init(checkpoint: Checkpoint?, easiest: UInt32) {
        self.checkpoint = checkpoint
        self.easiest = easiest
    }

    /// What every block of these ledgers ever had to keep.
    public static let anyTime = ChainRules(checkpoint: nil, easiest: 0x1D00_FFFF)

    /// Whether `header` has done its work, and so much that it may be a new block.
    public func allow(_ header: BlockHeader) -> Bool {
        guard header.hasItsWork, let target = header.target, let easiest = BlockHeader.target(of: easiest) else {
            return false
        }
        return !easiest.lexicographicallyPrecedes(target)
    }
}

extension Ledger {
    /// By what the ledger's chain is known: the block with which Bitcoin Cash went its own way, and its sibling.
    public var chainRules: ChainRules {
        // Every block of these ledgers since then was harder: 2^32 times the work of the easiest ever, and 2^39 times.
        switch self {
        case .bitcoinCash:
            ChainRules(
                checkpoint: TransactionID("000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec")
                    .map { ChainRules.Checkpoint(height: 478_559, hash: $0.bytes) },
                easiest: 0x1900_FFFF)
        case .bitcoin:
            ChainRules(
                checkpoint: TransactionID("00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148")
                    .map { ChainRules.Checkpoint(height: 478_559, hash: $0.bytes) },
                easiest: 0x1802_0000)
        }
    }
}
