internal import BigInt

/// Reads the orders of Seaport (its "OrderComponents").
enum SeaportOrder {
    /// The order; `nil` where the fields are others.
    static func read(_ message: TypedDataStructure) -> TokenOrder? {
        guard message.begins("offerer", "zone", "offer", "consideration"), let offerer = message["offerer"]?.address,
            let end = message["endTime"]?.uint, let gives = items(message["offer"], isGiven: true),
            let gets = items(message["consideration"], isGiven: false)
        else { return nil }
        return TokenOrder(offerer: offerer, gives: gives, gets: gets, end: end)
    }

    private static func items(_ list: TypedDataValue?, isGiven: Bool) -> [TokenOrder.Item]? {
        guard let entries = list?.structures else { return nil }
        var items: [TokenOrder.Item] = []
        for entry in entries {
            guard entry.begins("itemType", "token", "identifierOrCriteria", "startAmount", "endAmount"),
                let kind = entry["itemType"]?.uint, kind <= 5, let token = entry["token"]?.address,
                let number = entry["identifierOrCriteria"]?.uint, let start = entry["startAmount"]?.uint,
                let end = entry["endAmount"]?.uint
            else { return nil }
            // 0 is the chain's own coin, 1 an amount, 2 and 3 items by number, 4 and 5 items out of a set.
            items.append(
                TokenOrder.Item(
                    token: kind == 0 ? nil : token, item: kind == 2 || kind == 3 ? number : nil, isAnyItem: kind >= 4,
                    amount: isGiven ? max(start, end) : min(start, end),
                    recipient: isGiven ? nil : entry["recipient"]?.address))
        }
        return items
    }
}
