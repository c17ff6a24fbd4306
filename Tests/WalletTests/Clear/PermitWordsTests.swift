import BigInt
import Bridge
import Ethereum
import Testing
import Wallet

@Suite struct PermitWordsTests {
    private let permit =
        #""Permit":[{"name":"owner","type":"address"},{"name":"spender","type":"address"},"#
        + #"{"name":"value","type":"uint256"},{"name":"nonce","type":"uint256"},{"name":"deadline","type":"uint256"}]"#

    private func say(_ value: BigUInt, deadline: String, owner: EthereumAddress = Clarity.me) async throws
        -> Explanation
    {
        try await Clarity().say(
            typed: "Permit", types: permit,
            message: #"{"owner":"\#(owner)","spender":"\#(Clarity.stranger)","value":"\#(value)","nonce":"0","#
                + #""deadline":"\#(deadline)"}"#, contract: Clarity.usdc)
    }

    @Test func `a permit for a little and for now is to look at twice`() async throws {
        let said = try await say(5_000_000, deadline: "1700000600")
        #expect(said.sentence == "Let 0x8617…070D spend up to 5 USDC.")
        #expect(said.row("Signature good until")?.value == .ours("2023-11-14 22:23:20 UTC"))
        #expect(said.level == .caution)
    }

    @Test func `a permit without end is a danger`() async throws {
        #expect(try await say(Clarity.everything, deadline: "1700000600").level == .danger)
        #expect(try await say(5, deadline: "\(Clarity.everything)").level == .danger)
        #expect(try await say(5, deadline: "1703000000").level == .danger)
    }

    @Test func `a permit for the tokens of somebody else is told`() async throws {
        let said = try await say(5, deadline: "1700000600", owner: Clarity.friend)
        #expect(said.texts(.caution).contains { $0.contains("belong to another account") })
    }

    @Test func `an unlimited allowance in a Permit2 batch is a danger`() async throws {
        let types =
            #""PermitBatch":[{"name":"details","type":"PermitDetails[]"},{"name":"spender","type":"address"},"#
            + #"{"name":"sigDeadline","type":"uint256"}],"PermitDetails":[{"name":"token","type":"address"},"#
            + #"{"name":"amount","type":"uint160"},{"name":"expiration","type":"uint48"},"#
            + #"{"name":"nonce","type":"uint48"}]"#
        func entry(_ amount: BigUInt) -> String {
            #"{"token":"\#(Clarity.usdc)","amount":"\#(amount)","expiration":"1700000600","nonce":"0"}"#
        }
        let permit2 = Clarity.address("0x000000000022D473030F116dDEE9F6B43aC78BA3")
        let said = try await Clarity().say(
            typed: "PermitBatch", types: types,
            message: #"{"details":[\#(entry(1)),\#(entry((BigUInt(1) << 160) - 1))],"spender":"\#(Clarity.stranger)","#
                + #""sigDeadline":"1700000600"}"#, contract: permit2)
        #expect(said.sentence == "Do 2 things through a contract.")
        #expect(said.row("2")?.value == .ours("Let 0x8617…070D spend any amount of your USDC."))
        #expect(said.level == .danger)
    }

    @Test func `a permit of another form than any contract knows is a danger`() async throws {
        let said = try await Clarity().say(
            typed: "Permit", types: #""Permit":[{"name":"spender","type":"address"}]"#,
            message: #"{"spender":"\#(Clarity.stranger)"}"#, contract: Clarity.usdc)
        #expect(said.level == .danger)
    }

    private func order(gets amount: String) async throws -> Explanation {
        let item =
            #"{"name":"itemType","type":"uint8"},{"name":"token","type":"address"},"#
            + #"{"name":"identifierOrCriteria","type":"uint256"},{"name":"startAmount","type":"uint256"},"#
            + #"{"name":"endAmount","type":"uint256"}"#
        let types =
            #""OrderComponents":[{"name":"offerer","type":"address"},{"name":"zone","type":"address"},"#
            + #"{"name":"offer","type":"OfferItem[]"},{"name":"consideration","type":"ConsiderationItem[]"},"#
            + #"{"name":"startTime","type":"uint256"},{"name":"endTime","type":"uint256"}],"OfferItem":[\#(item)],"#
            + #""ConsiderationItem":[\#(item),{"name":"recipient","type":"address"}]"#
        let zero = "0x0000000000000000000000000000000000000000"
        let message =
            #"{"offerer":"\#(Clarity.me)","zone":"\#(zero)","offer":[{"itemType":2,"token":"#
            + #""\#(Clarity.collection)","identifierOrCriteria":"7","startAmount":"1","endAmount":"1"}],"#
            + #""consideration":[{"itemType":0,"token":"\#(zero)","identifierOrCriteria":"0","#
            + #""startAmount":"\#(amount)","endAmount":"\#(amount)","recipient":"\#(Clarity.me)"}],"#
            + #""startTime":"0","endTime":"1700000600"}"#
        return try await Clarity().say(
            typed: "OrderComponents", types: types, message: message, contract: Clarity.stranger)
    }

    @Test func `an order says what is given and what is got`() async throws {
        let said = try await order(gets: "1000000000000000000")
        #expect(said.row("You give")?.note == "item 7")
        #expect(said.row("You get")?.value == .ours("1 ETH"))
        #expect(said.level == .caution)
    }

    @Test func `an order for nothing is a danger`() async throws {
        #expect(try await order(gets: "0").level == .danger)
    }
}
