import BigInt
import Bridge
import ClearSigning
import Ethereum
import Testing
import WalletCore
@testable import EthereumWallet
import BitcoinWallet
import WalletMethods

/// Orders of exchanges and marketplaces: how much of what leaves for how much, in the worst case.
@Suite struct OrderTests {
    private static let weth = ClearSigningFixture.address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
    private static let zero = "0x0000000000000000000000000000000000000000"
    private static let hiddenTerms = "The order has terms that the wallet cannot read: they can change the price."

    /// Explains a message of a type such as `address maker,uint256 price`.
    private func say(
        _ primary: String, _ types: [String: String], _ message: JSON, domain: String = "Exchange",
        contract: String, chain: Chain = .ethereum, holdings: Holdings = .unknown, typedPrice: String = ""
    ) async throws -> Explanation {
        func fields(_ text: String) -> JSON {
            .array(
                text.split(separator: ",").map { field in
                    let words = field.split(separator: " ").map(String.init)
                    return ["type": .string(words[0]), "name": .string(words[1])]
                })
        }
        var all = JSONObject()
        all["EIP712Domain"] = fields("string name,uint256 chainId,address verifyingContract")
        for (name, text) in types.sorted(by: { $0.key < $1.key }) { all[name] = fields(text) }
        let domain: JSON = [
            "name": .string(domain), "chainId": .string("\(chain.id)"), "verifyingContract": .string(contract),
        ]
        let data = try TypedData(
            ["types": .object(all), "primaryType": .string(primary), "domain": domain, "message": message])
        let clarity = ClearSigningFixture()
        return await clarity.signing.explain(
            data, on: chain, signer: ClearSigningFixture.me,
            holdings: await clarity.priced(holdings, Intent(data), on: chain), typedPrice: typedPrice)
    }

    private func with(_ message: JSON, _ changes: JSON) -> JSON {
        var object = message.object ?? JSONObject()
        for member in changes.object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
    }

    // MARK: Marketplaces

    private func looksRare(_ changes: JSON) async throws -> Explanation {
        let message: JSON = [
            "quoteType": "1", "globalNonce": "0", "subsetNonce": "0", "orderNonce": "0", "strategyId": "0",
            "collectionType": "1", "collection": .string(ClearSigningFixture.collection.description),
            "currency": .string(Self.zero),
            "signer": .string(ClearSigningFixture.me.description), "startTime": "0", "endTime": "1700000600",
            "price": "300000000000000000", "itemIds": ["7"], "amounts": ["3"], "additionalParameters": "0x",
        ]
        return try await say(
            "Maker",
            [
                "Maker": "uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,"
                    + "uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,"
                    + "uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,"
                    + "bytes additionalParameters"
            ], with(message, changes), contract: "0x0000000000E655fAe4d56241588680F86E3b2377", typedPrice: "0.3")
    }

    private func blur(_ changes: JSON) async throws -> Explanation {
        let message: JSON = [
            "trader": .string(ClearSigningFixture.me.description), "side": "1",
            "matchingPolicy": "0x0000000000daB4A563819e8fd93dbA3b25BC3495",
            "collection": .string(ClearSigningFixture.collection.description), "tokenId": "7", "amount": "3",
            "paymentToken": .string(Self.zero), "price": "300000000000000000", "listingTime": "0",
            "expirationTime": "1700000600", "fees": [], "salt": "1", "extraParams": "0x", "nonce": "0",
        ]
        return try await say(
            "Order",
            [
                "Order": "address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,"
                    + "uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,"
                    + "Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce",
                "Fee": "uint16 rate,address recipient",
            ], with(message, changes), contract: "0x000000000000Ad05Ccc4F10045630fb830B95127", typedPrice: "0.3")
    }

    @Test func `the quantity of an item that is sold is in the sentence, and the price is judged for each`()
        async throws
    {
        for (said, many) in [
            (try await looksRare([:]), try await looksRare(["amounts": ["1000000"]])),
            (try await blur([:]), try await blur(["amount": "1000000"])),
        ] {
            #expect(said.sentence == "Offer 3 of item 7 of Bored Ape Yacht Club for 0.3 ETH.")
            #expect(said.row("You send")?.note == "Bored Ape Yacht Club, 3 of item 7")
            #expect(said.level == .caution)
            #expect(many.sentence == "Offer 1000000 of item 7 of Bored Ape Yacht Club for 0.3 ETH.")
            #expect(many.texts(.danger) == ["The price is close to zero."])
        }
    }

