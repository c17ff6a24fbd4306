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

    @Test func `a plain transfer of an item is not shown as an amount`() async throws {
        let data = try Clarity.data("transfer(address,uint256)", .address(Clarity.friend), .number(7))
        let item = await Clarity().say(
            data, to: Clarity.collection, holdings: Holdings(standards: [Clarity.collection: .erc721]))
        #expect(item.sentence == "Send item 7 of a collection to 0x5290…9EE7.")
        #expect(item.row("Item")?.value == .exact("7"))
        let unknown = await Clarity().say(data, to: Clarity.collection)
        #expect(
            unknown.sentence
                == "Send item 7 of a collection, or 7 base units of an unknown token, to 0x5290…9EE7.")
        let large = try Clarity.data(
            "transfer(address,uint256)", .address(Clarity.friend), .uint(BigUInt(1) << 130))
        #expect(await Clarity().say(large, to: Clarity.collection).row("Amount") != nil)
    }

    @Test func `an item that Permit2 or a bulk tool moves is not shown as an amount`() async throws {
        let permit2 = Clarity.address("0x000000000022D473030F116dDEE9F6B43aC78BA3")
        let moved = try Clarity.data(
            "transferFrom(address,address,uint160,address)", .address(Clarity.me), .address(Clarity.friend),
            .number(7), .address(Clarity.collection))
        let items = Holdings(standards: [Clarity.collection: .erc721])
        let move = await Clarity().say(moved, to: permit2, holdings: items)
        #expect(move.sentence == "Send item 7 of a collection to 0x5290…9EE7.")
        let approve = try Clarity.data(
            "approve(address,address,uint160,uint48)", .address(Clarity.collection), .address(Clarity.router),
            .number(7), .number(1_700_000_600))
        let known = await Clarity().say(approve, to: permit2, holdings: items)
        #expect(
            known.sentence == "Allow Uniswap V2 router to take any item of a collection up to number 7.")
        let unknown = await Clarity().say(approve, to: permit2)
        #expect(
            unknown.sentence
                == "Allow Uniswap V2 router to take any item of a collection up to number 7, or to spend 7 base units of "
                + "an unknown token.")
        #expect(unknown.level == .caution)
        let bulk = try Clarity.data(
            "disperseToken(address,address[],uint256[])", .address(Clarity.collection),
            .array([.address(Clarity.friend)]), .array([.number(7)]))
        let sent = await Clarity().say(bulk, to: Clarity.stranger, holdings: items)
        #expect(sent.sentence.contains("item 7 of a collection"))
    }

    @Test func `a permission of ERC-6909 is for an amount of an item`() async throws {
        func say(_ amount: BigUInt, _ spender: EthereumAddress) async throws -> Explanation {
            let data = try Clarity.data(
                "approve(address,uint256,uint256)", .address(spender), .number(7), .uint(amount))
            return await Clarity().say(data, to: Clarity.collection)
        }
        let said = try await say(5_000, Clarity.stranger)
        #expect(
            said.sentence
                == "Allow 0x8617…070D to take up to 5000 of item 7 of a collection, or to spend 5000 base units of an "
                + "unknown token.")
        #expect(said.row("Item")?.value == .exact("7"))
        #expect(said.row("Up to")?.value == .exact("5000"))
        #expect(said.level == .danger)
        #expect(said.cap == nil)
        #expect(try await say(5_000, Clarity.router).level == .caution)
        #expect(try await say(Clarity.everything, Clarity.router).level == .danger)
        #expect(
            try await say(0, Clarity.stranger).sentence
                == "Revoke the permission of 0x8617…070D to take item 7 of a collection.")
        let data = try Clarity.data(
            "approve(address,uint256,uint256)", .address(Clarity.router), .number(0), .number(5_000_000))
        let token = await Clarity().say(data, to: Clarity.usdc)
        #expect(token.sentence == "Allow Uniswap V2 router to spend up to 5 USDC.")
        #expect(token.cap == nil)
    }

    @Test func `the other functions of ERC-6909 name the item, its amount and the operator`() async throws {
        let send = try Clarity.data(
            "transfer(address,uint256,uint256)", .address(Clarity.friend), .number(7), .number(5_000))
        let sent = await Clarity().say(send, to: Clarity.collection)
        #expect(sent.sentence == "Send 5000 of item 7 of a collection to 0x5290…9EE7.")
        #expect(sent.row("Item")?.value == .exact("7"))
        #expect(sent.row("Item")?.note == "5000 of it")
        let move = try Clarity.data(
            "transferFrom(address,address,uint256,uint256)", .address(Clarity.me), .address(Clarity.stranger),
            .number(7), .number(5_000))
        let moved = await Clarity().say(move, to: Clarity.collection)
        #expect(moved.sentence == "Send 5000 of item 7 of a collection to 0x8617…070D.")
        #expect(moved.level == .danger)
        let operate = try Clarity.data("setOperator(address,bool)", .address(Clarity.router), .bool(true))
        let operated = await Clarity().say(operate, to: Clarity.collection)
        #expect(operated.sentence == "Allow Uniswap V2 router to take all your NFTs or tokens in this contract.")
        #expect(operated.level == .danger)
    }

    @Test func `an item that a call burns or deposits is not shown as an amount`() async throws {
        let items = Holdings(standards: [Clarity.collection: .erc721])
        let burn = try Clarity.data("burn(uint256)", .number(7))
        #expect(await Clarity().say(burn, to: Clarity.collection, holdings: items).sentence == "Burn item 7.")
        let supply = try Clarity.data("supply(address,uint256)", .address(Clarity.collection), .number(7))
        let said = await Clarity().say(supply, to: Clarity.stranger, holdings: items)
        #expect(said.sentence == "Supply item 7.")
        #expect(said.row("You send")?.note == "item 7")
    }
}
