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
    /// The rules of the chain, with the first block that no other chain has, or its counterpart on the other ledger.
    ///
    /// On test networks, a block may have the minimum difficulty whenever none was found for twenty minutes, so their
    /// proofs of work are no obstacle to a server that lies. The private ones of both ledgers have the same first
    /// block: their headers do not differ otherwise.
    public var chainRules: ChainRules {
        // All later blocks of the chains with value were harder: 2^32 and 2^39 times the minimum difficulty.
        let (height, hash, easiest): (Int, String, UInt32) =
            switch self {
            case .bitcoinCash:
                (478_559, "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec", 0x1900_FFFF)
            case .bitcoin:
                (478_559, "00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148", 0x1802_0000)
            case .testnet4: (0, "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043", 0x1D00_FFFF)
            case .signet: (0, "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6", 0x1E03_77AE)
            case .chipnet:
                // The first block under the rules of the upgrade of 2022, which chipnet had before other networks.
                (121_957, "0000000056087dee73fb66178ca70da89dfd0be098b1a63cf6fe93934cd04c78", 0x1D00_FFFF)
            case .regtest, .cashRegtest:
                (0, "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206", 0x207F_FFFF)
            }
        return ChainRules(
            checkpoint: TransactionID(hash).map { ChainRules.Checkpoint(height: height, hash: $0.bytes) },
            easiest: easiest)
    }
}
