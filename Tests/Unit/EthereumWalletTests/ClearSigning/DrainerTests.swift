import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// Requests that take the account's funds, each in a form that a check of function names alone would miss.
@Suite struct DrainerTests {
    private static let word = [UInt8](repeating: 0, count: 32)
    private static let ether = BigInt(1_000_000_000_000_000_000)
    private static let hiddenTerms =
        "The call has terms that the wallet cannot read: it may move something other than what is shown."

    private let clarity = ClearSigningFixture()

    private func say(_ signature: String, _ arguments: ABIValue..., to: EthereumAddress, value: BigUInt = 0)
        async throws
        -> Explanation
    {
        await clarity.say(try ABIFunction(signature).call(arguments), to: to, value: value)
    }

    @Test func `an unlimited allowance in rare variants of approve is a danger, and shows its spender`() async throws {
        let spender: ABIValue = .address(ClearSigningFixture.unknown)
        let all: ABIValue = .uint(ClearSigningFixture.everything)
        let said: [Explanation] = [
            try await say(
                "approveAndCall(address,uint256,bytes)", spender, all, .bytes([]), to: ClearSigningFixture.usdc),
            try await say("approveAndCall(address,uint256)", spender, all, to: ClearSigningFixture.usdc),
            try await say("increaseApproval(address,uint256)", spender, all, to: ClearSigningFixture.usdc),
            try await say(
                "safeApprove(address,address,uint256)", .address(ClearSigningFixture.usdc), spender, all,
                to: ClearSigningFixture.friend),
            try await say("authorizeOperator(address)", spender, to: ClearSigningFixture.usdc),
            try await say("setOperator(address,bool)", spender, .bool(true), to: ClearSigningFixture.usdc),
            try await say("hope(address)", spender, to: ClearSigningFixture.usdc),
        ]
        for explanation in said {
            #expect(explanation.level == .danger)
            #expect(
                explanation.rows.contains {
                    $0.role == .spender && $0.value == .exact(ClearSigningFixture.unknown.description)
                })
            #expect(explanation.isComplete)
        }
    }

    @Test func `a transfer with data shows the amount and the recipient`() async throws {
        let said = try await say(
            "transferAndCall(address,uint256,bytes)", .address(ClearSigningFixture.unknown), .number(5_000_000),
            .bytes([1]),
            to: ClearSigningFixture.usdc)
        #expect(said.sentence == "Send 5 USDC to 0x8617…070D.")
        let burn = try await say("burn(uint256)", .number(7_000_000), to: ClearSigningFixture.usdc)
        #expect(burn.sentence == "Burn 7 USDC.")
    }

    @Test func `the website of a name is set with a danger`() async throws {
        let said = try await say(
            "setContenthash(bytes32,bytes)", .bytes(Self.word), .bytes([0xE3, 1]), to: ClearSigningFixture.collection)
        #expect(said.sentence == "Set the website of a name.")
        #expect(said.texts(.danger) == ["It hands over control: everything it controls can be lost."])
        #expect(said.isComplete)
    }

    @Test func `a burn whose proceeds go to someone else is a danger, to oneself it is not`() async throws {
        func burn(to address: EthereumAddress) async throws -> Explanation {
            try await say("burn(uint256,address)", .number(7_000_000), .address(address), to: ClearSigningFixture.usdc)
        }
        let other = try await burn(to: ClearSigningFixture.unknown)
        #expect(other.sentence == "Burn 7 USDC.")
        #expect(other.texts(.danger).contains("0x8617…070D receives the proceeds, not your account."))
        #expect(
            other.rows.contains {
                $0.role == .recipient && $0.value == .exact(ClearSigningFixture.unknown.description)
            })
        #expect(try await burn(to: ClearSigningFixture.me).level < .danger)
    }

    @Test func `a burn of items says how many`() async throws {
        let said = try await say(
            "burn(address,uint256,uint256)", .address(ClearSigningFixture.me), .number(7), .number(3),
            to: ClearSigningFixture.collection)
        #expect(said.sentence == "Burn 3 of item 7.")
    }

    @Test func `an unknown token together with a known one is a caution`() async throws {
        func add(_ token: EthereumAddress) async throws -> Explanation {
            try await say(
                "addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)",
                .address(ClearSigningFixture.usdc), .address(token), .number(7_000_000), .number(7_000_000),
                .number(6_900_000),
                .number(6_900_000), .address(ClearSigningFixture.me), .number(9), to: ClearSigningFixture.router)
        }
        let unknown = try await add(ClearSigningFixture.collection)
        #expect(unknown.texts(.caution).contains { $0.contains("does not know one of the tokens that you send") })
        #expect(unknown.texts(.danger) == [])
        let known = try await add(ClearSigningFixture.address("0xdAC17F958D2ee523a2206206994597C13D831ec7"))
        #expect(known.texts(.caution) == [])
    }

    @Test func `a vault withdrawal to someone else is a danger`() async throws {
        for signature in ["withdraw(uint256,address,address)", "redeem(uint256,address,address)"] {
            let said = try await say(
                signature, .number(1), .address(ClearSigningFixture.unknown), .address(ClearSigningFixture.me),
                to: ClearSigningFixture.collection)
            #expect(said.level == .danger)
            let home = try await say(
                signature, .number(1), .address(ClearSigningFixture.me), .address(ClearSigningFixture.me),
                to: ClearSigningFixture.collection)
            #expect(home.level == .caution)
        }
    }

    @Test(arguments: ["claim()", "mint()", "stake()", "deposit()", "withdraw()", "claimRewards()", "getReward()"])
    func `native coin for an unknown contract is a danger, whatever the function is called`(name: String)
        async throws
    {
        #expect(try await say(name, to: ClearSigningFixture.unknown, value: 1_000).level == .danger)
        #expect(try await say(name, to: ClearSigningFixture.unknown).level == .caution)
    }

    @Test(arguments: ["SecurityUpdate()", "networkMerge()", "connect()", "Verify()", "claimAirdrop()"])
    func `an unknown function is a danger, with and without native coin`(name: String) async throws {
        for value in [BigUInt(0), 1_000] {
            let said = try await say(name, to: ClearSigningFixture.unknown, value: value)
            #expect(said.level == .danger)
            #expect(!said.isComplete)
        }
    }

    @Test func `a refund for gas from a Safe is a danger in a call, too`() async throws {
        func run(price: BigInt) async throws -> Explanation {
            try await say(
                "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
                .address(ClearSigningFixture.friend), .number(0), .bytes([]), .number(0), .number(0), .number(1),
                .number(price),
                .address(ClearSigningFixture.usdc), .address(ClearSigningFixture.unknown), .bytes([1]),
                to: ClearSigningFixture.collection)
        }
        #expect(try await run(price: 5_000_000_000).level == .danger)
        #expect(try await run(price: 0).level < .danger)
    }

    @Test(arguments: [
        "transferOwnership(address)", "changeAdmin(address)", "upgradeTo(address)", "enableModule(address)",
        "setGuard(address)", "setOwner(address)", "addMinter(address)", "rely(address)",
    ])
    func `handing over control is a danger, also inside another call`(signature: String) async throws {
        let data = try ClearSigningFixture.data(signature, .address(ClearSigningFixture.unknown))
        #expect(await clarity.say(data, to: ClearSigningFixture.collection).level == .danger)
        let inside = try await say("multicall(bytes[])", .array([.bytes(data)]), to: ClearSigningFixture.collection)
        #expect(inside.level == .danger)
        #expect(inside.rows.contains { $0.value == .exact(ClearSigningFixture.unknown.description) })
    }

    @Test func `an allowance for a person is a danger`() async throws {
        let data = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.unknown), .number(5))
        let said = await clarity.say(
            data, to: ClearSigningFixture.usdc,
            holdings: Holdings(
                balances: [ClearSigningFixture.usdc: 100], codes: [ClearSigningFixture.unknown: .empty]))
        #expect(said.texts(.danger).contains { $0.contains("not a contract") })
    }

    @Test func `the recipient of an inner call is not remembered as known`() async throws {
        let transfer = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.unknown), .number(0))
        let said = try await say("multicall(bytes[])", .array([.bytes(transfer)]), to: ClearSigningFixture.usdc)
        #expect(said.recipients == [])
    }

    @Test func `sending the whole balance to a new address is a danger`() async throws {
        let data = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.unknown), .number(100))
        let all = await clarity.say(
            data, to: ClearSigningFixture.usdc, holdings: Holdings(balances: [ClearSigningFixture.usdc: 100]))
        #expect(all.level == .danger)
        let some = await clarity.say(
            data, to: ClearSigningFixture.usdc, holdings: Holdings(balances: [ClearSigningFixture.usdc: 200]))
        #expect(some.level == .caution)
        #expect(
            await clarity.say(to: ClearSigningFixture.unknown, value: 9, holdings: Holdings(coins: 9)).level == .danger
        )
    }

    @Test func `unexplained typed data is a danger, with a contract and whatever its name`() async throws {
        let fields = #"[{"name":"root","type":"bytes32"}]"#
        let zero = "0x" + String(repeating: "0", count: 64)
        for name in ["Root", "Withdraw", "Login", "Permit", "Order", "MetaTransaction"] {
            let said = try await clarity.say(
                typed: name, types: "\"\(name)\":\(fields)", message: #"{"root":"\#(zero)"}"#,
                contract: ClearSigningFixture.unknown)
            #expect(said.level == .danger)
            #expect(!said.isComplete)
        }
        let text = """
            {"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Withdraw":\(fields)},
            "primaryType":"Withdraw","domain":{"name":"Shop"},"message":{"root":"\(zero)"}}
            """
        let data = try TypedData(JSON(parsing: text))
        #expect(await clarity.signing.explain(data, on: .ethereum, signer: ClearSigningFixture.me).level == .danger)
    }

    @Test func `an approval in a meta-transaction is found`() async throws {
        let data = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.unknown), .uint(ClearSigningFixture.everything))
        let hex = Hex.encode(data)
        let types = #"""
            "MetaTransaction":[{"name":"nonce","type":"uint256"},{"name":"from","type":"address"},
            {"name":"functionSignature","type":"bytes"}]
            """#
        let message = #"{"nonce":0,"from":"\#(ClearSigningFixture.me)","functionSignature":"0x\#(hex)"}"#
        let said = try await clarity.say(
            typed: "MetaTransaction", types: types, message: message, contract: ClearSigningFixture.usdc)
        #expect(said.sentence == "Through a contract: Allow 0x8617…070D to spend unlimited USDC.")
        #expect(said.level == .danger)
    }

    @Test func `a Hyperliquid withdrawal to someone else is a danger, to oneself it is not`() async throws {
        let name = "HyperliquidTransaction:Withdraw"
        let types = #"""
            "\#(name)":[{"name":"hyperliquidChain","type":"string"},{"name":"destination","type":"string"},
            {"name":"amount","type":"string"},{"name":"time","type":"uint64"}]
            """#
        func withdraw(to address: EthereumAddress) async throws -> Explanation {
            try await clarity.say(
                typed: name, types: types,
                message: #"{"hyperliquidChain":"Mainnet","destination":"\#(address)","amount":"5","time":1}"#,
                contract: ClearSigningFixture.address("0x0000000000000000000000000000000000000000"))
        }
        #expect(try await withdraw(to: ClearSigningFixture.unknown).level == .danger)
        #expect(try await withdraw(to: ClearSigningFixture.me).level == .plain)
    }

    @Test func `a lending market that the wallet does not know, or an amount in shares, is a danger`() async throws {
        let wstETH = ClearSigningFixture.address("0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0")
        let oracle = ClearSigningFixture.address("0x48F7E36EB6B826B2dF4B2E630B62Cd25e89E40e2")
        let morpho = ClearSigningFixture.address("0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb")
        func act(_ name: String, assets: BigInt, shares: BigInt, oracle: EthereumAddress) async throws -> Explanation {
            let market: ABIValue = .tuple([
                .address(ClearSigningFixture.usdc), .address(wstETH), .address(oracle),
                .address(ClearSigningFixture.address("0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC")),
                .number(Self.ether / 100 * 86),
            ])
            return try await say(
                "\(name)((address,address,address,address,uint256),uint256,uint256,address,bytes)", market,
                .number(assets), .number(shares), .address(ClearSigningFixture.me), .bytes([]), to: morpho)
        }
        for (name, verb) in [("supply", "Supply"), ("repay", "Repay")] {
            let known = try await act(name, assets: 5_000_000, shares: 0, oracle: oracle)
            #expect(known.sentence == "\(verb) 5 USDC.")
            #expect(known.level == .plain)
            let unknown = try await act(name, assets: 5_000_000, shares: 0, oracle: ClearSigningFixture.unknown)
            #expect(unknown.texts(.danger).count == 1)
            #expect(unknown.texts(.danger).first?.hasPrefix("The wallet does not know this lending market.") == true)
            #expect(unknown.row("Oracle")?.value == .exact(ClearSigningFixture.unknown.description))
            let shares = try await act(name, assets: 0, shares: 5_000_000, oracle: oracle)
            #expect(shares.sentence == "\(verb) an amount given in shares.")
            #expect(
                shares.texts(.danger) == ["The call does not say how much it takes, or how much you will owe."])
        }
        let vault = try await say(
            "mint(uint256,address)", .number(9), .address(ClearSigningFixture.me), to: ClearSigningFixture.friend)
        #expect(vault.texts(.danger) == ["The call does not say how much it takes, or how much you will owe."])
    }

    @Test func `sending to a vault is a danger without an order that uses the tokens`() async throws {
        let usdc = ClearSigningFixture.address("0xaf88d065e77c8cC2239327C5EDb3A432268e5831")
        let weth = ClearSigningFixture.address("0x82aF49447D8a07e3bd95BD0d56f35241523fBab1")
        let vault = ClearSigningFixture.address("0x31eF83a530Fde1B38EE9A18093A333D8Bbbc40D5")
        let router = ClearSigningFixture.address("0x7C68C7866A64FA2160F78EEaE12217FFbf871fa8")
        let zero = ClearSigningFixture.address("0x0000000000000000000000000000000000000000")
        let chain = try #require(Chain.wellKnown.first { $0.id == 42_161 })
        let fee = try ClearSigningFixture.data("sendWnt(address,uint256)", .address(vault), .number(9_000))
        let collateral = try ClearSigningFixture.data(
            "sendTokens(address,address,uint256)", .address(usdc), .address(vault), .number(5_000_000))
        func order(_ token: EthereumAddress, kind: BigInt = 2) throws -> [UInt8] {
            try ClearSigningFixture.data(
                "createOrder(((address,address,address,address,address,address[]),"
                    + "(uint256,uint256,uint256,uint256,uint256,uint256,uint256),uint8,uint8,bool,bool,bytes32))",
                .tuple([
                    .tuple([
                        .address(ClearSigningFixture.me), .address(zero), .address(zero), .address(zero),
                        .address(token),
                        .array([]),
                    ]), .tuple((0..<7).map { _ in .number(5_000) }), .number(kind), .number(0), .bool(true),
                    .bool(false), .bytes(Self.word),
                ]))
        }
        func said(_ steps: [[UInt8]]) async throws -> [String] {
            let data = try ClearSigningFixture.data("multicall(bytes[])", .array(steps.map { .bytes($0) }))
            return await clarity.say(data, to: router, value: 9_000, chain: chain).texts(.danger)
        }
        let unused = "What you send stays in a vault: no order in this request uses it, but anyone else’s can."
        #expect(try await said([fee, collateral, order(usdc)]) == [])
        #expect(try await said([fee, order(usdc, kind: 4)]) == [])
        #expect(try await said([fee, collateral]) == [unused])
        #expect(try await said([fee, order(usdc), collateral]) == [unused])
        #expect(try await said([fee, collateral, order(weth)]) == [unused])
        #expect(try await said([fee, collateral, order(usdc, kind: 4)]) == [unused])
        #expect(await clarity.say(collateral, to: router, chain: chain).texts(.danger) == [unused])
    }

    @Test func `an order of 0x is read only if it exchanges tokens and has no further fee`() async throws {
        let token: [UInt8] =
            [0xF4, 0x72, 0x61, 0xB0] + [UInt8](repeating: 0, count: 12) + ClearSigningFixture.usdc.bytes
        let item: [UInt8] =
            [0x02, 0x57, 0x17, 0x92] + [UInt8](repeating: 0, count: 12) + ClearSigningFixture.collection.bytes
            + Self.word
        func take(_ asset: [UInt8], fee: BigInt = 0) async throws -> [String] {
            try await say(
                "fillOrder((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes,bytes),"
                    + "uint256,bytes)",
                .tuple([
                    .address(ClearSigningFixture.unknown), .address(ClearSigningFixture.me),
                    .address(ClearSigningFixture.unknown),
                    .address(ClearSigningFixture.me), .number(5_000_000), .number(1), .number(0), .number(fee),
                    .number(9),
                    .number(9), .bytes(token), .bytes(asset),
                ]), .number(1), .bytes([1]),
                to: ClearSigningFixture.address("0x080bf510FCbF18b91105470639e9561022937712")
            ).texts(.danger)
        }
        #expect(try await !take(token).contains(Self.hiddenTerms))
        #expect(try await take(token, fee: 1).contains(Self.hiddenTerms))
        #expect(try await take(item).contains(Self.hiddenTerms))
    }

    @Test func `a function that contracts use in different ways is a danger at an unknown contract`() async throws {
        let farm = ClearSigningFixture.address("0xc2EdaD668740f1aA35E4D8f227fB8E17dcA888Cd")
        func deposit(to contract: EthereumAddress) async throws -> Explanation {
            try await say("deposit(uint256,uint256)", .number(0), .number(5_000_000), to: contract)
        }
        #expect(try await deposit(to: farm).level == .plain)
        #expect(
            try await deposit(to: ClearSigningFixture.unknown).texts(.danger) == [
                "Contracts use this function in different ways, and the wallet does not know this one: it may take tokens "
                    + "that the call does not name."
            ])
    }
}
