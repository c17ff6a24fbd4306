import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// Exchanges that are offered or executed.
extension IntentExplainer {
    private static let mostItems = 8

    func order(_ order: TokenOrder) -> Explanation {
        let isOwn = order.offerer == nil || order.offerer == signer
        return order.isTaken && !isOwn ? taken(order) : offered(order, isOwn: isOwn)
    }

    private func offered(_ order: TokenOrder, isOwn: Bool) -> Explanation {
        let own = order.gets.filter { $0.recipient == nil || $0.recipient == order.offerer || $0.recipient == signer }
        let others = order.gets.filter { item in !own.contains(item) }
        let gives = order.gives.map { text($0, isPaid: true) }
        let gets = own.filter { $0.amount > 0 }.map { text($0) }
        let fee = order.fee.flatMap { $0 > 0 ? AmountText.of($0, decimals: 2) : nil }
        var explanation = Explanation(
            offer(of: Self.list(gives), for: Self.list(gets), fee: fee),
            verb: isMessage ? localized("Sign offer") : localized("Offer"))
        explanation.rows = order.gives.prefix(Self.mostItems).map { row(localized("You send"), $0, isPaid: true) }
        explanation.rows += own.prefix(Self.mostItems).map { row(localized("You receive"), $0) }
        explanation.rows += others.prefix(Self.mostItems).map {
            row(localized("Others receive"), $0, namesRecipient: true)
        }
        if let fee {
            explanation.rows.append(
                Approval.Row(localized("Fee"), .trusted(localized("up to \(fee, as: "percentage")%"))))
        }
        if let end = order.end {
            explanation.rows.append(expiry(localized("Expires"), end))
        }
        if gets.isEmpty, !order.gives.isEmpty {
            explanation.warn(
                .danger,
                localized(
                    """
                    You would get nothing for what you send: anyone who holds this signature can take it for \
                    free.
                    """))
        } else {
            explanation.warn(
                .caution,
                localized("Anyone can complete this exchange until it expires, without asking you again."))
            warn(aboutPrice: own, of: order.gives, in: &explanation)
            warn(aboutOthers: others, of: order.gives + own, in: &explanation)
            explanation.listing = listing(of: order.gives, for: own)
        }
        if order.gives.contains(where: \.isAnyItem) {
            explanation.warn(
                .danger,
                localized("Any item of the collection can be taken, not only one that you choose."))
        }
        warn(aboutTermsOf: order, paid: order.gives, in: &explanation)
        if let spender = order.spender {
            explanation.rows.append(row(localized("Spender"), spender, role: .spender))
            if isUnknownSpender(spender) {
                explanation.warn(
                    .danger,
                    localized(
                        """
                        The wallet does not know the spender: it can take what you send and give nothing in \
                        return.
                        """))
            }
            warn(about: spender, as: .spender, in: &explanation)
        }
        // The spender holds both to the amounts of the order.
        if let executor = order.executor {
            explanation.rows.append(row(localized("Executor"), executor, role: .contract))
        }
        if let cosigner = order.cosigner {
            explanation.rows.append(row(localized("Chooses the executor"), cosigner, role: .contract))
        }
        if !isOwn, let offerer = order.offerer {
            explanation.warn(.caution, localized("The offer is made for another account: \(offerer, as: "owner")."))
        }
        if order.gives.count > Self.mostItems {
            explanation.warn(
                .danger,
                localized(
                    "You send more than is shown here: \(order.gives.count, as: "count") items. See the details."))
        }
        return explanation
    }

    /// The largest usual fee of an exchange, in basis points.
    private static let mostFee: BigUInt = 1_000

    /// Warns about terms that the wallet cannot read, a high fee, and amounts that may be item IDs.
    private func warn(
        aboutTermsOf order: TokenOrder, paid: [TokenOrder.Item], in explanation: inout Explanation
    ) {
        if order.hasHiddenTerms {
            explanation.warn(
                .danger,
                localized("The order has terms that the wallet cannot read: they can change the price."))
        }
        if let fee = order.fee, fee > Self.mostFee {
            explanation.warn(.danger, localized("The fee can take a large share of what you receive."))
        }
        if paid.contains(where: { kind(of: $0) == .item }) {
            explanation.warn(
                .danger,
                localized(
                    """
                    The order treats a collection as a token: the number is that of one item, which may be \
                    valuable.
                    """))
        }
        if paid.contains(where: { kind(of: $0) == .amountOrItem }) {
            explanation.warn(
                .danger,
                localized(
                    """
                    The wallet does not know whether this is a token or a collection: the number may be an \
                    amount, or one item, which may be valuable.
                    """))
        }
    }