    @Test func `an item that is not received counts as nothing`() async throws {
        let said = try await looksRare([
            "quoteType": "0", "currency": .string(Self.weth.description), "amounts": ["0"],
        ])
        #expect(said.sentence == "Offer 0.3 WETH for nothing.")
        #expect(said.level == .danger)
    }

    @Test func `a strategy or policy that the wallet does not know is a danger`() async throws {
        for id in ["1", "2", "3", "200"] {
            #expect(try await looksRare(["strategyId": .string(id)]).texts(.danger) == [Self.hiddenTerms])
        }
        let unknown: JSON = .string(ClearSigningFixture.unknown.description)
        #expect(try await blur(["matchingPolicy": unknown]).texts(.danger) == [Self.hiddenTerms])
        #expect(
            try await blur(["matchingPolicy": "0x00000000006411739DA1c40B106F8511de5D1FAC"]).level == .caution)
    }

    @Test func `the minimum payout of LooksRare's first exchange counts as the price`() async throws {
        func order(_ part: String, strategy: String) async throws -> Explanation {
            try await say(
                "MakerOrder",
                [
                    "MakerOrder": "bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,"
                        + "uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,"
                        + "uint256 endTime,uint256 minPercentageToAsk,bytes params"
                ],
                [
                    "isOrderAsk": true, "signer": .string(ClearSigningFixture.me.description),
                    "collection": .string(ClearSigningFixture.collection.description), "price": "1000000000000000000",
                    "tokenId": "7", "amount": "1", "strategy": .string(strategy),
                    "currency": .string(Self.weth.description), "nonce": "0", "startTime": "0",
                    "endTime": "1700000600", "minPercentageToAsk": .string(part), "params": "0x",
                ], contract: "0x59728544B08AB483533076417FbBB2fD0B17CE3a", typedPrice: "0.85")
        }
        let fixed = "0x579af6FD30BF83a5Ac0D636bc619f98DBdeb930c"
        let usual = try await order("8500", strategy: fixed)
        #expect(usual.sentence == "Offer item 7 of Bored Ape Yacht Club for 0.85 WETH.")
        #expect(usual.level == .caution)
        #expect(try await order("0", strategy: fixed).sentence == "Offer item 7 of Bored Ape Yacht Club for nothing.")
        #expect(try await order("0", strategy: fixed).level == .danger)
        let other = try await order("8500", strategy: ClearSigningFixture.unknown.description)
        #expect(other.texts(.danger) == [Self.hiddenTerms])
    }

    @Test func `a bid for an item by 0x shows its fees, and properties are a danger`() async throws {
        func bid(properties: JSON) async throws -> Explanation {
            try await say(
                "ERC721Order",
                [
                    "ERC721Order": "uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,"
                        + "address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,"
                        + "uint256 erc721TokenId,Property[] erc721TokenProperties",
                    "Fee": "address recipient,uint256 amount,bytes feeData",
                    "Property": "address propertyValidator,bytes propertyData",
                ],
                [
                    "direction": "1", "maker": .string(ClearSigningFixture.me.description), "taker": .string(Self.zero),
                    "expiry": "1700000600", "nonce": "1", "erc20Token": .string(Self.weth.description),
                    "erc20TokenAmount": "1000000000000000000",
                    "fees": [
                        [
                            "recipient": .string(ClearSigningFixture.unknown.description),
                            "amount": "2000000000000000000",
                            "feeData": "0x",
                        ]
                    ], "erc721Token": .string(ClearSigningFixture.collection.description), "erc721TokenId": "7",
                    "erc721TokenProperties": properties,
                ], contract: "0xDef1C0ded9bec7F1a1670819833240f027b25EfF")
        }
        let plain = try await bid(properties: [])
        #expect(plain.sentence == "Offer 1 WETH and 2 WETH for item 7 of Bored Ape Yacht Club.")
        #expect(plain.level == .caution)
        let any = try await bid(properties: [["propertyValidator": .string(Self.zero), "propertyData": "0x"]])
        #expect(any.texts(.danger) == [Self.hiddenTerms])
    }

    // MARK: Exchanges

    private func polymarket(_ changes: JSON) async throws -> Explanation {
        let message: JSON = [
            "salt": "1", "maker": .string(ClearSigningFixture.me.description),
            "signer": .string(ClearSigningFixture.me.description),
            "taker": .string(Self.zero), "tokenId": "7", "makerAmount": "100000000", "takerAmount": "55000000",
            "expiration": "0", "nonce": "0", "feeRateBps": "0", "side": "1", "signatureType": "0",
        ]
        let polygon = try #require(Chain.wellKnown.first { $0.id == 137 })
        return try await say(
            "Order",
            [
                "Order": "uint256 salt,address maker,address signer,address taker,uint256 tokenId,"
                    + "uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,"
                    + "uint8 side,uint8 signatureType"
            ], with(message, changes), domain: "Polymarket CTF Exchange",
            contract: "0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E", chain: polygon)
    }

    @Test func `shares in an outcome show how many, for how much and with which fee`() async throws {
        let sale = try await polymarket([:])
        #expect(sale.sentence == "Offer 100 of item 7 of Polymarket for 55 USDC.e.")
        #expect(sale.level == .caution)
        let bid = try await polymarket(["side": "0", "makerAmount": "55000000", "takerAmount": "100000000"])
        #expect(bid.sentence == "Offer 55 USDC.e for 100 of item 7 of Polymarket.")
        #expect(bid.level == .caution)
        let fee = try await polymarket(["feeRateBps": "150"])
        #expect(fee.sentence == "Offer 100 of item 7 of Polymarket for 55 USDC.e, minus a fee of up to 1.5%.")
        #expect(fee.row("Fee")?.value == .trusted("up to 1.5%"))
        #expect(fee.level == .caution)
        #expect(
            try await polymarket(["feeRateBps": "1001"]).texts(.danger) == [
                "The fee can take a large share of what you receive."
            ])
    }

    @Test func `shares for nothing, or for more than they can pay, are a danger`() async throws {
        #expect(try await polymarket(["takerAmount": "0"]).sentence.hasSuffix("for nothing."))
        #expect(try await polymarket(["takerAmount": "0"]).level == .danger)
        #expect(try await polymarket(["takerAmount": "99999"]).texts(.danger) == ["The price is close to zero."])
        #expect(try await polymarket(["takerAmount": "100000"]).level == .caution)
        let dear = try await polymarket(["side": "0", "takerAmount": "100000000"])
        #expect(dear.texts(.danger) == ["You pay at least as much as the shares can ever be worth."])
        #expect(try await polymarket(["side": "0", "takerAmount": "0"]).level == .danger)
    }

    private func cow(_ changes: JSON, holdings: Holdings = .unknown) async throws -> Explanation {
        let message: JSON = [
            "sellToken": .string(ClearSigningFixture.usdc.description),
            "buyToken": "0x6B175474E89094C44Da98b954EedeAC495271d0F", "receiver": .string(Self.zero),
            "sellAmount": "1000000000", "buyAmount": "995000000000000000000", "validTo": "1700000600",
            "appData": .string("0x" + String(repeating: "0", count: 64)), "feeAmount": "2000000", "kind": "sell",
            "partiallyFillable": false, "sellTokenBalance": "erc20", "buyTokenBalance": "erc20",
        ]
        return try await say(
            "Order",
            [
                "Order": "address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,"
                    + "uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,"
                    + "string sellTokenBalance,string buyTokenBalance"
            ], with(message, changes), contract: "0x9008D19f58AAbD9eD0D60971565AA8510560ab41", holdings: holdings)
    }

    @Test func `the fee of a CoW order is part of the sold amount`() async throws {
        let said = try await cow([:])
        #expect(said.sentence == "Offer 1002 USDC for 995 DAI.")
        #expect(said.level == .caution)
        let dear = try await cow(["feeAmount": "4000000000"])
        #expect(dear.sentence == "Offer 5000 USDC for 995 DAI.")
        #expect(
            dear.texts(.danger) == [
                "You are guaranteed only 19% of what you send, although the tokens normally have the same value."
            ])
    }

    @Test func `an item whose number is written as an amount is shown as an item, and is a danger`() async throws {
        let ape = try await cow([
            "sellToken": .string(ClearSigningFixture.collection.description), "sellAmount": "7", "feeAmount": "0",
        ])
        #expect(ape.sentence == "Offer item 7 of a collection for 995 DAI.")
        #expect(
            ape.texts(.danger) == [
                "The order treats a collection as a token: the number is that of one item, which may be valuable."
            ])
        let unknown: JSON = [
            "sellToken": .string(ClearSigningFixture.unknown.description), "sellAmount": "7", "feeAmount": "0",
        ]
        let either = try await cow(unknown)
        #expect(
            either.sentence
                == "Offer item 7 of a collection (or 7 base units of an unknown token) for 995 DAI.")
        #expect(either.level == .danger)
        let token = try await cow(unknown, holdings: Holdings(standards: [ClearSigningFixture.unknown: .erc20]))
        #expect(token.sentence == "Offer 7 base units of an unknown token for 995 DAI.")
        #expect(token.level == .caution)
    }

    // MARK: Seaport

    /// Takes an order with the given items: type, token, number, first and last amount.
    private func take(
        _ offer: [(Int, EthereumAddress, BigInt, BigInt)], for price: [(Int, EthereumAddress, BigInt, BigInt)]
    ) async throws -> Explanation {
        let word = [UInt8](repeating: 0, count: 32)
        let item = "(uint8,address,uint256,uint256,uint256"
        func value(_ part: (Int, EthereumAddress, BigInt, BigInt)) -> [ABIValue] {
            [.number(BigInt(part.0)), .address(part.1), .number(part.0 > 1 ? 7 : 0), .number(part.2), .number(part.3)]
        }
        let data = try ClearSigningFixture.data(
            "fulfillOrder(((address,address,\(item))[],\(item),address)[],uint8,uint256,uint256,bytes32,uint256,"
                + "bytes32,uint256),bytes),bytes32)",
            .tuple([
                .tuple([
                    .address(ClearSigningFixture.unknown), .address(ClearSigningFixture.unknown),
                    .array(offer.map { .tuple(value($0)) }),
                    .array(price.map { .tuple(value($0) + [.address(ClearSigningFixture.unknown)]) }), .number(0),
                    .number(0),
                    .number(1_700_000_600), .bytes(word), .number(1), .bytes(word), .number(1),
                ]), .bytes([1]),
            ]), .bytes(word))
        return await ClearSigningFixture().say(
            data, to: ClearSigningFixture.address("0x0000000000000068F116a894984e2DB1123eB395"))
    }

    @Test func `taking an order with ranges shows and judges the worst ends for the account`() async throws {
        let dai = ClearSigningFixture.address("0x6B175474E89094C44Da98b954EedeAC495271d0F")
        let unit = BigInt(10).power(18)
        let dear = try await take(
            [(1, ClearSigningFixture.usdc, 1_000_000_000, 900_000_000)], for: [(1, dai, unit * 100, unit * 5_000)])
        #expect(dear.sentence.hasSuffix("Buy at least 900 USDC for up to 5000 DAI."))
        #expect(dear.rows.contains { $0.label == "You send" && $0.note == "up to" })
        #expect(
            dear.texts(.danger) == [
                "You are guaranteed only 18% of what you send, although the tokens normally have the same value."
            ])
        let falling = try await take(
            [(1, ClearSigningFixture.usdc, 1_000_000_000, 1)], for: [(1, dai, unit * 1_000, unit * 1_000)])
        #expect(falling.texts(.danger).contains("The price is close to zero."))
        let fair = try await take(
            [(1, ClearSigningFixture.usdc, 1_000_000_000, 1_000_000_000)], for: [(1, dai, unit * 1_005, unit * 995)])
        #expect(fair.sentence.hasSuffix("Buy 1000 USDC for up to 1005 DAI."))
        #expect(fair.level < .danger)
        let none = try await take(
            [(3, ClearSigningFixture.collection, 5, 0)], for: [(1, dai, unit * 1_000, unit * 1_000)])
        #expect(none.texts(.danger).contains("You would get nothing for what you send."))
    }

    @Test func `an item that is paid as if it were a token is a danger, too`() async throws {
        let said = try await take([(1, Self.weth, 1, 1)], for: [(1, ClearSigningFixture.collection, 4_821, 4_821)])
        #expect(said.texts(.danger).contains { $0.contains("treats a collection as a token") })
        #expect(said.sentence.contains("item 4821 of a collection"))
    }
}
