import BigInt
import Bridge
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct PermitWordsTests {
    private let permit =
        #""Permit":[{"name":"owner","type":"address"},{"name":"spender","type":"address"},"#
        + #"{"name":"value","type":"uint256"},{"name":"nonce","type":"uint256"},{"name":"deadline","type":"uint256"}]"#

    private func say(_ value: BigUInt, deadline: String, owner: EthereumAddress = ClearSigningFixture.me) async throws
        -> Explanation
    {
        try await ClearSigningFixture().say(
            typed: "Permit", types: permit,
            message:
                #"{"owner":"\#(owner)","spender":"\#(ClearSigningFixture.unknown)","value":"\#(value)","nonce":"0","#
                + #""deadline":"\#(deadline)"}"#, contract: ClearSigningFixture.usdc)
    }

    @Test func `a permit for an unknown spender is a danger, even for a small amount and a short time`()
        async throws
    {
        let said = try await say(5_000_000, deadline: "1700000600")
        #expect(said.sentence == "Allow 0x8617…070D to spend up to 5 USDC.")
        #expect(said.row("Expires")?.value == .trusted("2023-11-14 22:23:20 UTC"))
        #expect(said.level == .danger)
        let named = try await ClearSigningFixture().say(
            typed: "Permit", types: permit,
            message:
                #"{"owner":"\#(ClearSigningFixture.me)","spender":"\#(ClearSigningFixture.router)","value":"5000000","nonce":"0","#
                + #""deadline":"1700000600"}"#, contract: ClearSigningFixture.usdc)
        #expect(named.sentence == "Allow Uniswap V2 router to spend up to 5 USDC.")
        #expect(named.level == .caution)
    }

    @Test func `an unlimited permit is a danger`() async throws {
        #expect(try await say(ClearSigningFixture.everything, deadline: "1700000600").level == .danger)
        #expect(try await say(5, deadline: "\(ClearSigningFixture.everything)").level == .danger)
        #expect(try await say(5, deadline: "1703000000").level == .danger)
    }

    @Test func `a permit for the tokens of another account is reported`() async throws {
        let said = try await say(5, deadline: "1700000600", owner: ClearSigningFixture.friend)
        #expect(said.texts(.caution).contains { $0.contains("belong to another account") })
    }

    @Test func `an unlimited allowance in a Permit2 batch is a danger`() async throws {
        let types =
            #""PermitBatch":[{"name":"details","type":"PermitDetails[]"},{"name":"spender","type":"address"},"#
            + #"{"name":"sigDeadline","type":"uint256"}],"PermitDetails":[{"name":"token","type":"address"},"#
            + #"{"name":"amount","type":"uint160"},{"name":"expiration","type":"uint48"},"#
            + #"{"name":"nonce","type":"uint48"}]"#
        func entry(_ amount: BigUInt) -> String {
            #"{"token":"\#(ClearSigningFixture.usdc)","amount":"\#(amount)","expiration":"1700000600","nonce":"0"}"#
        }
        let permit2 = ClearSigningFixture.address("0x000000000022D473030F116dDEE9F6B43aC78BA3")
        let said = try await ClearSigningFixture().say(
            typed: "PermitBatch", types: types,
            message:
                #"{"details":[\#(entry(1)),\#(entry((BigUInt(1) << 160) - 1))],"spender":"\#(ClearSigningFixture.unknown)","#
                + #""sigDeadline":"1700000600"}"#, contract: permit2)
        #expect(said.sentence == "Run 2 actions through a contract.")
        #expect(said.row("2")?.value == .trusted("Allow 0x8617…070D to spend unlimited USDC."))
        #expect(said.level == .danger)
    }

    @Test func `a permit in a form that no contract uses is a danger`() async throws {
        let said = try await ClearSigningFixture().say(
            typed: "Permit", types: #""Permit":[{"name":"spender","type":"address"}]"#,
            message: #"{"spender":"\#(ClearSigningFixture.unknown)"}"#, contract: ClearSigningFixture.usdc)
        #expect(said.level == .danger)
    }

    private func order(
        gets amount: String, isBulk: Bool = false, contract: EthereumAddress? = nil, typedPrice: String = ""
    ) async throws -> Explanation {
        let item =
            #"{"name":"itemType","type":"uint8"},{"name":"token","type":"address"},"#
            + #"{"name":"identifierOrCriteria","type":"uint256"},{"name":"startAmount","type":"uint256"},"#
            + #"{"name":"endAmount","type":"uint256"}"#
        let tree = isBulk ? #","BulkOrder":[{"name":"tree","type":"OrderComponents[2]"}]"# : ""
        let types = #"""
            "OrderComponents":[{"name":"offerer","type":"address"},{"name":"zone","type":"address"},
            {"name":"offer","type":"OfferItem[]"},{"name":"consideration","type":"ConsiderationItem[]"},
            {"name":"orderType","type":"uint8"},{"name":"startTime","type":"uint256"},
            {"name":"endTime","type":"uint256"},{"name":"zoneHash","type":"bytes32"},
            {"name":"salt","type":"uint256"},{"name":"conduitKey","type":"bytes32"},
            {"name":"counter","type":"uint256"}],"OfferItem":[\#(item)],
            "ConsiderationItem":[\#(item),{"name":"recipient","type":"address"}]\#(tree)
            """#
        let hash = "0x" + String(repeating: "0", count: 64)
        let zero = "0x0000000000000000000000000000000000000000"
        let message = #"""
            {"offerer":"\#(ClearSigningFixture.me)","zone":"\#(zero)","offer":[{"itemType":2,"token":"\#(ClearSigningFixture.collection)",
            "identifierOrCriteria":"7","startAmount":"1","endAmount":"1"}],
            "consideration":[{"itemType":0,"token":"\#(zero)","identifierOrCriteria":"0",
            "startAmount":"\#(amount)","endAmount":"\#(amount)","recipient":"\#(ClearSigningFixture.me)"}],
            "orderType":0,"startTime":"0","endTime":"1700000600","zoneHash":"\#(hash)","salt":"1",
            "conduitKey":"\#(hash)","counter":"0"}
            """#
        return try await ClearSigningFixture().say(
            typed: isBulk ? "BulkOrder" : "OrderComponents", types: types,
            message: isBulk ? #"{"tree":[\#(message),\#(message)]}"# : message,
            contract: contract ?? EthereumAddress("0x0000000000000068F116a894984e2DB1123eB395"), typedPrice: typedPrice)
    }

    @Test func `an order for an unknown contract is a danger`() async throws {
        let said = try await order(gets: "1000000000000000000", contract: ClearSigningFixture.unknown)
        #expect(said.texts(.danger).contains { $0.contains("does not know the contract") })
    }

    @Test func `an order shows what is paid and what is received`() async throws {
        let said = try await order(gets: "1000000000000000000")
        #expect(said.sentence == "Offer item 7 of Bored Ape Yacht Club for 1 ETH.")
        #expect(said.row("You send")?.note == "Bored Ape Yacht Club, item 7")
        #expect(said.row("You receive")?.value == .trusted("1 ETH"))
        #expect(said.level == .danger)
        #expect(said.price?.adjustment.problem == "Type the price that you receive.")
        let wrong = try await order(gets: "1000000000000000000", typedPrice: "10")
        #expect(wrong.level == .danger)
        #expect(wrong.price?.adjustment.problem == "This is not the price that you receive.")
        let typed = try await order(gets: "1000000000000000000", typedPrice: "1.0")
        #expect(typed.level == .caution)
        #expect(typed.price?.adjustment.problem == nil)
    }

    @Test(arguments: [false, true])
    func `an order for nothing is a danger, alone and in a bulk order`(isBulk: Bool) async throws {
        let said = try await order(gets: "0", isBulk: isBulk)
        #expect(said.texts(.danger).contains { $0.contains("You would get nothing") })
        #expect(said.isComplete)
    }
}
