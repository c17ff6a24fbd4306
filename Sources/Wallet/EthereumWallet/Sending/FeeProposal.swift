package import BigInt
package import Bridge
package import Ethereum
package import WalletCore

/// The current price of a unit of gas for slow, normal and fast transactions, in wei.
package struct FeeProposal: Hashable, Sendable {
    /// The fees for each pace.
    package let fees: [FeeOffer.Pace: EthereumTransaction.Fees]

    /// The base fee of the next block; `nil` on a chain with only one gas price.
    package let baseFee: BigUInt?

    /// The fees for `pace`.
    package subscript(pace: FeeOffer.Pace) -> EthereumTransaction.Fees {
        fees[pace] ?? .legacy(gasPrice: 0)
    }

    /// Parses the response to `eth_feeHistory` with ``percentiles``.
    ///
    /// The priority fee is the median of the priority fees in the last blocks at the pace's percentile. The maximum fee
    /// leaves room for the base fee to rise by an eighth with each full block, for two, six or eight full blocks (slow,
    /// normal, fast).
    ///
    /// - Returns: `nil` if the response is invalid, or the chain has no base fee (before EIP-1559).
    package init?(history: JSON, leastTip: BigUInt = 0) {
        guard let bases = history["baseFeePerGas"]?.array, let last = bases.last?.bigQuantity, last > 0,
            last.bitWidth <= Self.mostBits
        else { return nil }
        let rows = (history["reward"]?.array ?? []).prefix(Self.mostRows).compactMap(\.array)
            .filter { $0.count == Self.percentiles.count }
        var fees: [FeeOffer.Pace: EthereumTransaction.Fees] = [:]
        var before = leastTip
        for (column, pace) in FeeOffer.Pace.allCases.enumerated() {
            let tips = rows.compactMap { $0[column].bigQuantity }.filter { $0.bitWidth <= Self.mostBits }.sorted()
            let median = tips.isEmpty ? leastTip : tips[tips.count / 2]
            // A faster choice never offers less.
            let tip = max(median, before)
            before = tip
            fees[pace] = .dynamic(maxFee: last * Self.room(pace) / 4 + tip, maxPriorityFee: tip)
        }
        self.fees = fees
        baseFee = last
    }

    /// Makes fees from a single gas price, for a chain without EIP-1559.
    ///
    /// - Returns: `nil` if the price is implausibly high.
    package init?(gasPrice: BigUInt) {
        guard gasPrice.bitWidth <= Self.mostBits else { return nil }
        fees = [
            .slow: .legacy(gasPrice: gasPrice), .normal: .legacy(gasPrice: gasPrice * 11 / 10),
            .fast: .legacy(gasPrice: gasPrice * 5 / 4),
        ]
        baseFee = nil
    }

    /// The percentiles of `eth_feeHistory`, in the order of the paces.
    package static let percentiles: [JSON] = [10, 50, 90]

    /// The number of blocks of `eth_feeHistory`.
    package static let blocks: JSON = "0xa"

    /// The maximum number of blocks that are read: a node may send more than was requested.
    private static let mostRows = 1_024

    /// The maximum size of a price in bits; a higher price, above about 18 million ETH for a unit of gas, is invalid.
    private static let mostBits = 84

    /// Quarters of the base fee.
    private static func room(_ pace: FeeOffer.Pace) -> BigUInt {
        switch pace {
        case .slow: 5
        case .normal: 8
        case .fast: 10
        }
    }
}

extension FeeProposal {
    /// Asks `node` for the current price of a unit of gas; `hasOnePrice` means that the transaction has a single gas
    /// price.
    package static func of(_ node: any EthereumNode, hasOnePrice: Bool = false) async throws(NodeError) -> FeeProposal {
        if !hasOnePrice, let proposal = try await twoPrices(node) { return proposal }
        guard let price = try await node.ask("eth_gasPrice", []).bigQuantity,
            let proposal = FeeProposal(gasPrice: price)
        else { throw .malformed }
        return proposal
    }

    /// The fees of EIP-1559; `nil` if the chain does not have them or the node does not report them.
    private static func twoPrices(_ node: any EthereumNode) async throws(NodeError) -> FeeProposal? {
        do throws(NodeError) {
            let history = try await node.ask("eth_feeHistory", [blocks, "latest", .array(percentiles)])
            guard let proposal = FeeProposal(history: history) else { return nil }
            guard proposal.fees[.fast]?.isWithoutTip == true else { return proposal }
            // Empty blocks contain no priority fees; the node may still suggest one.
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
