import BigInt
import Bridge
import ClearSigning
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct ClearSigningTests {
    @Test func `a payment shows the amount and the recipient`() async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.friend, name: "Anna")
        let said = await clarity.say(to: ClearSigningFixture.friend, value: 1_500_000_000_000_000_000)
        #expect(said.sentence == "Send 1.5 ETH to “Anna”.")
        #expect(said.verb == "Send")
        #expect(
            said.row("To")
                == Approval.Row("To", .exact(ClearSigningFixture.friend.description), note: "Anna", role: .recipient))
        #expect(said.warnings == [])
        #expect(said.recipients == [ClearSigningFixture.friend])
    }

    @Test func `a first-time recipient is marked as new`() async {
        let said = await ClearSigningFixture().say(to: ClearSigningFixture.friend, value: 1)
        #expect(said.row("To")?.note == "new")
        #expect(said.texts(.caution) == ["You have never sent anything of value to this address before."])
    }

    @Test func `a token amount is shown in the token's unit`() async throws {
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(12_500_000))
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc)
        #expect(said.sentence == "Send 12.5 USDC to 0x5290…9EE7.")
        #expect(said.row("Amount")?.value == .trusted("12.5 USDC"))
        #expect(said.row("Token")?.value == .exact(ClearSigningFixture.usdc.description))
    }

    @Test func `an unknown token has no misleading amount`() async throws {
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(5))
        let said = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.unknown,
            holdings: Holdings(standards: [ClearSigningFixture.unknown: .erc20]))
        #expect(said.sentence == "Send 5 base units of an unknown token to 0x5290…9EE7.")
        #expect(said.row("Amount")?.value.text.contains("base units") == true)
    }

    @Test func `a limited allowance is not a danger`() async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.friend, as: .spender)
        let data = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.friend), .number(500_000_000))
        let said = await clarity.say(data, to: ClearSigningFixture.usdc)
        #expect(said.sentence == "Allow 0x5290…9EE7 to spend up to 500 USDC.")
        #expect(said.verb == "Allow up to 500 USDC")
        #expect(said.warnings == [])
        #expect(said.cap?.value == "500")
    }

    @Test func `the button names the amount of an allowance only for a token that the wallet knows`() async throws {
        func verb(_ units: BigInt, _ token: EthereumAddress) async throws -> String {
            let data = try ClearSigningFixture.data(
                "approve(address,uint256)", .address(ClearSigningFixture.friend), .number(units))
            return await ClearSigningFixture().say(data, to: token).verb
        }
        #expect(
            try await verb(BigInt(ClearSigningFixture.everything), ClearSigningFixture.usdc) == "Allow unlimited USDC")
        #expect(try await verb(1, ClearSigningFixture.usdc) == "Allow up to 0.000001 USDC")
        // Too long for a button.
        #expect(try await verb(BigInt(1) << 200, ClearSigningFixture.usdc) == "Allow")
        #expect(try await verb(5, ClearSigningFixture.unknown) == "Allow")
    }

    @Test func `a transfer for a payment is called a payment, except from another account`() async throws {
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(12_500_000))
        let paid = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc, isForMerchant: true)
        #expect(paid.sentence == "Pay 12.5 USDC to 0x5290…9EE7.")
        #expect(paid.verb == "Pay")
        let moved = try ClearSigningFixture.data(
            "transferFrom(address,address,uint256)", .address(ClearSigningFixture.unknown),
            .address(ClearSigningFixture.friend), .number(1))
        #expect(
            await ClearSigningFixture().say(moved, to: ClearSigningFixture.usdc, isForMerchant: true).verb == "Move")
    }

    @Test func `revoking an allowance is harmless`() async throws {
        let data = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.unknown), .number(0))
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc)
        #expect(said.sentence == "Revoke the permission of 0x8617…070D to spend your USDC.")
        #expect(said.verb == "Revoke")
        #expect(said.warnings == [])
    }

    @Test func `a created contract shows its address and size`() async {
        let said = await ClearSigningFixture().say([1, 2, 3], to: nil)
        #expect(said.sentence == "Create a contract.")
        #expect(said.rows.map(\.label) == ["Contract address", "Code"])
    }

    @Test func `a known call shows its arguments`() async throws {
        let data = try ClearSigningFixture.data(
            "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", .number(7), .number(6),
            .array([.address(ClearSigningFixture.usdc), .address(ClearSigningFixture.friend)]),
            .address(ClearSigningFixture.me), .number(9))
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.unknown)
        #expect(said.sentence == "Swap 0.000007 USDC for at least 6 base units of an unknown token.")
        #expect(said.fields.map(\.path) == ["amountIn", "amountOutMin", "path[0]", "path[1]", "to", "deadline"])
        #expect(said.fields.map(\.value).last == "9")
    }

    @Test func `an allowance can be lowered before approving`() async throws {
        let data = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.friend), .uint(ClearSigningFixture.everything))
        let call = ContractCall(chainID: 1, from: ClearSigningFixture.me, to: ClearSigningFixture.usdc, data: data)
        let cap = try #require(await ClearSigningFixture().signing.explain(call, on: .ethereum).cap)
        #expect(cap.value == "unlimited")
        #expect(cap.symbol == "USDC")
        let capped = try #require(cap.call(call, cappedTo: "12.5"))
        #expect(
            capped.data
                == (try ClearSigningFixture.data(
                    "approve(address,uint256)", .address(ClearSigningFixture.friend), .number(12_500_000)))
        )
        #expect(cap.call(call, cappedTo: "unlimited") == call)
        for text in ["", "-1", "1e3", "12.1234567", "0x10", "1,5", ".5", "5.", String(repeating: "9", count: 90)] {
            #expect(cap.call(call, cappedTo: text) == nil, "\(text)")
        }
        var other = call
        other.data += [0]
        #expect(cap.call(other, cappedTo: "1") == nil)
    }

    @Test func `an explanation is added to an approval, the most severe warning first`() async throws {
        let data = try ClearSigningFixture.data(
            "setApprovalForAll(address,bool)", .address(ClearSigningFixture.unknown), .bool(true))
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.collection)
        var approval = Approval("Sign.", verb: "Sign")
        approval.rows = [Approval.Row("Network", .trusted("Ethereum"))]
        approval.warnings = [Approval.Warning(.caution, "Not encrypted.")]
        said.apply(to: &approval)
        #expect(approval.sentence == said.sentence)
        #expect(approval.rows.map(\.label) == ["Network", "Operator", "Collection"])
        #expect(approval.warnings.map(\.level) == [.danger, .caution, .caution])
        #expect(approval.level == .danger)
    }

    @Test func `an amount of an unknown token is shown in a row`() async throws {
        let deposit = try ClearSigningFixture.data(
            "deposit(uint256,address)", .number(1_234_567), .address(ClearSigningFixture.me))
        let said = await ClearSigningFixture().say(deposit, to: ClearSigningFixture.collection)
        #expect(said.sentence == "Deposit into a vault.")
        #expect(said.row("Amount")?.value == .trusted("1234567"))
        #expect(said.row("Amount")?.note == "assets, without decimals")
        let twice = try ClearSigningFixture.data("multicall(bytes[])", .array([.bytes(deposit), .bytes(deposit)]))
        #expect(
            await ClearSigningFixture().say(twice, to: ClearSigningFixture.collection).row("Amount")?.value
                == .trusted("1234567"))
        // What the sentence says already has no second row.
        let redeem = try ClearSigningFixture.data(
            "redeem(uint256,address,address)", .number(7), .address(ClearSigningFixture.me),
            .address(ClearSigningFixture.me))
        #expect(await ClearSigningFixture().say(redeem, to: ClearSigningFixture.collection).row("Amount") == nil)
    }

    @Test func `the amount of a message is shown in a row`() async throws {
        let types = """
            "HyperliquidTransaction:UsdSend":[{"name":"hyperliquidChain","type":"string"},
            {"name":"destination","type":"string"},{"name":"amount","type":"string"},{"name":"time","type":"uint64"}]
            """
        let message = """
            {"hyperliquidChain":"Mainnet","destination":"\(ClearSigningFixture.friend.description.lowercased())",
            "amount":"250.5","time":"1700000000000"}
            """
        let said = try await ClearSigningFixture().say(
            typed: "HyperliquidTransaction:UsdSend", types: types, message: message,
            contract: ClearSigningFixture.collection)
        #expect(said.sentence == "Send USDC from a Hyperliquid account.")
        #expect(said.row("Amount")?.value == .untrusted("250.5"))
    }
}
