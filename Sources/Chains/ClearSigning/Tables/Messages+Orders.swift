internal import Ethereum

/// Orders: Seaport, CoW Protocol, 1inch, 0x, LooksRare, Blur.
extension KnownMessages {
    private static let considered =
        "ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,"
        + "uint256 endAmount,address recipient)"
    private static let offered =
        "OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)"
    private static let components =
        "OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,"
        + "uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,"
        + "uint256 counter)"

    /// A bulk order of Seaport: a tree of two to the power of `height` orders, as Seaport hashes it.
    private static func bulk(_ height: Int) -> KnownMessage {
        let size = String(repeating: "[2]", count: height)
        return KnownMessage(
            "BulkOrder(OrderComponents\(size) tree)\(considered)\(offered)\(components)", .seaport("tree"))
    }

    private static let fee = "Fee(address recipient,uint256 amount,bytes feeData)"
    private static let property = "Property(address propertyValidator,bytes propertyData)"

    private static let seaport =
        [KnownMessage("\(components)\(considered)\(offered)", .seaport("#"))] + (1...24).map(bulk)

    /// The strategies of LooksRare's first exchange for a fixed price.
    private static let looksRareStrategy: OrderTerms = .contract(
        "strategy",
        known: [
            "0x56244Bb70CbD3EA9Dc8007399F61dFC065190031", "0x579af6FD30BF83a5Ac0D636bc619f98DBdeb930c",
        ])

    /// The policies of Blur for one item, with and without its oracle.
    static let blurPolicies = [
        "0x00000000006411739DA1c40B106F8511de5D1FAC", "0x0000000000daB4A563819e8fd93dbA3b25BC3495",
    ]
    private static let blurPolicy: OrderTerms = .contract("matchingPolicy", known: blurPolicies)