    /// How the number of a paid asset is interpreted: an order can name a collection as if it were a token, and then it
    /// moves the item with that ID.
    private func kind(of paid: TokenOrder.Item) -> TokenTransfer.Kind {
        guard paid.item == nil, !paid.isAnyItem else { return .items }
        guard let token = paid.token else { return .amount }
        if KnownCollections.contains(token, on: chain.id) { return .item }
        return switch standard(of: token) {
        case .erc20?: .amount
        case .erc721?: .item
        // Such contracts do not have the function with which an exchange moves tokens.
        case .erc1155?: .amount
        case nil: .amountOrItem
        }
    }

    /// Warns if what is received for `given` may be worthless.
    private func warn(
        aboutPrice received: [TokenOrder.Item], of given: [TokenOrder.Item], in explanation: inout Explanation
    ) {
        guard !given.isEmpty else { return }
        let items = received.filter { ($0.item != nil || $0.isAnyItem) && $0.amount > 0 }
        guard items.isEmpty else {
            let outcomes = items.filter(\.isOutcome).reduce(0) { $0 + $1.amount }
            // The shares and the dollars that buy them have six decimals.
            if outcomes > 0, given.reduce(0, { $0 + $1.amount }) >= outcomes {
                explanation.warn(.danger, localized("You pay at least as much as the shares can ever be worth."))
            }
            if !items.allSatisfy(isOfKnownCollection) {
                explanation.warn(
                    .danger, localized("The item that you receive is of a collection that the wallet does not know."))
            }
            return
        }
        let known = received.filter { $0.item == nil && !$0.isAnyItem && $0.amount > 0 && isVouchedFor($0.token) }
        let isPriced = received.allSatisfy { holdings.prices.known[$0.token] != nil }
        if known.isEmpty, !isPriced {
            explanation.warn(
                .danger, localized("You are paid in a token that the wallet does not know. It may be worth nothing."))
        } else if !known.isEmpty, known.allSatisfy({ isTrifle($0, for: given) }), !given.allSatisfy(isSmall) {
            explanation.warn(.danger, localized("The price is close to zero."))
        } else if given.contains(where: { isOfKnownCollection($0) && !$0.isOutcome }), isBelowCollections(known) {
            explanation.warn(.danger, localized("The price is far below what items of this collection are worth."))
        } else if !given.contains(where: { $0.item != nil || $0.isAnyItem }) {
            if known.isEmpty { explanation.warn(.caution, Self.mayBeWorthless) }
            let returned = received.filter { $0.item == nil && !$0.isAnyItem && $0.amount > 0 }
            compare(
                [returned.map { Worth($0.token, $0.amount) }], of: given.map { Worth($0.token, $0.amount) },
                in: &explanation)
        }
    }

    /// The largest share of a price that others usually get, in percent: the fees of a marketplace and its creators.
    private static let mostForOthers: BigUInt = 15

    /// Warns if others get a large share of what is paid.
    private func warn(
        aboutOthers others: [TokenOrder.Item], of all: [TokenOrder.Item], in explanation: inout Explanation
    ) {
        func sum(_ items: [TokenOrder.Item], _ token: EthereumAddress?) -> BigUInt {
            items.filter { $0.token == token && $0.item == nil && !$0.isAnyItem }.reduce(0) { $0 + $1.best }
        }
        for token in Set(others.filter { $0.item == nil && !$0.isAnyItem }.map(\.token)) {
            let (theirs, rest) = (sum(others, token), sum(all, token))
            guard theirs * 100 > (theirs + rest) * Self.mostForOthers else { continue }
            let percent = theirs * 100 / (theirs + rest)
            let text = localized("Others get \(percent, as: "percentage")% of what is paid.")
            explanation.warn(.danger, text)
        }
    }

