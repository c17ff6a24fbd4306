/// The rules that identify the chain of a ledger without downloading all of it.
public struct ChainRules: Hashable, Sendable {
    /// The height and hash of the first block that distinguishes the ledger from all others.
    public struct Checkpoint: Hashable, Sendable {
        /// Its height.
        public let height: Int

        /// The block hash, 32 bytes in internal byte order.
        public let hash: [UInt8]

        /// Creates a checkpoint.
        public init(height: Int, hash: [UInt8]) {
            self.height = height
            self.hash = hash
        }
    }

    /// The checkpoint of the ledger; `nil` if none is checked.
    public let checkpoint: Checkpoint?

    /// The compact form of the largest target that a new block may have.
    ///
    /// It is far easier than the chain's target, and still far too hard to fake casually.
    public let easiest: UInt32

    /// Creates rules.
    public init(checkpoint: Checkpoint?, easiest: UInt32) {
        self.checkpoint = checkpoint
        self.easiest = easiest
    }

    /// Rules that every block of these ledgers satisfies.
    public static let anyTime = ChainRules(checkpoint: nil, easiest: 0x1D00_FFFF)

    /// Whether `header` has a proof of work that is sufficient for a new block.
    public func allow(_ header: BlockHeader) -> Bool {
        guard header.hasItsWork, let target = header.target, let easiest = BlockHeader.target(of: easiest) else {
            return false
        }
        return !easiest.lexicographicallyPrecedes(target)
    }
}

extension UTXOChain {
    /// The rules of the ledger's chain, with the first Bitcoin Cash block after the fork, or its Bitcoin counterpart.
    public var chainRules: ChainRules {
        // All later blocks of these ledgers were harder: 2^32 and 2^39 times the minimum difficulty.
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
