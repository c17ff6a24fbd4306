import BigInt
import Bridge
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A number that may be an amount or the ID of an item.
@Suite struct ItemTests {
    private func approve(
        _ number: BigInt, to spender: EthereumAddress = ClearSigningFixture.router, _ standard: TokenStandard?
    ) async throws -> Explanation {
        let data = try ClearSigningFixture.data("approve(address,uint256)", .address(spender), .number(number))
        return await ClearSigningFixture().say(
            data, to: ClearSigningFixture.collection,
            holdings: standard.map { Holdings(standards: [ClearSigningFixture.collection: $0]) } ?? .unknown)
    }

    @Test func `an item of a collection is not shown as an amount, and cannot be adjusted`() async throws {
        let said = try await approve(3, .erc721)
        #expect(said.sentence == "Allow Uniswap V2 router to take item 3 of a collection.")
        #expect(said.cap == nil)
        #expect(said.rows.contains { $0.role == .amount && $0.value == .exact("3") })
        #expect(try await approve(3, to: ClearSigningFixture.unknown, .erc721).level == .danger)
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
        #expect(try await approve(3, to: ClearSigningFixture.unknown, nil).level == .danger)
        #expect(try await approve(0, to: ClearSigningFixture.unknown, nil).level == .danger)
    }

    @Test func `a transfer to a new address of what may be an item is a danger`() async throws {
        let data = try ClearSigningFixture.data(
            "transferFrom(address,address,uint256)", .address(ClearSigningFixture.me),
            .address(ClearSigningFixture.unknown), .number(7))
        let unknown = await ClearSigningFixture().say(data, to: ClearSigningFixture.collection)
        #expect(unknown.sentence.hasPrefix("Send item 7 of a collection (or 7 base units"))
        #expect(unknown.level == .danger)
        let item = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.collection,
            holdings: Holdings(standards: [ClearSigningFixture.collection: .erc721]))
        #expect(item.sentence == "Send item 7 of a collection to 0x8617…070D.")
    }

    @Test func `a contract cannot redefine a token that the wallet knows`() async throws {
        let data = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.router), .number(3_000_000))
        let said = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.usdc, holdings: Holdings(standards: [ClearSigningFixture.usdc: .erc721]))
        #expect(said.sentence == "Allow Uniswap V2 router to spend up to 3 USDC.")
    }

    @Test func `a plain transfer of an item is not shown as an amount`() async throws {
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(7))
        let item = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.collection,
            holdings: Holdings(standards: [ClearSigningFixture.collection: .erc721]))
        #expect(item.sentence == "Send item 7 of a collection to 0x5290…9EE7.")
        #expect(item.row("Item")?.value == .exact("7"))
        let unknown = await ClearSigningFixture().say(data, to: ClearSigningFixture.collection)
        #expect(
            unknown.sentence
                == "Send item 7 of a collection (or 7 base units of an unknown token) to 0x5290…9EE7.")
        let large = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .uint(BigUInt(1) << 130))
        #expect(await ClearSigningFixture().say(large, to: ClearSigningFixture.collection).row("Amount") != nil)
    }

    @Test func `an item that Permit2 or a bulk tool moves is not shown as an amount`() async throws {
        let permit2 = ClearSigningFixture.address("0x000000000022D473030F116dDEE9F6B43aC78BA3")
        let moved = try ClearSigningFixture.data(
            "transferFrom(address,address,uint160,address)", .address(ClearSigningFixture.me),
            .address(ClearSigningFixture.friend),
            .number(7), .address(ClearSigningFixture.collection))
        let items = Holdings(standards: [ClearSigningFixture.collection: .erc721])
        let move = await ClearSigningFixture().say(moved, to: permit2, holdings: items)
        #expect(move.sentence == "Send item 7 of a collection to 0x5290…9EE7.")
        let approve = try ClearSigningFixture.data(
            "approve(address,address,uint160,uint48)", .address(ClearSigningFixture.collection),
            .address(ClearSigningFixture.router),
            .number(7), .number(1_700_000_600))
        let known = await ClearSigningFixture().say(approve, to: permit2, holdings: items)
        #expect(
            known.sentence == "Allow Uniswap V2 router to take any item of a collection up to number 7.")
        let unknown = await ClearSigningFixture().say(approve, to: permit2)
        #expect(
            unknown.sentence
                == "Allow Uniswap V2 router to take any item of a collection up to number 7, or to spend 7 base units of "
                + "an unknown token.")
        #expect(unknown.level == .caution)
        let bulk = try ClearSigningFixture.data(
            "disperseToken(address,address[],uint256[])", .address(ClearSigningFixture.collection),
            .array([.address(ClearSigningFixture.friend)]), .array([.number(7)]))
        let sent = await ClearSigningFixture().say(bulk, to: ClearSigningFixture.unknown, holdings: items)
        #expect(sent.sentence.contains("item 7 of a collection"))
    }

    @Test func `a permission of ERC-6909 is for an amount of an item`() async throws {
        func say(_ amount: BigUInt, _ spender: EthereumAddress) async throws -> Explanation {
            let data = try ClearSigningFixture.data(
                "approve(address,uint256,uint256)", .address(spender), .number(7), .uint(amount))
            return await ClearSigningFixture().say(data, to: ClearSigningFixture.collection)
        }
        let said = try await say(5_000, ClearSigningFixture.unknown)
        #expect(
            said.sentence
                == "Allow 0x8617…070D to take up to 5000 of item 7 of a collection, or to spend 5000 base units of an "
                + "unknown token.")
        #expect(said.row("Item")?.value == .exact("7"))
        #expect(said.row("Up to")?.value == .exact("5000"))
        #expect(said.level == .danger)
        #expect(said.cap == nil)
        #expect(try await say(5_000, ClearSigningFixture.router).level == .caution)
        #expect(try await say(ClearSigningFixture.everything, ClearSigningFixture.router).level == .danger)
        #expect(
            try await say(0, ClearSigningFixture.unknown).sentence
                == "Revoke the permission of 0x8617…070D to take item 7 of a collection.")
        let data = try ClearSigningFixture.data(
            "approve(address,uint256,uint256)", .address(ClearSigningFixture.router), .number(0), .number(5_000_000))
        let token = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc)
        #expect(token.sentence == "Allow Uniswap V2 router to spend up to 5 USDC.")
        #expect(token.cap == nil)
    }

    @Test func `the other functions of ERC-6909 name the item, its amount and the operator`() async throws {
        let send = try ClearSigningFixture.data(
            "transfer(address,uint256,uint256)", .address(ClearSigningFixture.friend), .number(7), .number(5_000))
        let sent = await ClearSigningFixture().say(send, to: ClearSigningFixture.collection)
        #expect(sent.sentence == "Send 5000 of item 7 of a collection to 0x5290…9EE7.")
        #expect(sent.row("Item")?.value == .exact("7"))
        #expect(sent.row("Item")?.note == "5000 of it")
        let move = try ClearSigningFixture.data(
            "transferFrom(address,address,uint256,uint256)", .address(ClearSigningFixture.me),
            .address(ClearSigningFixture.unknown),
            .number(7), .number(5_000))
        let moved = await ClearSigningFixture().say(move, to: ClearSigningFixture.collection)
        #expect(moved.sentence == "Send 5000 of item 7 of a collection to 0x8617…070D.")
        #expect(moved.level == .danger)
        let operate = try ClearSigningFixture.data(
            "setOperator(address,bool)", .address(ClearSigningFixture.router), .bool(true))
        let operated = await ClearSigningFixture().say(operate, to: ClearSigningFixture.collection)
        #expect(operated.sentence == "Allow Uniswap V2 router to take all your NFTs or tokens in this contract.")
        #expect(operated.level == .danger)
    }

    @Test func `an item that a call burns or deposits is not shown as an amount`() async throws {
        let items = Holdings(standards: [ClearSigningFixture.collection: .erc721])
        let burn = try ClearSigningFixture.data("burn(uint256)", .number(7))
        #expect(
            await ClearSigningFixture().say(burn, to: ClearSigningFixture.collection, holdings: items).sentence
                == "Burn item 7.")
        let supply = try ClearSigningFixture.data(
            "supply(address,uint256)", .address(ClearSigningFixture.collection), .number(7))
        let said = await ClearSigningFixture().say(supply, to: ClearSigningFixture.unknown, holdings: items)
        #expect(said.sentence == "Supply item 7.")
        #expect(said.row("You send")?.note == "item 7")
    }
}
