import BigInt
import Bridge
import Ethereum
import Testing
import Wallet

/// A number that may be an amount or the ID of an item.
@Suite struct ItemTests {
    private func approve(
        _ number: BigInt, to spender: EthereumAddress = Clarity.router, _ standard: TokenStandard?
    ) async throws -> Explanation {
        let data = try Clarity.data("approve(address,uint256)", .address(spender), .number(number))
        return await Clarity().say(
            data, to: Clarity.collection,
            holdings: standard.map { Holdings(standards: [Clarity.collection: $0]) } ?? .unknown)
    }

    @Test func `an item of a collection is not shown as an amount, and cannot be adjusted`() async throws {
        let said = try await approve(3, .erc721)
        #expect(said.sentence == "Allow Uniswap V2 router to take item 3 of a collection.")
        #expect(said.cap == nil)
        #expect(said.rows.contains { $0.role == .amount && $0.value == .exact("3") })
        #expect(try await approve(3, to: Clarity.stranger, .erc721).level == .danger)
    }

    @Test func `a token amount is shown as an amount if the chain confirms it`() async throws {
        let said = try await approve(3, .erc20)
        #expect(said.sentence == "Allow Uniswap V2 router to spend up to 3 base units of an unknown token.")
        #expect(said.cap?.value == "3")
    }

    @Test func `both readings are shown if the standard is not known`() async throws {
        let said = try await approve(3, nil)
        #expect(
            said.sentence
                == "Allow Uniswap V2 router to take item 3 of a collection, or to spend 3 base units of an unknown token."
        )
        #expect(said.level == .caution)
        #expect(said.cap == nil)
        #expect(try await approve(3, to: Clarity.stranger, nil).level == .danger)
        #expect(try await approve(0, to: Clarity.stranger, nil).level == .danger)
    }

    @Test func `a transfer to a new address of what may be an item is a danger`() async throws {
        let data = try Clarity.data(
            "transferFrom(address,address,uint256)", .address(Clarity.me), .address(Clarity.stranger), .number(7))
        let unknown = await Clarity().say(data, to: Clarity.collection)
        #expect(unknown.sentence.hasPrefix("Send item 7 of a collection, or 7 base units"))
        #expect(unknown.level == .danger)
        let item = await Clarity().say(
            data, to: Clarity.collection, holdings: Holdings(standards: [Clarity.collection: .erc721]))
        #expect(item.sentence == "Send item 7 of a collection to 0x8617…070D.")
    }

    @Test func `a contract cannot redefine a token that the wallet knows`() async throws {
        let data = try Clarity.data("approve(address,uint256)", .address(Clarity.router), .number(3_000_000))
        let said = await Clarity().say(
            data, to: Clarity.usdc, holdings: Holdings(standards: [Clarity.usdc: .erc721]))
        #expect(said.sentence == "Allow Uniswap V2 router to spend up to 3 USDC.")
    }
}
