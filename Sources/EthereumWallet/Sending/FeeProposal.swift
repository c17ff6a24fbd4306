public import BigInt
public import Bridge
public import Ethereum

/// What a unit of gas costs now, for slow, normal and fast transactions: whole numbers of wei.
public struct FeeProposal: Hashable, Sendable {
    /// How soon a transaction should be in a block.
    public enum Pace: String, Sendable, CaseIterable {
        /// In some minutes, or later.
        case slow
        /// In the next blocks.
        case normal
        /// In the next block, also when the price rises meanwhile.
        case fast
    }

    /// The fees for each pace.
    public let fees: [Pace: EthereumTransaction.Fees]

    /// What the next block asks of everybody; `nil` on a chain with one price only.
    public let baseFee: BigUInt?

    /// The fees for `pace`.
    public subscript(pace: Pace) -> EthereumTransaction.Fees {
        fees[pace] ?? .legacy(gasPrice: 0)
    }

    /// Reads the answer to `eth_feeHistory` with ``percentiles``.
    ///
    /// The tip for the block's producer is the median of what was paid in the last blocks at the pace's
    /// percentile. The whole fee leaves room for the part that is burnt to rise by an eighth with each full block: two
    /// of them, six, or eight.
    ///
    /// - Returns: `nil` where the answer is not one, or the chain burns nothing (before EIP-1559).
    public init?(history: JSON, leastTip: BigUInt = 0) {
        guard let bases = history["baseFeePerGas"]?.array, let last = bases.last?.bigQuantity, last > 0,
            last.bitWidth <= Self.mostBits
        else { return nil }
        let rows = (history["reward"]?.array ?? []).prefix(Self.mostRows).compactMap(\.array)
            .filter { $0.count == Self.percentiles.count }
        var fees: [Pace: EthereumTransaction.Fees] = [:]
        var before = leastTip
        for (column, pace) in Pace.allCases.enumerated() {
            let tips = rows.compactMap { $0[column].bigQuantity }.filter { $0.bitWidth <= Self.mostBits }.sorted()
            let median = tips.isEmpty ? leastTip : tips[tips.count / 2]
            // Whoever is in a greater hurry never offers less.
            let tip = max(median, before)
            before = tip
            fees[pace] = .dynamic(maxFee: last * Self.room(pace) / 4 + tip, maxPriorityFee: tip)
        }
        self.fees = fees
        baseFee = last
    }

    /// Makes fees of one price, for a chain that knows no other.
    ///
    /// - Returns: `nil` where the price is absurd.
    public init?(gasPrice: BigUInt) {
        guard gasPrice.bitWidth <= Self.mostBits else { return nil }
        fees = [
            .slow: .legacy(gasPrice: gasPrice), .normal: .legacy(gasPrice: gasPrice * 11 / 10),
            .fast: .legacy(gasPrice: gasPrice * 5 / 4),
        ]
        baseFee = nil
    }

    /// The percentiles of `eth_feeHistory`, in the order of the paces.
    public static let percentiles: [JSON] = [10, 50, 90]

    /// The blocks of `eth_feeHistory`.
    public static let blocks: JSON = "0xa"

    /// More blocks than are asked for: a node may send what it likes.
    private static let mostRows = 1_024

    /// A price above this, some 18 million ETH for a unit of gas, is invalid.
    private static let mostBits = 84

    /// Quarters of the base fee.
    private static func room(_ pace: Pace) -> BigUInt {
        switch pace {
        case .slow: 5
        case .normal: 8
        case .fast: 10
        }
    }
}

extension FeeProposal {
    /// Asks `node` for what a unit of gas costs now; `hasOnePrice` where the transaction cannot have two.
    package static func of(_ node: any EthereumNode, hasOnePrice: Bool = false) async throws(NodeError) -> FeeProposal {
        if !hasOnePrice, let proposal = try await twoPrices(node) { return proposal }
        guard let price = try await node.ask("eth_gasPrice", []).bigQuantity,
            let proposal = FeeProposal(gasPrice: price)
        else { throw .malformed }
        return proposal
    }

    /// The fees of EIP-1559; `nil` on a chain from before it, or from a node that does not tell.
    private static func twoPrices(_ node: any EthereumNode) async throws(NodeError) -> FeeProposal? {
        do throws(NodeError) {
            let history = try await node.ask("eth_feeHistory", [blocks, "latest", .array(percentiles)])
            guard let proposal = FeeProposal(history: history) else { return nil }
            guard proposal.fees[.fast]?.isWithoutTip == true else { return proposal }
            // Empty blocks say nothing of tips; the node may.
            let tip = try? await node.ask("eth_maxPriorityFeePerGas", []).bigQuantity
            return FeeProposal(history: history, leastTip: min(tip ?? gwei, 100 * gwei)) ?? proposal
        } catch .refused {
            return nil
        }
    }

    private static let gwei = BigUInt(1_000_000_000)
}

extension EthereumTransaction.Fees {
    fileprivate var isWithoutTip: Bool {
        guard case .dynamic(_, let tip) = self else { return false }
        return tip == 0
    }
}
