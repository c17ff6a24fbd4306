import BigInt
import Bridge
import Ethereum
import TestSupport
import Testing

@testable import EthereumWallet

/// Sales of items, whose worth no node can tell.
@Suite struct ListingTests {
    private let clarity = ClearSigningFixture()
    private static let untyped =
        "Your node cannot tell what items of this collection are worth. Compare the price yourself, and type it to continue."

    /// An order of 0x that sells an item for an amount of a token.
    private func order(_ price: BigUInt, typedPrice: String = "") async throws -> Explanation {
        func field(_ type: String, _ name: String) -> String { #"{"name":"\#(name)","type":"\#(type)"}"# }
        let types =
            #""ERC721Order":[\#(field("uint8", "direction")),\#(field("address", "maker")),\#(field("address", "taker")),"#
            + #"\#(field("uint256", "expiry")),\#(field("uint256", "nonce")),\#(field("address", "erc20Token")),"#
            + #"\#(field("uint256", "erc20TokenAmount")),\#(field("Fee[]", "fees")),\#(field("address", "erc721Token")),"#
            + #"\#(field("uint256", "erc721TokenId")),\#(field("Property[]", "erc721TokenProperties"))],"#
            + #""Fee":[\#(field("address", "recipient")),\#(field("uint256", "amount")),\#(field("bytes", "feeData"))],"#
            + #""Property":[\#(field("address", "propertyValidator")),\#(field("bytes", "propertyData"))]"#
        let zero = "0x0000000000000000000000000000000000000000"
        let coin = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
        return try await clarity.say(
            typed: "ERC721Order", types: types,
            message: #"{"direction":0,"maker":"\#(ClearSigningFixture.me)","taker":"\#(zero)","expiry":"1700000600","#
                + #""nonce":"1","erc20Token":"\#(coin)","erc20TokenAmount":"\#(price)","fees":[],"#
                + #""erc721Token":"\#(ClearSigningFixture.collection)","erc721TokenId":"12345","#
                + #""erc721TokenProperties":[]}"#,
            contract: ClearSigningFixture.address("0xDef1C0ded9bec7F1a1670819833240f027b25EfF"), typedPrice: typedPrice)
    }

    @Test(arguments: [5, 50, 500, 10_000])
    func `an item is sold only after its price was typed, whatever the price is`(thousandths: Int) async throws {
        let price = BigUInt(thousandths) * BigUInt(10).power(15)
        let said = try await order(price)
        #expect(said.texts(.danger).contains(Self.untyped))
        #expect(said.sentence.contains("Bored Ape Yacht Club"))
        let field = try #require(said.price?.adjustment)
        #expect(field.value.isEmpty)
        #expect(field.problem != nil)
        for wrong in ["1", "0.5000001", "five", " "] {
            #expect(try await order(price, typedPrice: wrong).price?.adjustment.problem != nil)
        }
        let typed = try await order(price, typedPrice: AmountText.of(price, decimals: 18))
        #expect(typed.price?.adjustment.problem == nil)
        #expect(!typed.texts(.danger).contains(Self.untyped))
    }

    /// Listings of items that are worth 12.5 ETH at the lowest price of their collection.
    private static let listings: [(name: String, symbol: String, make: @Sendable (BigInt) throws -> (String, JSON))] = [
        ("0x", "ETH", { WorthRequest.listing("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", $0) }),
        ("0x for WETH", "WETH", { WorthRequest.listing(WorthRequest.token("WETH").address.description, $0) }),
        ("0x for USDC", "USDC", { WorthRequest.listing(WorthRequest.token("USDC").address.description, $0) }),
        ("Seaport", "ETH", { WorthRequest.seaport($0) }),
        (
            "CryptoPunks", "ETH",
            {
                try WorthRequest.send(
                    "0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB", "offerPunkForSaleToAddress(uint256,uint256,address)",
                    [.number(7), .number($0), WorthRequest.address(WorthRequest.stranger)])
            }
        ),
    ]

    /// No node can tell what an item is worth; so the price is typed, whatever the nodes say.
    @Test @MainActor func `a listing at any part of its worth stops the user until its price was typed`() async throws {
        let bench = try WorthBench()
        var honest = TestPrices(chainID: 1, now: SigningWords.now)
        honest.cents["USDC"] = 100
        var third = honest
        third.cents["ETH"] = 103_333
        let kinds: [(String, [WorthBench.Answers])] = [
            ("honest", [.reports(honest)]), ("two", [.reports(honest), .reports(honest)]),
            ("none", [.reports(TestPrices(chainID: 1, character: .none, now: SigningWords.now))]),
            ("absurd", [.reports(TestPrices(chainID: 1, character: .absurd, now: SigningWords.now))]),
            ("third", [.reports(third)]), ("honest and third", [.reports(honest), .reports(third)]),
            ("fails", [.fails]),
        ]
        for (kind, nodes) in kinds {
            var (silent, alarms, count) = ([String](), [String](), 0)
            for listing in Self.listings {
                for percent in WorthBench.fair + WorthBench.unfair {
                    // 12.5 ETH, or 38,750 dollars.
                    let isDollar = listing.symbol == "USDC"
                    let floor = isDollar ? BigInt(38_750) * BigInt(10).power(6) : BigInt(125) * BigInt(10).power(17)
                    let units = floor * BigInt(percent) / 100
                    let request = try listing.make(units)
                    let line = "\(listing.name) \(percent)%"
                    let untyped = try await bench.approval(of: request, from: nodes)
                    count += 1
                    if untyped.level != .danger || untyped.adjustments.first?.problem == nil { silent.append(line) }
                    let text = AmountText.of(units.magnitude, decimals: isDollar ? 6 : 18)
                    let typed = try await bench.approval(of: request, from: nodes, typing: text)
                    if typed.level == .danger { alarms.append("\(line): \(typed.warnings.map(\.text))") }
                }
            }
            WorthBench.tell(
                "listings, \(kind): \(count), that can be signed untyped: \(silent.count), dangers when typed: \(alarms.count)",
                silent + alarms)
            #expect(silent == [])
            #expect(alarms == [])
            Suites.record("worth/listings", cases: count)
        }
    }

    @Test @MainActor func `a listing says what its price is worth, by the node that says least`() async throws {
        let bench = try WorthBench()
        let honest = TestPrices(chainID: 1, now: SigningWords.now)
        var third = honest
        third.cents["ETH"] = 103_333
        let request = WorthRequest.seaport(BigInt(10).power(18))
        func said(_ nodes: [TestPrices]) async throws -> Approval {
            try await bench.approval(of: request, from: nodes.map { .reports($0) })
        }
        func worth(_ approval: Approval) -> DisplayText? {
            approval.rows.first { $0.label == "Value received" }?.value
        }
        #expect(worth(try await said([honest, honest])) == .trusted("about $3,100"))
        let split = try await said([honest, third])
        #expect(worth(split) == .trusted("about $1,033"))
        #expect(split.sourcesOfPrices == "Chainlink and Uniswap, your servers disagree")
    }

    @Test func `a sale of a punk to one address needs the price again`() async throws {
        let punks = ClearSigningFixture.address("0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB")
        func offer(_ typed: String) async throws -> Explanation {
            let data = try ABIFunction("offerPunkForSaleToAddress(uint256,uint256,address)").call([
                .number(7), .number(50_000_000_000_000_000), .address(ClearSigningFixture.unknown),
            ])
            return await clarity.say(data, to: punks, typedPrice: typed)
        }
        #expect(try await offer("").texts(.danger).contains(Self.untyped))
        #expect(try await !offer("0.05").texts(.danger).contains(Self.untyped))
    }

    @Test func `coins that a call does not use are a danger on every contract`() async throws {
        let router = ClearSigningFixture.address("0xE592427A0AEce92De3Edee1F18E0157C05861564")
        let value = BigUInt(49) * BigUInt(10).power(17)
        let unwrap = try ClearSigningFixture.data(
            "unwrapWETH9(uint256,address)", .number(0), .address(ClearSigningFixture.me))
        let sweep = try ClearSigningFixture.data(
            "sweepToken(address,uint256,address)", .address(ClearSigningFixture.usdc), .number(0),
            .address(ClearSigningFixture.me))
        for data in [unwrap, sweep] {
            let all = try ClearSigningFixture.data("multicall(bytes[])", .array([.bytes(data)]))
            for call in [data, all] {
                let said = await clarity.say(call, to: router, value: value)
                #expect(said.level == .danger, "\(said.sentence)")
                #expect(said.sentence.contains("4.9 ETH"))
            }
        }
        let empty = try ClearSigningFixture.data("multicall(bytes[])", .array([.bytes([])]))
        #expect(await clarity.say(empty, to: router, value: value).sentence.contains("4.9 ETH"))
    }

    @Test func `the website of a name and the rights in a lending market are named as what they are`() async throws {
        let node: ABIValue = .bytes([UInt8](repeating: 1, count: 32))
        let resolver = ClearSigningFixture.address("0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63")
        func text(_ key: String) async throws -> Explanation {
            await clarity.say(
                try ClearSigningFixture.data(
                    "setText(bytes32,string,string)", node, .string(key), .string("https://example.com")), to: resolver)
        }
        #expect(try await text("url").sentence == "Set the website of a name.")
        #expect(try await text("url").level == .caution)
        #expect(try await text("description").level == .plain)
        let morpho = ClearSigningFixture.address("0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb")
        let allowed = await clarity.say(
            try ClearSigningFixture.data(
                "setAuthorization(address,bool)", .address(ClearSigningFixture.unknown), .bool(true)),
            to: morpho)
        #expect(allowed.sentence == "Allow 0x8617…070D to withdraw your deposits and to borrow for you.")
        #expect(allowed.level == .danger)
    }
}
