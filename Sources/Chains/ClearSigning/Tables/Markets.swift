internal import Ethereum

/// NFT marketplaces: Seaport, Blur, LooksRare, X2Y2, Rarible, 0x.
extension KnownFunctions {
    private static let item =
        "(uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount)[] offer"
    private static let price =
        "(uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount, "
        + "address recipient)[] consideration"
    private static let parameters =
        "(address offerer, address zone, \(item), \(price), uint8 orderType, uint256 startTime, uint256 endTime, "
        + "bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 totalOriginalConsiderationItems) parameters"
    private static let components =
        "(address offerer, address zone, \(item), \(price), uint8 orderType, uint256 startTime, uint256 endTime, "
        + "bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter)"
    private static let order = "(\(parameters), bytes signature)"
    private static let advanced =
        "(\(parameters), uint120 numerator, uint120 denominator, bytes signature, bytes extraData)"
    private static let resolver =
        "(uint256 orderIndex, uint8 side, uint256 index, uint256 identifier, bytes32[] criteriaProof)[] resolvers"
    private static let part = "(uint256 orderIndex, uint256 itemIndex)[]"
    private static let basic =
        "((address considerationToken, uint256 considerationIdentifier, uint256 considerationAmount, address offerer, "
        + "address zone, address offerToken, uint256 offerIdentifier, uint256 offerAmount, uint8 basicOrderType, "
        + "uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 offererConduitKey, "
        + "bytes32 fulfillerConduitKey, uint256 totalOriginalAdditionalRecipients, "
        + "(uint256 amount, address recipient)[] additionalRecipients, bytes signature) parameters)"

    private static let seaport = [
        KnownFunction("fulfillBasicOrder\(basic)", .steps(.seaport("parameters"))),
        KnownFunction("fulfillBasicOrder_efficient_6GL6yc\(basic)", .steps(.seaport("parameters"))),
        KnownFunction("fulfillOrder(\(order) order, bytes32 fulfillerConduitKey)", .steps(.seaport("order"))),
        KnownFunction(
            "fulfillAdvancedOrder(\(advanced) order, \(resolver), bytes32 fulfillerConduitKey, address recipient)",
            .steps(.seaport("order")), .action(.receiveOfferedItems, to: ["recipient"], router: .zeroIsSender)),
        KnownFunction(
            "fulfillAvailableOrders(\(order)[] orders, \(part)[] offers, \(part)[] considerations, "
                + "bytes32 fulfillerConduitKey, uint256 maximumFulfilled)",
            .steps(.seaport("orders"))),
        KnownFunction(
            "fulfillAvailableAdvancedOrders(\(advanced)[] orders, \(resolver), \(part)[] offers, "
                + "\(part)[] considerations, bytes32 fulfillerConduitKey, address recipient, uint256 maximumFulfilled)",
            .steps(.seaport("orders")), .action(.receiveOfferedItems, to: ["recipient"], router: .zeroIsSender)),
        KnownFunction(
            "matchOrders(\(order)[] orders, (\(part) offer, \(part) consideration)[] fulfillments)",
            .steps(.seaport("orders"))),
        KnownFunction(
            "matchAdvancedOrders(\(advanced)[] orders, \(resolver), (\(part) offer, \(part) consideration)[] "
                + "fulfillments, address recipient)",
            .steps(.seaport("orders")), .action(.receiveRemainder, to: ["recipient"], router: .zeroIsSender)),
        KnownFunction("validate(\(order)[] orders)", .steps(.seaport("orders"))),
        KnownFunction(
            "cancel(\(components)[] orders)",
            .harmless(.cancelOrders, because: "it takes a permission away")),
        KnownFunction(
            "incrementCounter()",
            .harmless(.cancelAllOrders, because: "it takes a permission away")),
    ]

    private static let blurOrder =
        "(address trader, uint8 side, address matchingPolicy, address collection, uint256 tokenId, uint256 amount, "
        + "address paymentToken, uint256 price, uint256 listingTime, uint256 expirationTime, "
        + "(uint16 rate, address recipient)[] fees, uint256 salt, bytes extraParams) order"
    private static let blurInput =
        "(\(blurOrder), uint8 v, bytes32 r, bytes32 s, bytes extraSignature, uint8 signatureVersion, "
        + "uint256 blockNumber)"
    private static let sold: Effect = .order(
        offerer: "sell.order.trader",
        gives: [.item("sell.order.tokenId", "sell.order.collection", count: "sell.order.amount")],
        gets: [.exactly("sell.order.price", "sell.order.paymentToken")], end: "sell.order.expirationTime",
        terms: .contract("sell.order.matchingPolicy", known: KnownMessages.blurPolicies))

    static let markets =
        seaport + [
            KnownFunction("execute(\(blurInput) sell, \(blurInput) buy)", sold),
            KnownFunction(
                "cancelOrder(\(blurOrder))", .harmless(.cancelOrder, because: "it takes a permission away")),
            KnownFunction("incrementNonce()", .harmless(.cancelAllOrders, because: "it takes a permission away")),
            KnownFunction(
                "matchAskWithTakerBidUsingETHAndWETH((bool isOrderAsk, address taker, uint256 price, uint256 tokenId, "
                    + "uint256 minPercentageToAsk, bytes params) takerBid, (bool isOrderAsk, address signer, "
                    + "address collection, uint256 price, uint256 tokenId, uint256 amount, address strategy, "
                    + "address currency, uint256 nonce, uint256 startTime, uint256 endTime, "
                    + "uint256 minPercentageToAsk, bytes params, uint8 v, bytes32 r, bytes32 s) makerAsk)",
                .action(
                    .buy, gives: [.atMost("takerBid.price", "makerAsk.currency")],
                    gets: [.item("makerAsk.tokenId", "makerAsk.collection", count: "makerAsk.amount")],
                    to: ["takerBid.taker"],
                    takesCoins: true)),
            KnownFunction(
                "cancelAllOrdersForSender(uint256 minNonce)",
                .harmless(.cancelAllOrders, because: "it takes a permission away")),
            KnownFunction(
                "cancelMultipleMakerOrders(uint256[] orderNonces)",
                .harmless(.cancelOrders, because: "it takes a permission away")),
            // CryptoPunks.
            KnownFunction(
                "buyPunk(uint256 punkIndex)",
                .action(.buy, gives: [.coins], gets: [.item("punkIndex", "@.to")])),
            KnownFunction(
                "transferPunk(address to, uint256 punkIndex)",
                .transfer(.item, to: "to", item: "punkIndex")),
            KnownFunction(
                "offerPunkForSale(uint256 punkIndex, uint256 minSalePriceInWei)",
                .order(gives: [.item("punkIndex", "@.to")], gets: [.exactly("minSalePriceInWei")])),
            KnownFunction(
                "offerPunkForSaleToAddress(uint256 punkIndex, uint256 minSalePriceInWei, address toAddress)",
                .order(gives: [.item("punkIndex", "@.to")], gets: [.exactly("minSalePriceInWei")])),
            KnownFunction(
                "punkNoLongerForSale(uint256 punkIndex)",
                .harmless(.takeOffSale, because: "it takes a permission away")),
            KnownFunction(
                "acceptBidForPunk(uint256 punkIndex, uint256 minPrice)",
                .order(gives: [.item("punkIndex", "@.to")], gets: [.exactly("minPrice")])),
        ]
}
