public import Ethereum
public import BigInt

/// An exchange of tokens that others can execute with a signature, such as a Seaport order.
public struct TokenOrder: Hashable, Sendable {
    /// Something that is paid or received.
    public struct Item: Hashable, Sendable {
        /// The contract of the token; `nil` for the native coin.
        public let token: EthereumAddress?

        /// The ID of the item; `nil` for an amount.
        public let item: BigUInt?

        /// Whether any item of the contract can be taken.
        public let isAnyItem: Bool

        /// The amount, also of an item: for a range, its worst case for the offerer, which is the smaller end for what
        /// is received and the larger end for what is paid.
        public let amount: BigUInt

        /// The best amount for the offerer; equal to ``amount`` unless the order has a range.
        public let best: BigUInt

        /// The recipient; `nil` for what is paid, and for the offerer if no one else is named.
        public let recipient: EthereumAddress?

        /// Whether it is a share in an outcome, which has six decimals and pays at most one dollar.
        public let isOutcome: Bool

        init(
            token: EthereumAddress?, item: BigUInt? = nil, isAnyItem: Bool = false, amount: BigUInt,
            best: BigUInt? = nil, recipient: EthereumAddress? = nil, isOutcome: Bool = false
        ) {
            self.token = token
            self.item = item
            self.isAnyItem = isAnyItem
            self.amount = amount
            self.best = best ?? amount
            self.recipient = recipient
            self.isOutcome = isOutcome
        }

        /// Whether the amount depends on when the order is executed.
        public var isRange: Bool { best != amount }

        /// This item, with the other end of its range as the worst case.
        var turned: Item {
            Item(
                token: token, item: item, isAnyItem: isAnyItem, amount: best, best: amount, recipient: recipient,
                isOutcome: isOutcome)
        }

        /// This item for a part of its order.
        func part(_ numerator: BigUInt, of denominator: BigUInt) -> Item {
            Item(
                token: token, item: item, isAnyItem: isAnyItem, amount: amount * numerator / denominator,
                best: best * numerator / denominator, recipient: recipient, isOutcome: isOutcome)
        }
    }

    /// The account that makes the offer; `nil` for the signer.
    public let offerer: EthereumAddress?

    /// What the offerer pays.
    public let gives: [Item]

    /// What others get for it or the offerer receives, by recipient.
    public let gets: [Item]

    /// When the offer expires, in seconds since 1970; `nil` if it never does.
    public let end: BigUInt?

    /// Whether the call executes the exchange instead of only offering it.
    public var isTaken = false

    /// The account that takes the payment and that only its own code binds to the order; `nil` if it is the contract
    /// that stores the orders.
    public var spender: EthereumAddress?

    /// Who may carry it out before all others, as chosen by its author.
    public var executor: EthereumAddress?

    /// Who chooses the one that may carry it out first.
    public var cosigner: EthereumAddress?

    /// Whether it has terms that the wallet cannot read, such as code that sets the price.
    public var hasHiddenTerms = false

    /// The largest fee that the exchange can keep of what is received, in basis points; `nil` if the order names none.
    public var fee: BigUInt?

    /// This order, marked as executed by the call.
    var taken: TokenOrder {
        var order = self
        order.isTaken = true
        return order
    }

    init(offerer: EthereumAddress?, gives: [Item], gets: [Item], end: BigUInt?) {
        self.offerer = offerer
        self.gives = gives
        self.gets = gets
        self.end = end
    }
}

extension TokenOrder {
    /// This order, with the ends of its ranges that are the worst for the account that executes it.
    public var seenByTaker: TokenOrder { replacing(gives: gives.map(\.turned), gets: gets.map(\.turned)) }

    /// A part of this order.
    func part(_ numerator: BigUInt, of denominator: BigUInt) -> TokenOrder {
        replacing(
            gives: gives.map { $0.part(numerator, of: denominator) },
            gets: gets.map { $0.part(numerator, of: denominator) })
    }

    private func replacing(gives: [Item], gets: [Item]) -> TokenOrder {
        var order = TokenOrder(offerer: offerer, gives: gives, gets: gets, end: end)
        (order.isTaken, order.spender) = (isTaken, spender)
        (order.hasHiddenTerms, order.fee) = (hasHiddenTerms, fee)
        (order.executor, order.cosigner) = (executor, cosigner)
        return order
    }

    /// This order, with the amounts of each token that are both given and received set off against each other.
    public var netted: TokenOrder {
        func isAmount(_ item: Item) -> Bool { item.item == nil && !item.isAnyItem }
        func sum(_ items: [Item], _ token: EthereumAddress?, _ end: KeyPath<Item, BigUInt>) -> BigUInt {
            items.filter { isAmount($0) && $0.token == token }.reduce(0) { $0 + $1[keyPath: end] }
        }
        func net(_ items: [Item], against others: [Item]) -> [Item] {
            var rest: [Item] = []
            var seen: Set<EthereumAddress?> = []
            for item in items {
                let returned = isAmount(item) ? sum(others, item.token, \.amount) : 0
                guard returned > 0 else {
                    rest.append(item)
                    continue
                }
                guard seen.insert(item.token).inserted else { continue }
                let total = sum(items, item.token, \.amount)
                guard total > returned else { continue }
                let (best, returnedAtBest) = (sum(items, item.token, \.best), sum(others, item.token, \.best))
                rest.append(
                    Item(
                        token: item.token, amount: total - returned,
                        best: best > returnedAtBest ? best - returnedAtBest : 0))
            }
            return rest
        }
        return replacing(gives: net(gives, against: gets), gets: net(gets, against: gives))
    }
}