    /// The price of items that are sold, which the user types again; `nil` if no items are sold for an amount.
    private func listing(of given: [TokenOrder.Item], for received: [TokenOrder.Item]) -> [ListedPrice]? {
        guard given.contains(where: { ($0.item != nil || $0.isAnyItem) && !$0.isOutcome }) else { return nil }
        return received.filter { $0.item == nil && !$0.isAnyItem }.map { item in
            ListedPrice(
                token: item.token, units: item.amount,
                decimals: item.token.map { tokens.token($0, on: chain.id)?.decimals ?? 0 } ?? 18,
                symbol: symbol(of: item.token))
        }
    }

    /// Whether a price is close to zero, in total or for each item that is given.
    private func isTrifle(_ price: TokenOrder.Item, for given: [TokenOrder.Item]) -> Bool {
        let outcomes = given.filter(\.isOutcome).reduce(0) { $0 + $1.amount }
        // The lowest possible price of a share is a tenth of a cent.
        if outcomes > 0, price.amount * 1_000 < outcomes { return true }
        // A few shares are worth little.
        if given.allSatisfy(\.isOutcome) { return isNothing(price.amount, of: price.token) }
        let items = given.filter { ($0.item != nil || $0.isAnyItem) && !$0.isOutcome }.reduce(0) { $0 + $1.amount }
        return isTrifle(price.amount / max(1, items), of: price.token)
    }

    private func isOfKnownCollection(_ item: TokenOrder.Item) -> Bool {
        guard let token = item.token else { return false }
        return KnownCollections.contains(token, on: chain.id)
    }

    /// Whether it is an amount of a known token that is worth at most about a dollar.
    private func isSmall(_ item: TokenOrder.Item) -> Bool {
        item.item == nil && !item.isAnyItem && isVouchedFor(item.token) && isTrifle(item.amount, of: item.token)
    }

    /// Whether a price is less than about a hundredth of an ether.
    private func isBelowCollections(_ price: [TokenOrder.Item]) -> Bool {
        let parts = price.compactMap { worth(of: Worth($0.token, $0.amount))?.lowerBound }
        return parts.count == price.count && parts.reduce(0, +) < 5 * Self.dollar
    }

    /// Whether an amount of the coin or of a known token is worth at most about a dollar.
    func isTrifle(_ units: BigUInt, of token: EthereumAddress?) -> Bool {
        guard let worth = worth(of: Worth(token, units)) else { return isNothing(units, of: token) }
        return worth.upperBound <= 2 * Self.dollar
    }

    /// Whether an amount of the coin or of a known token is worth next to nothing.
    func isNothing(_ units: BigUInt, of token: EthereumAddress?) -> Bool {
        // For an unknown token, fewer than 1,000 of the smallest units count as nothing.
        guard isVouchedFor(token) else { return units < 1_000 }
        let decimals = token.flatMap { tokens.token($0, on: chain.id)?.decimals } ?? 18
        // Tokens with six decimals are assumed to be dollars: a cent. For the others, a millionth.
        return units < BigUInt(10).power(decimals == 6 ? 4 : max(0, decimals - 6))
    }

    private func taken(_ taken: TokenOrder) -> Explanation {
        let whole = taken.seenByTaker
        let order = whole.netted
        let gives = order.gets.map { text($0, isPaid: true) }
        let gets = order.gives.map { text($0) }
        var explanation = Explanation(
            purchase(of: Self.list(gets), for: Self.list(gives)), verb: localized("Buy"))
        explanation.rows = order.gets.prefix(Self.mostItems).map { row(localized("You send"), $0, isPaid: true) }
        explanation.rows += order.gives.prefix(Self.mostItems).map { row(localized("You receive"), $0) }
        warn(aboutTermsOf: order, paid: order.gets, in: &explanation)
        if !order.gives.contains(where: { $0.amount > 0 }) {
            explanation.warn(.danger, localized("You would get nothing for what you send."))
        } else {
            warn(aboutPrice: order.gives, of: order.gets, in: &explanation)
            explanation.listing = listing(of: order.gets, for: order.gives)
        }
        let isPaidBack = order.gives.contains { item in
            let gross = whole.gives.filter { $0.token == item.token && $0.item == nil && !$0.isAnyItem }
            return item.item == nil && !item.isAnyItem && item.amount * 2 < gross.reduce(0) { $0 + $1.amount }
        }
        if isPaidBack {
            explanation.warn(.danger, localized("You pay back more than half of the price that you receive."))
        }
        return explanation
    }