    static let orders =
        seaport + [
            KnownMessage(
                "Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,"
                    + "uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,"
                    + "string sellTokenBalance,string buyTokenBalance)",
                .order(
                    gives: [.exactly("sellAmount", "sellToken").plus("feeAmount")],
                    gets: [.atLeast("buyAmount", "buyToken")],
                    to: "receiver", end: "validTo")),
            KnownMessage(
                "Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,"
                    + "uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)",
                .order(
                    offerer: "maker", gives: [.exactly("makingAmount", "makerAsset")],
                    gets: [.atLeast("takingAmount", "takerAsset")], to: "receiver", terms: .makerTraits("makerTraits"))),
            KnownMessage(
                "Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,"
                    + "address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,"
                    + "bytes interactions)",
                .order(
                    offerer: "maker", gives: [.exactly("makingAmount", "makerAsset")],
                    gets: [.atLeast("takingAmount", "takerAsset")], to: "receiver", terms: .content("interactions"))),
            KnownMessage(
                "SingleOrder(uint64 partner_id,uint256 expiry,address taker_address,address maker_address,"
                    + "uint256 maker_nonce,address taker_token,address maker_token,uint256 taker_amount,"
                    + "uint256 maker_amount,address receiver,uint256 packed_commands)",
                .order(
                    offerer: "taker_address", gives: [.exactly("taker_amount", "taker_token")],
                    gets: [.atLeast("maker_amount", "maker_token")], to: "receiver", end: "expiry")),
            KnownMessage(
                "OrderRFQ(uint256 info,address makerAsset,address takerAsset,address maker,address allowedSender,"
                    + "uint256 makingAmount,uint256 takingAmount)",
                .order(
                    offerer: "maker", gives: [.exactly("makingAmount", "makerAsset")],
                    gets: [.atLeast("takingAmount", "takerAsset")])),
            KnownMessage(
                "LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,"
                    + "uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,"
                    + "bytes32 pool,uint64 expiry,uint256 salt)",
                .order(
                    offerer: "maker", gives: [.exactly("makerAmount", "makerToken")],
                    gets: [.exactly("takerAmount", "takerToken")], end: "expiry")),
            KnownMessage(
                "RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,"
                    + "address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)",
                .order(
                    offerer: "maker", gives: [.exactly("makerAmount", "makerToken")],
                    gets: [.exactly("takerAmount", "takerToken")], end: "expiry")),
            KnownMessage(
                "OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,"
                    + "address taker,address txOrigin,uint256 expiryAndNonce)",
                .order(
                    offerer: "maker", gives: [.exactly("makerAmount", "makerToken")],
                    gets: [.exactly("takerAmount", "takerToken")])),
            KnownMessage(
                "ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,"
                    + "address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,"
                    + "uint256 erc721TokenId,Property[] erc721TokenProperties)\(fee)\(property)",
                .either(
                    "direction",
                    [
                        .order(
                            offerer: "maker",
                            gives: [
                                .exactly("erc20TokenAmount", "erc20Token"),
                                .exactly("fees.[].amount", "erc20Token"),
                            ],
                            gets: [.item("erc721TokenId", "erc721Token")],
                            end: "expiry", terms: .content("erc721TokenProperties"))
                    ],
                    [
                        .order(
                            offerer: "maker", gives: [.item("erc721TokenId", "erc721Token")],
                            gets: [.exactly("erc20TokenAmount", "erc20Token")], end: "expiry",
                            terms: .content("erc721TokenProperties"))
                    ])),
            KnownMessage(
                "ERC1155Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,"
                    + "address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc1155Token,"
                    + "uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)"
                    + "\(fee)\(property)",
                .either(
                    "direction",
                    [
                        .order(
                            offerer: "maker",
                            gives: [
                                .exactly("erc20TokenAmount", "erc20Token"),
                                .exactly("fees.[].amount", "erc20Token"),
                            ],
                            gets: [.item("erc1155TokenId", "erc1155Token", count: "erc1155TokenAmount")],
                            end: "expiry", terms: .content("erc1155TokenProperties"))
                    ],
                    [
                        .order(
                            offerer: "maker",
                            gives: [.item("erc1155TokenId", "erc1155Token", count: "erc1155TokenAmount")],
                            gets: [.exactly("erc20TokenAmount", "erc20Token")], end: "expiry",
                            terms: .content("erc1155TokenProperties"))
                    ])),
            // Polymarket: 0 buys shares in an outcome for dollars, 1 sells them.
            KnownMessage(
                "Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,"
                    + "uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,"
                    + "uint8 signatureType)", domain: "Polymarket CTF Exchange",
                .either(
                    "side",
                    [
                        .order(
                            offerer: "maker",
                            gives: [
                                .item("tokenId", "@.polygonOutcomes", count: "makerAmount", isOutcome: true)
                            ],
                            gets: [.exactly("takerAmount", "@.polygonUSDC")], fee: "feeRateBps")
                    ],
                    [
                        .order(
                            offerer: "maker", gives: [.exactly("makerAmount", "@.polygonUSDC")],
                            gets: [
                                .item("tokenId", "@.polygonOutcomes", count: "takerAmount", isOutcome: true)
                            ],
                            fee: "feeRateBps")
                    ])),
            KnownMessage(
                "MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,"
                    + "uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,"
                    + "uint256 endTime,uint256 minPercentageToAsk,bytes params)",
                .either(
                    "isOrderAsk",
                    [
                        .order(
                            offerer: "signer", gives: [.item("tokenId", "collection", count: "amount")],
                            gets: [
                                .atLeast("price", "currency").times("minPercentageToAsk", over: "@.bips")
                            ],
                            end: "endTime", terms: looksRareStrategy)
                    ],
                    [
                        .order(
                            offerer: "signer", gives: [.exactly("price", "currency")],
                            gets: [.item("tokenId", "collection", count: "amount")], end: "endTime",
                            terms: looksRareStrategy)
                    ])),
            KnownMessage(
                "Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,"
                    + "uint8 collectionType,address collection,address currency,address signer,uint256 startTime,"
                    + "uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)",
                .either(
                    "quoteType",
                    [
                        .order(
                            offerer: "signer", gives: [.item("itemIds.[]", "collection", count: "amounts.[]")],
                            gets: [.exactly("price", "currency")], end: "endTime",
                            terms: .number("strategyId"))
                    ],
                    [
                        .order(
                            offerer: "signer", gives: [.exactly("price", "currency")],
                            gets: [.item("itemIds.[]", "collection", count: "amounts.[]")], end: "endTime",
                            terms: .number("strategyId"))
                    ])),
            KnownMessage(
                "Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,"
                    + "uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,"
                    + "Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)",
                .either(
                    "side",
                    [
                        .order(
                            offerer: "trader", gives: [.item("tokenId", "collection", count: "amount")],
                            gets: [.exactly("price", "paymentToken")], end: "expirationTime",
                            terms: blurPolicy),
                        .share(of: "fees.[].rate", to: "fees.[].recipient", upTo: 1_000),
                    ],
                    [
                        .order(
                            offerer: "trader", gives: [.exactly("price", "paymentToken")],
                            gets: [.item("tokenId", "collection", count: "amount")], end: "expirationTime",
                            terms: blurPolicy)
                    ])),
        ]
}
