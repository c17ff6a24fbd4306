/// What a transaction of Bitcoin Cash does to the CashTokens of the coins that it spends.
struct TokenBalance {
    /// Whether every token is in an output again: no fungible token and no non-fungible token is lost, and none is
    /// created.
    ///
    /// The wallet makes no other transactions; the network's rules also allow to create and to burn tokens.
    let isKept: Bool

    init(of transaction: BitcoinTransaction, spending coins: [Coin]) {
        var amounts: [TransactionID: UInt64] = [:]
        var items: [Item: Int] = [:]
        var isReadable = true
        for output in coins.map(\.output) {
            guard output.mayCarryToken else { continue }
            guard let token = output.token?.token else {
                isReadable = false
                continue
            }
            // The sum of a category is at most 2^63 − 1 by the network's rules; a larger one cannot be true.
            let (sum, isTooLarge) = amounts[token.category, default: 0].addingReportingOverflow(token.amount)
            if isTooLarge { isReadable = false }
            amounts[token.category] = sum
            if let item = Item(token) { items[item, default: 0] += 1 }
        }
        for output in transaction.outputs {
            guard output.mayCarryToken else { continue }
            guard let token = output.token?.token else {
                isReadable = false
                continue
            }
            let (rest, isTooMuch) = amounts[token.category, default: 0].subtractingReportingOverflow(token.amount)
            if isTooMuch { isReadable = false }
            amounts[token.category] = rest
            if let item = Item(token) { items[item, default: 0] -= 1 }
        }
        isKept = isReadable && amounts.values.allSatisfy { $0 == 0 } && items.values.allSatisfy { $0 == 0 }
    }

    private struct Item: Hashable {
        let category: TransactionID
        let capability: CashToken.Capability
        let commitment: [UInt8]

        init?(_ token: CashToken) {
            guard let capability = token.capability else { return nil }
            (category, self.capability, commitment) = (token.category, capability, token.commitment)
        }
    }
}