    private func offer(of given: Message?, for received: Message?, fee: String?) -> Message {
        switch (given, received, fee) {
        case (let given?, let received?, let fee?):
            localizable(
                """
                Offer \(given, as: "given") for \(received, as: "received"), minus a fee of up to \
                \(fee, as: "percentage")%.
                """)
        case (let given?, let received?, nil):
            localizable("Offer \(given, as: "given") for \(received, as: "received").")
        case (let given?, nil, _): localizable("Offer \(given, as: "given") for nothing.")
        case (nil, let received?, _): localizable("Offer nothing for \(received, as: "received").")
        case (nil, nil, _): localizable("Offer nothing for nothing.")
        }
    }

    private func purchase(of purchase: Message?, for payment: Message?) -> Message {
        switch (purchase, payment) {
        case (let purchase?, let payment?):
            localizable("Buy \(purchase, as: "purchase") for \(payment, as: "payment").")
        case (let purchase?, nil): localizable("Buy \(purchase, as: "purchase") for nothing.")
        case (nil, let payment?): localizable("Buy nothing for \(payment, as: "payment").")
        case (nil, nil): localizable("Buy nothing for nothing.")
        }
    }

    private func text(_ item: TokenOrder.Item, isPaid: Bool = false) -> Message {
        if item.isAnyItem || item.item != nil {
            let number = number(of: item)
            let name = item.token.flatMap { KnownCollections.name(of: $0, on: chain.id) }
            return bounded(
                name.map { localizable("\(number, as: "item") of \($0, as: "collection")") }
                    ?? localizable("\(number, as: "item") of a collection"), item, isPaid: isPaid)
        }
        let amount = bounded(amount(item.amount, token: item.token).said, item, isPaid: isPaid)
        return switch isPaid ? kind(of: item) : .amount {
        case .item, .items: self.item(item.amount)
        case .amountOrItem: itemOrAmount(item.amount, amount)
        case .amount: amount
        }
    }

    /// The count of an item and its ID.
    private func number(of item: TokenOrder.Item) -> Message {
        let count = AmountText.of(item.amount, decimals: item.isOutcome ? 6 : 0)
        let isOne = item.amount == 1 && !item.isRange
        guard let id = item.item else {
            return isOne ? localizable("any item") : localizable("\(count, as: "count") of any item")
        }
        return isOne
            ? localizable("item \(id, as: "item")")
            : localizable("\(count, as: "count") of item \(id, as: "item")")
    }

    /// An amount with its bound, if it depends on when the order is executed.
    private func bounded(_ amount: Message, _ item: TokenOrder.Item, isPaid: Bool) -> Message {
        guard item.isRange else { return amount }
        return isPaid
            ? localizable("up to \(amount, as: "amount")") : localizable("at least \(amount, as: "amount")")
    }

    private func row(
        _ label: String, _ item: TokenOrder.Item, isPaid: Bool = false, namesRecipient: Bool = false
    ) -> Approval.Row {
        let recipient = namesRecipient ? item.recipient.flatMap { $0 == signer ? nil : who($0) } : nil
        let note = recipient.map { localized("to \($0, as: "recipient")") }
        func notes(_ parts: String?...) -> String? {
            let parts = parts.compactMap(\.self)
            guard let first = parts.first else { return nil }
            return parts.dropFirst().reduce(first) { localized("\($0, as: "list"), \($1, as: "item")") }
        }
        if item.item != nil || item.isAnyItem, let token = item.token {
            let number = bounded(number(of: item), item, isPaid: isPaid).localized
            let collection = KnownCollections.name(of: token, on: chain.id)
            return Approval.Row(
                label, .exact(token.description), note: notes(collection, number, note), role: .amount)
        }
        if isPaid, let token = item.token, [.item, .amountOrItem].contains(kind(of: item)) {
            let amount = amount(item.amount, token: token).said
            let or = kind(of: item) == .item ? nil : localized("or \(amount, as: "amount")")
            return Approval.Row(
                label, .exact(token.description),
                note: notes(localized("item \(item.amount, as: "item")"), or, note), role: .amount)
        }
        let amount = amount(item.amount, token: item.token)
        let bound = item.isRange ? isPaid ? localized("up to") : localized("at least") : nil
        return Approval.Row(label, amount.words, note: notes(bound, note ?? amount.note), role: .amount)
    }
}
