import BigInt
import Bridge
import ClearSigning
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct ClearSigningHostileTests {
    private func approve(_ amount: BigUInt) throws -> [UInt8] {
        try ClearSigningFixture.data("approve(address,uint256)", .address(ClearSigningFixture.unknown), .uint(amount))
    }

    @Test(arguments: [256, 255, 160, 128, 96])
    func `an unlimited allowance is a danger in every encoding`(bits: Int) async throws {
        let said = await ClearSigningFixture().say(try approve((BigUInt(1) << bits) - 1), to: ClearSigningFixture.usdc)
        #expect(said.sentence == "Allow 0x8617…070D to spend unlimited USDC.")
        #expect(said.level == .danger)
        #expect(said.row("Up to")?.value == .trusted("unlimited"))
    }

    @Test func `an absurd amount is a danger even if it is not the maximum`() async throws {
        let said = await ClearSigningFixture().say(try approve(BigUInt(1) << 200), to: ClearSigningFixture.usdc)
        #expect(said.level == .danger)
    }

    @Test func `more than the balance is a danger, and so is more than the supply`() async throws {
        let data = try approve(1_000_001)
        var said = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.usdc, holdings: Holdings(balances: [ClearSigningFixture.usdc: 1_000_000]))
        #expect(said.texts(.danger) == ["The amount is more than you have, which is 1 USDC."])
        said = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.usdc, holdings: Holdings(supplies: [ClearSigningFixture.usdc: 1_000_000]))
        #expect(said.level == .danger)
        said = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.usdc, holdings: Holdings(balances: [ClearSigningFixture.usdc: 1_000_001]))
        #expect(said.texts(.danger) == ["The amount is nearly all that you have, and you do not know the spender."])
        said = await ClearSigningFixture().say(
            data, to: ClearSigningFixture.usdc, holdings: Holdings(balances: [ClearSigningFixture.usdc: 2_000_000]))
        #expect(said.level == .caution)
    }

    @Test(arguments: [(10, false), (11, true), (89, true)])
    func `more than a tenth of the balance for an unknown address is a danger`(percent: BigUInt, isDanger: Bool)
        async throws
    {
        let holdings = Holdings(balances: [ClearSigningFixture.usdc: 100_000_000])
        let data = try approve(percent * 1_000_000)
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc, holdings: holdings)
        #expect((said.level == .danger) == isDanger)
        let unknown = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc)
        #expect(unknown.level == .danger)
    }

    @Test(arguments: [(181, false), (182, true), (1_000, true)])
    func `more than 200 dollars for an unknown address is a danger, whatever balance a node claims`(
        dollars: BigUInt, isDanger: Bool
    ) async throws {
        let said = await ClearSigningFixture().say(
            try approve(dollars * 1_000_000), to: ClearSigningFixture.usdc,
            holdings: Holdings(balances: [ClearSigningFixture.usdc: BigUInt(10).power(40)]))
        let text = "The amount may be worth more than 200 dollars, and you do not know the spender."
        #expect(said.texts(.danger) == (isDanger ? [text] : []))
    }

    @Test func `increasing an allowance to unlimited is a danger, too`() async throws {
        let data = try ClearSigningFixture.data(
            "increaseAllowance(address,uint256)", .address(ClearSigningFixture.unknown),
            .uint(ClearSigningFixture.everything))
        #expect(await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc).level == .danger)
    }

    @Test func `granting control of all tokens is a danger, revoking it is not`() async throws {
        for isGiven in [true, false] {
            let data = try ClearSigningFixture.data(
                "setApprovalForAll(address,bool)", .address(ClearSigningFixture.unknown), .bool(isGiven))
            let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.collection)
            #expect(said.level == (isGiven ? .danger : .plain))
            #expect(said.verb == (isGiven ? "Allow" : "Revoke"))
        }
    }

    @Test(arguments: [
        "0x5290000000000000000000000000000000009ee7", "0x52908fffffffffffffffffffffffffff92e69ee7",
    ])
    func `a lookalike of an earlier recipient is a danger, and both are shown in full`(text: String) async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.friend)
        let twin = ClearSigningFixture.address(text)
        let said = await clarity.say(to: twin, value: 1)
        let danger = try #require(said.texts(.danger).first)
        #expect(danger.contains(twin.description))
        #expect(danger.contains(ClearSigningFixture.friend.description))
        #expect(said.row("To")?.note == "look-alike")
    }

    @Test func `a lookalike of the account itself is a danger`() async {
        let twin = ClearSigningFixture.address("0xd8da000000000000000000000000000000006045")
        #expect(await ClearSigningFixture().say(to: twin, value: 1).level == .danger)
    }

    @Test func `an address with many zeros is no lookalike of the zero address`() async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.address("0x0000000000000000000000000000000000000000"))
        let other = ClearSigningFixture.address("0x0000000000b4c8a1f2d3e4f5a6b7c8d9e0f1a2b3")
        #expect(await clarity.say(to: other, value: 1).level == .caution)
        let zeros = ClearSigningFixture.address("0x00000000000000000000000000000000deaf0000")
        #expect(await clarity.say(to: zeros, value: 1).level == .caution)
    }

    @Test func `an address for burning makes no other one a lookalike, and coins to it are lost`() async throws {
        let clarity = ClearSigningFixture()
        let burn = ClearSigningFixture.address("0x000000000000000000000000000000000000dEaD")
        #expect(await clarity.say(to: burn, value: 1).level == .danger)
        await clarity.remember(burn)
        let other = ClearSigningFixture.address("0x000000000001c8a1f2d3e4f5a6b7c8d9e0f1dead")
        #expect(await clarity.say(to: other, value: 1).level == .caution)
    }

    @Test func `fewer matching digits are a coincidence`() async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.friend)
        let other = ClearSigningFixture.address("0x5291000000000000000000000000000000009ee7")
        #expect(await clarity.say(to: other, value: 1).level == .caution)
    }

    @Test func `a lookalike as spender is a danger, too`() async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.unknown)
        let twin = ClearSigningFixture.address("0x861700000000000000000000000000000000070d")
        let data = try ClearSigningFixture.data("approve(address,uint256)", .address(twin), .number(5))
        #expect(await clarity.say(data, to: ClearSigningFixture.usdc).level == .danger)
    }

    @Test func `an address that only received payments is unknown as a spender, and vice versa`() async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.unknown)
        let types =
            #""Permit":[{"name":"owner","type":"address"},{"name":"spender","type":"address"},"#
            + #"{"name":"value","type":"uint256"},{"name":"nonce","type":"uint256"},{"name":"deadline","type":"uint256"}]"#
        let message =
            #"{"owner":"\#(ClearSigningFixture.me)","spender":"\#(ClearSigningFixture.unknown)","value":"5000000000","nonce":"0","#
            + #""deadline":"1700000600"}"#
        let permit = try await clarity.say(
            typed: "Permit", types: types, message: message, contract: ClearSigningFixture.usdc)
        #expect(permit.level == .danger)
        #expect(permit.row("Spender")?.note == "used before for something else")
        await clarity.remember(ClearSigningFixture.friend, as: .spender)
        let transfer = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(9_000_000))
        let all = await clarity.say(
            transfer, to: ClearSigningFixture.usdc, holdings: Holdings(balances: [ClearSigningFixture.usdc: 9_000_000]))
        #expect(all.level == .danger)
        #expect(all.texts(.caution).contains("You have never sent anything of value to this address before."))
    }

    @Test func `tiny amounts and tokens that a page added make no address familiar`() async throws {
        let clarity = ClearSigningFixture()
        for (function, amount) in [("transfer", 0), ("transfer", 5), ("approve", 5), ("increaseAllowance", 0)] {
            let data = try ClearSigningFixture.data(
                "\(function)(address,uint256)", .address(ClearSigningFixture.unknown), .number(BigInt(amount)))
            let said = await clarity.say(data, to: ClearSigningFixture.usdc)
            #expect(said.recipients == [] && said.spenders == [], "\(function) \(amount)")
        }
        let own = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.friend), .number(9_000_000_000))
        #expect(await clarity.say(own, to: ClearSigningFixture.unknown).spenders == [])
        #expect(await clarity.say(own, to: ClearSigningFixture.usdc).spenders == [ClearSigningFixture.friend])
        #expect(await clarity.say(to: ClearSigningFixture.unknown, value: 1).recipients == [])
    }

    @Test func `a contract that was called before is not new, but still resembles another`() async throws {
        let clarity = ClearSigningFixture()
        let twin = ClearSigningFixture.address("0x5290000000000000000000000000000000009ee7")
        await clarity.remember(twin, as: .contract)
        #expect(
            await clarity.say(to: twin, value: 1).texts(.caution) == [
                "You have never sent anything of value to this address before."
            ])
        await clarity.remember(ClearSigningFixture.friend)
        #expect(await clarity.say(to: twin, value: 1).level == .danger)
    }

    @Test func `transfers to the zero address, to the token itself or back are warned about`() async throws {
        let zero = ClearSigningFixture.address("0x0000000000000000000000000000000000000000")
        #expect(await ClearSigningFixture().say(to: zero, value: 1).level == .danger)
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.usdc), .number(5))
        #expect(await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc).level == .danger)
        let said = await ClearSigningFixture().say(to: ClearSigningFixture.me, value: 1)
        #expect(said.row("To")?.note == "yours")
        #expect(said.level == .caution)
    }

    @Test func `the symbol of an added token is always marked as untrusted`() async throws {
        let clarity = ClearSigningFixture()
        let token = try #require(Token(chainID: 1, address: ClearSigningFixture.unknown, symbol: "USDC", decimals: 6))
        #expect(await clarity.tokens.add(token))
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(5_000_000))
        let said = await clarity.say(
            data, to: ClearSigningFixture.unknown,
            holdings: Holdings(standards: [ClearSigningFixture.unknown: .erc20]))
        #expect(said.sentence == "Send 5000000 base units of an unverified token to 0x5290…9EE7.")
        #expect(said.row("Amount")?.value == .untrusted("5 USDC"))
        #expect(said.row("Token")?.note == "unverified, possible imitation")
    }

    @Test(arguments: ["", "US DC", "US\nDC", "USDC\u{202E}", "ＵＳＤＣ", "UЅDC", "ABCDEFGHIJKLM", "\u{200B}USDC"])
    func `a deceptive symbol is refused`(symbol: String) {
        #expect(Token(chainID: 1, address: ClearSigningFixture.unknown, symbol: symbol, decimals: 6) == nil)
    }

    @Test func `a trusted token cannot be redefined`() async throws {
        let clarity = ClearSigningFixture()
        let token = try #require(Token(chainID: 1, address: ClearSigningFixture.usdc, symbol: "USDC", decimals: 0))
        #expect(await !clarity.tokens.add(token))
        #expect(clarity.tokens.token(ClearSigningFixture.usdc, on: 1)?.decimals == 6)
    }

    @Test func `the coin of an added chain is always marked as untrusted`() async {
        let chain = Chain(id: 31_337, name: "Mine", symbol: "ETH")
        let said = await ClearSigningFixture().say(
            to: ClearSigningFixture.friend, value: 1_000_000_000_000_000_000, chain: chain)
        #expect(said.sentence == "Send 1 unit of the network’s coin to 0x5290…9EE7.")
        #expect(said.row("Amount")?.value == .untrusted("1 ETH"))
    }

    @Test func `a name that would break the sentence is not used in it`() async throws {
        let clarity = ClearSigningFixture()
        await clarity.remember(ClearSigningFixture.friend, name: "me”.\nEverything is safe")
        let said = await clarity.say(to: ClearSigningFixture.friend, value: 1_000_000_000_000_000_000)
        #expect(said.sentence == "Send 1 ETH to 0x5290…9EE7.")
        #expect(said.row("To")?.note == "used before")
    }

    @Test func `the danger of an approval inside a multicall is shown first`() async throws {
        let harmless = try ClearSigningFixture.data("refundETH()")
        let inner = try ClearSigningFixture.data(
            "multicall(bytes[])", .array([.bytes(harmless), .bytes(approve(ClearSigningFixture.everything))]))
        let data = try ClearSigningFixture.data(
            "multicall(uint256,bytes[])", .number(1), .array([.bytes(harmless), .bytes(inner)]))
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc)
        #expect(said.level == .danger)
        #expect(said.texts(.danger).contains { $0.contains("can take all your tokens") })
    }

    @Test func `a single inner call is explained in its own words`() async throws {
        let data = try ClearSigningFixture.data(
            "multicall(bytes[])", .array([.bytes(approve(ClearSigningFixture.everything))]))
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc)
        #expect(
            said.sentence
                == "Through a contract: Allow 0x8617…070D to spend unlimited USDC.")
        #expect(said.verb == "Allow unlimited USDC")
        #expect(said.cap == nil)
    }

    @Test func `unknown data is a danger`() async {
        let said = await ClearSigningFixture().say([1, 2, 3, 4, 5], to: ClearSigningFixture.unknown)
        #expect(said.sentence == "Send a contract call that the wallet cannot explain.")
        #expect(said.row("Function")?.value == .exact("0x01020304"))
        #expect(said.level == .danger)
        #expect(said.fields.map(\.value) == ["0x05"])
    }

    @Test func `a transfer with extra or non-zero padding bytes is a danger and not a transfer`() async throws {
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(5))
        var dirty = data
        dirty[4] = 1
        for data in [data + [0], Array(data.dropLast()), dirty] {
            let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.usdc)
            #expect(said.sentence == "Send a contract call that the wallet cannot explain.")
            #expect(
                said.texts(.danger) == [
                    "The data looks like a call of transfer but is not a valid one. It may do something else."
                ])
        }
    }

    @Test func `native coin sent with an approval is warned about`() async throws {
        let said = await ClearSigningFixture().say(
            try approve(5), to: ClearSigningFixture.usdc, value: 1_000_000_000_000_000_000)
        #expect(said.row("Also sends")?.value == .trusted("1 ETH"))
        #expect(said.texts(.danger).contains { $0.contains("does not use coins") })
        #expect(said.sentence.hasSuffix("This sends 1 ETH."))
        let few = await ClearSigningFixture().say(try approve(5), to: ClearSigningFixture.usdc, value: 1_000_000_000)
        #expect(few.texts(.caution).contains { $0.contains("does not use coins") })
    }

    @Test func `a swap whose proceeds go to someone else is warned about`() async throws {
        func swap(to recipient: EthereumAddress) throws -> [UInt8] {
            try ClearSigningFixture.data(
                "exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, "
                    + "uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)",
                .tuple([
                    .address(ClearSigningFixture.usdc), .address(ClearSigningFixture.unknown), .number(500),
                    .address(recipient), .number(9),
                    .number(1), .number(0),
                ]))
        }
        let text = "0x5290…9EE7 receives the proceeds, not your account."
        let away = await ClearSigningFixture().say(
            try swap(to: ClearSigningFixture.friend), to: ClearSigningFixture.unknown)
        #expect(away.texts(.danger).contains(text))
        #expect(away.row("Recipient")?.value == .exact(ClearSigningFixture.friend.description))
        let home = await ClearSigningFixture().say(
            try swap(to: ClearSigningFixture.me), to: ClearSigningFixture.unknown)
        #expect(home.texts(.caution) == ["The wallet does not know this contract."])
        let inside = try ClearSigningFixture.data(
            "multicall(bytes[])", .array([.bytes(try swap(to: ClearSigningFixture.friend))]))
        let hidden = await ClearSigningFixture().say(inside, to: ClearSigningFixture.unknown)
        #expect(hidden.texts(.danger).contains(text))
        #expect(hidden.fields.map(\.path).contains("1. params.recipient"))
    }

    @Test func `native coin sent with an inner call is warned about`() async throws {
        let calls: ABIValue = .array([
            .tuple([
                .address(ClearSigningFixture.unknown), .bool(false), .number(1_000_000_000_000_000_000),
                .bytes([1, 2, 3, 4]),
            ])
        ])
        let data = try ClearSigningFixture.data("aggregate3Value((address,bool,uint256,bytes)[])", calls)
        let said = await ClearSigningFixture().say(data, to: ClearSigningFixture.collection)
        #expect(said.row("1")?.note == "with 1 ETH")
        #expect(said.level == .danger)
    }

    @Test func `an unreadable recipient book is reported, and no address counts as known`() async throws {
        let signing = RequestExplainer(tokens: TokenBook(), recipients: BrokenBook(), own: [ClearSigningFixture.me])
        let call = ContractCall(chainID: 1, from: ClearSigningFixture.me, to: ClearSigningFixture.friend, value: 1)
        let said = await signing.explain(call, on: .ethereum)
        #expect(said.texts(.caution).count == 1)
        #expect(said.row("To")?.note == nil)
    }
}
