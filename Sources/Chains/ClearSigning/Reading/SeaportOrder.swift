internal import Ethereum
internal import BigInt

/// Reads Seaport orders, from messages and from function arguments.
enum SeaportOrder {
    private static let deepest = 26
    private static let mostOrders = 64

    /// The orders in `value`: a single order, a list, or the tree of a bulk order.
    static func orders(_ value: DescribedValue, depth: Int = 0) throws(EthereumError) -> [TokenOrder] {
        guard depth < deepest else { throw .descriptor(.path) }
        switch value {
        case .list(let values):
            var orders: [TokenOrder] = []
            for value in values {
                orders += try self.orders(value, depth: depth + 1)
                guard orders.count <= mostOrders else { throw .descriptor(.path) }
            }
            return orders
        case .record:
            if let parameters = value["parameters"] {
                let orders = try self.orders(parameters, depth: depth + 1)
                guard let part = value["numerator"]?.magnitude, let whole = value["denominator"]?.magnitude, part > 0,
                    part < whole
                else { return orders }
                return orders.map { $0.part(part, of: whole) }
            }
            if value["basicOrderType"] != nil { return [try basic(value)] }
            let order = try order(value)
            // The tree of a bulk order is padded with orders of the zero address.
            let isFiller = order.offerer?.isZero == true && order.gives.isEmpty && order.gets.isEmpty
            return isFiller ? [] : [order]
        default: throw .descriptor(.path)
        }
    }

    private static func order(_ value: DescribedValue) throws(EthereumError) -> TokenOrder {
        guard let offerer = value["offerer"]?.address, let end = value["endTime"]?.magnitude,
            let offer = value["offer"]?.elements, let consideration = value["consideration"]?.elements
        else { throw .descriptor(.path) }
        var (gives, gets): ([TokenOrder.Item], [TokenOrder.Item]) = ([], [])
        for entry in offer { gives.append(try item(entry, isGiven: true)) }
        for entry in consideration { gets.append(try item(entry, isGiven: false)) }
        return TokenOrder(offerer: offerer, gives: gives, gets: gets, end: end)
    }

    private static func item(_ entry: DescribedValue, isGiven: Bool) throws(EthereumError) -> TokenOrder.Item {
        guard let kind = entry["itemType"]?.magnitude, kind <= 5, let token = entry["token"]?.address,
            let number = entry["identifierOrCriteria"]?.magnitude, let start = entry["startAmount"]?.magnitude,
            let end = entry["endAmount"]?.magnitude
        else { throw .descriptor(.path) }
        // Item types: 0 native coin, 1 ERC-20, 2 and 3 items by ID, 4 and 5 items from a set.
        return TokenOrder.Item(
            token: kind == 0 ? nil : token, item: kind == 2 || kind == 3 ? number : nil, isAnyItem: kind >= 4,
            amount: isGiven ? max(start, end) : min(start, end), best: isGiven ? min(start, end) : max(start, end),
            recipient: isGiven ? nil : entry["recipient"]?.address)
    }

    /// The short form of an order for one item and one price (`fulfillBasicOrder`).
    private static func basic(_ value: DescribedValue) throws(EthereumError) -> TokenOrder {
        guard let kind = value["basicOrderType"]?.magnitude, kind < 24, let offerer = value["offerer"]?.address,
            let offerToken = value["offerToken"]?.address, let offerID = value["offerIdentifier"]?.magnitude,
            let offerAmount = value["offerAmount"]?.magnitude, let token = value["considerationToken"]?.address,
            let number = value["considerationIdentifier"]?.magnitude,
            let amount = value["considerationAmount"]?.magnitude, let end = value["endTime"]?.magnitude,
            let extra = value["additionalRecipients"]?.elements
        else { throw .descriptor(.path) }
        // The six groups of four: native coin or ERC-20 for an item, or an item for ERC-20.
        let isItemOffered = kind < 16
        let price = kind < 8 ? nil : isItemOffered ? token : offerToken
        let gives = TokenOrder.Item(
            token: isItemOffered ? offerToken : price, item: isItemOffered ? offerID : nil, isAnyItem: false,
            amount: offerAmount, recipient: nil)
        var gets = [
            TokenOrder.Item(
                token: isItemOffered ? price : token, item: isItemOffered ? nil : number, isAnyItem: false,
                amount: amount, recipient: offerer)
        ]
        for entry in extra {
            guard let amount = entry["amount"]?.magnitude, let recipient = entry["recipient"]?.address else {
                throw .descriptor(.path)
            }
            gets.append(
                TokenOrder.Item(token: price, item: nil, isAnyItem: false, amount: amount, recipient: recipient))
        }
        return TokenOrder(offerer: offerer, gives: [gives], gets: gets, end: end)
    }
}

extension DescribedValue {
    /// The member with this name.
    subscript(name: String) -> DescribedValue? {
        guard case .record(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The elements of a list.
    var elements: [DescribedValue]? {
        guard case .list(let values) = self else { return nil }
        return values
    }

    /// The number, if it is not negative.
    var magnitude: BigUInt? {
        guard case .number(let number) = self, number.sign == .plus else { return nil }
        return number.magnitude
    }
}
