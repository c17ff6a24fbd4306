internal import Bitcoin

/// The consensus rules of CashTokens (CHIP-2022-02-CashTokens).
enum TokenRules {
    /// The largest commitment, since May 2026 (CHIP-2024-12-P2S).
    private static let longestCommitment = 128

    /// Checks that `transaction`, which spends the outputs `spent`, makes no token from nothing.
    ///
    /// - Throws: ``SimulatorError/rejected(_:)``.
    static func check(_ transaction: BitcoinTransaction, spending spent: [Output]) throws(SimulatorError) {
        let (inputs, outputs) = (try tokens(spent), try tokens(transaction.outputs))
        guard outputs.allSatisfy({ $0.commitment.count <= longestCommitment }) else {
            throw .rejected("bad-txns-token-commitment-oversized")
        }
        var purse = Purse(inputs)
        // A category has the ID of a transaction whose first output is spent.
        let new = Set(transaction.inputs.filter { $0.outPoint.index == 0 }.map(\.outPoint.transaction))
            .subtracting(inputs.map(\.category))
        var given: [TransactionID: UInt64] = [:]
        for token in outputs {
            let (sum, overflow) = (given[token.category] ?? 0).addingReportingOverflow(token.amount)
            guard !overflow, sum <= UInt64(Int64.max) else { throw .rejected("bad-txns-token-amount-overflow") }
            given[token.category] = sum
            guard !new.contains(token.category) else { continue }
            guard purse.categories.contains(token.category) else {
                throw .rejected("bad-txns-token-invalid-category")
            }
            guard purse.take(token) else { throw .rejected("bad-txns-token-nft-ex-nihilo") }
        }
        for (category, amount) in given where !new.contains(category) && amount > purse.amounts[category] ?? 0 {
            throw .rejected("bad-txns-token-in-belowout")
        }
    }

    private static func tokens(_ outputs: [Output]) throws(SimulatorError) -> [CashToken] {
        var tokens: [CashToken] = []
        for output in outputs where output.mayCarryToken {
            guard let token = output.token?.token else { throw .rejected("bad-txns-token-bad-bitfield") }
            tokens.append(token)
        }
        return tokens
    }

    /// The tokens that are spent.
    private struct Purse {
        private struct Thing: Hashable {
            let category: TransactionID
            let commitment: [UInt8]
        }

        private(set) var categories: Set<TransactionID> = []
        private(set) var amounts: [TransactionID: UInt64] = [:]
        private var immutable: [Thing: Int] = [:]
        private var mutable: [TransactionID: Int] = [:]
        private var minting: Set<TransactionID> = []

        init(_ tokens: [CashToken]) {
            for token in tokens {
                categories.insert(token.category)
                amounts[token.category, default: 0] &+= token.amount
                switch token.capability {
                case .some(.none):
                    immutable[Thing(category: token.category, commitment: token.commitment), default: 0] += 1
                case .mutable: mutable[token.category, default: 0] += 1
                case .minting: minting.insert(token.category)
                case nil: break
                }
            }
        }

        /// Takes the non-fungible token of an output; `false` if none allows it.
        mutating func take(_ token: CashToken) -> Bool {
            guard let capability = token.capability, !minting.contains(token.category) else { return true }
            let thing = Thing(category: token.category, commitment: token.commitment)
            if capability == CashToken.Capability.none, let count = immutable[thing], count > 0 {
                immutable[thing] = count - 1
                return true
            }
            guard capability != .minting, let count = mutable[token.category], count > 0 else { return false }
            mutable[token.category] = count - 1
            return true
        }
    }
}
