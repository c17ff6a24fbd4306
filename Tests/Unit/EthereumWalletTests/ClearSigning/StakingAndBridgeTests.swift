import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// Bridges, stakes, mints and names that a site can take.
@Suite struct StakingAndBridgeTests {
    private static let word = [UInt8](repeating: 0, count: 32)

    private let clarity = ClearSigningFixture()

    private func say(_ signature: String, _ arguments: ABIValue..., to: EthereumAddress, value: BigUInt = 0)
        async throws
        -> Explanation
    {
        await clarity.say(try ABIFunction(signature).call(arguments), to: to, value: value)
    }

    private static let tooLittle = "More than a tenth of what you send may not arrive on the other chain."
    private static let ether = BigInt(1_000_000_000_000_000_000)

    @Test func `a bridge that may keep more than a tenth is a danger`() async throws {
        func hop(least: BigInt, fee: BigInt = 0) async throws -> Explanation {
            try await say(
                "sendToL2(uint256,address,uint256,uint256,uint256,address,uint256)", .number(42_161),
                .address(ClearSigningFixture.me), .number(Self.ether), .number(least), .number(9),
                .address(ClearSigningFixture.me),
                .number(fee), to: ClearSigningFixture.address("0xb8901acB165ed027E32754E0FFe830802919727f"),
                value: BigUInt(10).power(18))
        }
        #expect(try await hop(least: Self.ether / 10 * 9).level == .plain)
        #expect(try await hop(least: Self.ether / 10 * 9 - 1).texts(.danger) == [Self.tooLittle])
        #expect(try await hop(least: 0).texts(.danger) == ["You accept any amount in return, even nothing."])
        #expect(try await hop(least: Self.ether, fee: Self.ether / 5).texts(.danger) == [Self.tooLittle])
        #expect(
            try await hop(least: Self.ether, fee: Self.ether).texts(.danger) == [
                "You accept any amount in return, even nothing."
            ])
    }

    @Test func `the amount that arrives on another chain is compared with the decimals of both tokens`() async throws {
        func across(least: BigInt, token: String, chain: BigInt) async throws -> Explanation {
            try await say(
                "depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)",
                .address(ClearSigningFixture.me), .address(ClearSigningFixture.me), .address(ClearSigningFixture.usdc),
                .address(ClearSigningFixture.address(token)),
                .number(5_000_000_000), .number(least), .number(chain), .address(ClearSigningFixture.me), .number(9),
                .number(9),
                .number(0), .bytes([]), to: ClearSigningFixture.address("0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5"))
        }
        let arbitrum = "0xaf88d065e77c8cC2239327C5EDb3A432268e5831"
        #expect(try await across(least: 4_990_000_000, token: arbitrum, chain: 42_161).level == .plain)
        #expect(
            try await across(least: 4_000_000_000, token: arbitrum, chain: 42_161).texts(.danger) == [Self.tooLittle])
        let binance = "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"
        #expect(try await across(least: 4_990 * Self.ether, token: binance, chain: 56).level == .plain)
        #expect(try await across(least: Self.ether, token: binance, chain: 56).texts(.danger) == [Self.tooLittle])
    }

    @Test func `what arrives on another chain is compared by its worth if it is another asset`() async throws {
        func across(_ token: String, least: BigInt, _ arriving: String, on chain: BigInt) async throws -> Explanation {
            try await say(
                "depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)",
                .address(ClearSigningFixture.me), .address(ClearSigningFixture.me),
                .address(ClearSigningFixture.address(token)), .address(ClearSigningFixture.address(arriving)),
                .number(Self.ether), .number(least), .number(chain), .address(ClearSigningFixture.me), .number(9),
                .number(9), .number(0), .bytes([]),
                to: ClearSigningFixture.address("0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5"))
        }
        let (ether, dollars) = (
            "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831"
        )
        // 0.95 USDC for an ether, whose numbers are nearly equal.
        let theft = try await across(ether, least: 950_000, dollars, on: 42_161)
        #expect(theft.texts(.danger).count == 1)
        #expect(theft.texts(.danger).first?.hasPrefix("You ") == true)
        #expect(try await across(ether, least: 1_000_000_000_000, dollars, on: 42_161).texts(.danger) == [])
        // Ether for ether, and dollars for other dollars.
        let there = "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1"
        #expect(try await across(ether, least: Self.ether / 100 * 99, there, on: 42_161).level == .plain)
        let dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
        #expect(try await across(dai, least: 990_000, dollars, on: 42_161).texts(.danger) == [])
        // A token that the wallet does not know there, also at the address of one that it knows here.
        for address in ["0x1111111111111111111111111111111111111111", ether] {
            #expect(try await across(ether, least: Self.ether, address, on: 42_161).level == .danger)
        }
    }

    @Test func `a stake that is delegated to an operator that the wallet does not know is a danger`() async throws {
        func delegate(to holder: EthereumAddress) async throws -> Explanation {
            try await say(
                "delegateTo(address,(bytes,uint256),bytes32)", .address(holder), .tuple([.bytes([]), .number(0)]),
                .bytes([UInt8](repeating: 0, count: 32)),
                to: ClearSigningFixture.address("0x39053D51B77DC0d36036Fc1fCc8Cb819df8Ef37A"))
        }
        let unknown = try await delegate(to: ClearSigningFixture.unknown)
        #expect(
            unknown.texts(.danger) == [
                "The wallet does not know this operator. It can lose your stake, and may be able to take it."
            ])
        #expect(unknown.row("Operator")?.value == .exact(ClearSigningFixture.unknown.description))
        #expect(
            try await delegate(to: ClearSigningFixture.address("0x5ACCC90436492F24E6aF278569691e2c942A676d")).level
                == .plain)
        #expect(try await delegate(to: ClearSigningFixture.me).level == .plain)
    }

    private static let hiddenTerms =
        "The call has terms that the wallet cannot read: it may move something other than what is shown."

    @Test func `a deposit for a validator is a danger, because its key may be someone else’s`() async throws {
        func deposit(credentials: [UInt8]) async throws -> Explanation {
            try await say(
                "deposit(bytes,bytes,bytes,bytes32)", .bytes([UInt8](repeating: 1, count: 48)),
                .bytes(credentials + [UInt8](repeating: 0, count: 11) + ClearSigningFixture.me.bytes),
                .bytes([UInt8](repeating: 2, count: 96)), .bytes(Self.word),
                to: ClearSigningFixture.address("0x00000000219ab540356cBB839Cbe05303d7705Fa"),
                value: 32 * BigUInt(10).power(18))
        }
        let text =
            "The wallet cannot check whose validator this is. If someone else used its key before, they get the coins."
        #expect(try await deposit(credentials: [1]).texts(.danger) == [text])
        #expect(try await deposit(credentials: [2]).texts(.danger) == [text])
        #expect(try await deposit(credentials: [0]).texts(.danger) == [text, Self.hiddenTerms])
    }

    @Test func `a high price for items of an unknown collection is a danger, a low one a caution`() async throws {
        let drop = ClearSigningFixture.address("0x00005EA00Ac477B1030CE78506496e8C2dE24bf5")
        let claim = ClearSigningFixture.address("0x1EB73FEE2090fB1C20105d5Ba887e3c3bA14a17E")
        let zero = ClearSigningFixture.address("0x0000000000000000000000000000000000000000")
        let text = "The items are of a collection that the wallet does not know. They may be worth nothing."
        let (high, low) = (49 * BigUInt(10).power(17), 3 * BigUInt(10).power(16))
        func mint(_ collection: EthereumAddress, value: BigUInt) async throws -> Explanation {
            try await say(
                "mintPublic(address,address,address,uint256)", .address(collection),
                .address(ClearSigningFixture.unknown),
                .address(zero), .number(1), to: drop, value: value)
        }
        let unknown = try await mint(ClearSigningFixture.unknown, value: high)
        #expect(unknown.texts(.danger) == [text])
        #expect(unknown.row("Collection")?.value == .exact(ClearSigningFixture.unknown.description))
        let cheap = try await mint(ClearSigningFixture.unknown, value: low)
        #expect(cheap.texts(.danger) == [])
        #expect(cheap.texts(.caution).contains(text))
        #expect(try await mint(ClearSigningFixture.collection, value: high).texts(.danger) == [])
        #expect(try await mint(ClearSigningFixture.unknown, value: 0).level == .plain)
        func mintClaim(value: BigUInt) async throws -> Explanation {
            try await say(
                "mint(address,uint256,uint32,bytes32[],address)", .address(ClearSigningFixture.unknown), .number(7),
                .number(0),
                .array([]), .address(ClearSigningFixture.me), to: claim, value: value)
        }
        #expect(try await mintClaim(value: high).texts(.danger) == [text])
        #expect(try await mintClaim(value: low).texts(.danger) == [])
    }

    @Test func `options of a bridge that can give coins away, or call a contract, are a danger`() async throws {
        func send(options: [UInt8], further: [UInt8] = []) async throws -> [String] {
            try await say(
                "send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)",
                .tuple([
                    .number(30_184), .bytes([UInt8](repeating: 0, count: 12) + ClearSigningFixture.me.bytes),
                    .number(100_000_000), .number(99_000_000), .bytes(options), .bytes(further), .bytes([]),
                ]), .tuple([.number(0), .number(0)]), .address(ClearSigningFixture.me),
                to: ClearSigningFixture.address("0xc026395860Db2d07ee33e05fE50ed7bD583189C7")
            ).texts(.danger)
        }
        let amount = [UInt8](repeating: 0, count: 15) + [9]
        let receiver = [UInt8](repeating: 0, count: 12) + ClearSigningFixture.unknown.bytes
        let gas: [UInt8] = [0, 3, 1, 0, 17, 1] + amount
        #expect(try await send(options: []) == [])
        #expect(try await send(options: gas) == [])
        #expect(try await send(options: [0, 1] + Self.word) == [])
        #expect(try await send(options: gas + [1, 0, 49, 2] + amount + receiver) == [Self.hiddenTerms])
        #expect(try await send(options: [0, 3, 1, 0, 33, 1] + amount + amount) == [Self.hiddenTerms])
        #expect(try await send(options: [0, 2] + Self.word + Self.word + receiver) == [Self.hiddenTerms])
        #expect(try await send(options: [0]) == [Self.hiddenTerms])
        #expect(try await send(options: gas, further: [1]) == [Self.hiddenTerms])
    }

    @Test func `a name on Farcaster is signed away except on Farcaster's own site`() async throws {
        let text = "Anyone with this signature can transfer your name."
        func claim(on site: String?) async throws -> Explanation {
            try await clarity.say(
                typed: "UserNameProof",
                types: #""UserNameProof":[{"name":"name","type":"string"},{"name":"timestamp","type":"uint256"},"#
                    + #"{"name":"owner","type":"address"}]"#,
                message: #"{"name":"amberheron","timestamp":1700000000,"owner":"\#(ClearSigningFixture.me)"}"#,
                contract: ClearSigningFixture.address("0xe3Be01D99bAa8dB9905b33a3cA391238234B79D1"), site: site)
        }
        for site in [nil, "names.example", "notfarcaster.xyz", "farcaster.xyz.example"] {
            #expect(try await claim(on: site).texts(.danger) == [text])
        }
        for site in ["farcaster.xyz", "app.farcaster.xyz"] {
            let own = try await claim(on: site)
            #expect(own.texts(.danger) == [])
            #expect(own.texts(.caution).contains(text))
        }
    }
}
