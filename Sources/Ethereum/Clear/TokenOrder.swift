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

        /// The worst case of a range: the smaller end for what is received, the larger end for what is paid.
        public let amount: BigUInt

        /// The recipient; `nil` for what is paid, and for the offerer if no one else is named.
        public let recipient: EthereumAddress?
    }

    /// The account that makes the offer; `nil` for the signer.
    public let offerer: EthereumAddress?

    /// What the offerer pays.
    public let gives: [Item]

    /// What others get for it or the offerer receives, by recipient.
    public let gets: [Item]

    /// When the offer expires, in seconds since 1970; `nil` where it never does.
    public let end: BigUInt?

    /// Whether the call executes the exchange instead of only offering it.
    public var isTaken = false

    /// The account that takes the payment and that only its own code binds to the order; `nil` if it is the contract
    /// that stores the orders.
    public var spender: EthereumAddress?

    /// Whether it has terms that the wallet cannot read, such as code that sets the price.
    public var hasHiddenTerms = false

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
    /// This order, with the amounts of each token that are both given and received set off against each other.
    public var netted: TokenOrder {
        func isAmount(_ item: Item) -> Bool { item.item == nil && !item.isAnyItem }
        func sum(_ items: [Item], _ token: EthereumAddress?) -> BigUInt {
            items.filter { isAmount($0) && $0.token == token }.reduce(0) { $0 + $1.amount }
        }
        func net(_ items: [Item], against others: [Item]) -> [Item] {
            var rest: [Item] = []
            var seen: Set<EthereumAddress?> = []
            for item in items {
                let returned = isAmount(item) ? sum(others, item.token) : 0
                guard returned > 0 else {
                    rest.append(item)
                    continue
                }
                guard seen.insert(item.token).inserted else { continue }
                let total = sum(items, item.token)
                guard total > returned else { continue }
                rest.append(
                    Item(token: item.token, item: nil, isAnyItem: false, amount: total - returned, recipient: nil))
            }
            return rest
        }
        var order = TokenOrder(
            offerer: offerer, gives: net(gives, against: gets), gets: net(gets, against: gives), end: end)
        (order.isTaken, order.spender) = (isTaken, spender)
        return order
    }
}
