import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// Tokens and proceeds for contracts that anyone can use, and for addresses that no one controls.
@Suite struct ReceiverTests {
    private let clarity = ClearSigningFixture()

    private func say(_ signature: String, _ arguments: ABIValue..., to: EthereumAddress, value: BigUInt = 0)
        async throws
        -> Explanation
    {
        await clarity.say(try ABIFunction(signature).call(arguments), to: to, value: value)
    }

    @Test func `an allowance for a contract that anyone can use is a danger`() async throws {
        let multicall = ClearSigningFixture.address("0xcA11bde05977b3631167028862bE2a173976CA11")
        let said = try await say(
            "approve(address,uint256)", .address(multicall), .number(5), to: ClearSigningFixture.usdc)
        #expect(said.texts(.danger).contains { $0.contains("anyone can take") })
    }

    @Test(arguments: [
        "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", "0xcA11bde05977b3631167028862bE2a173976CA11",
        "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2",
    ])
    func `tokens and proceeds for a well-known contract are a danger`(contract: String) async throws {
        let contract = ClearSigningFixture.address(contract)
        let sent = try await say(
            "transfer(address,uint256)", .address(contract), .number(5), to: ClearSigningFixture.usdc)
        #expect(sent.texts(.danger).contains { $0.contains("does not record whose tokens it holds") })
        let pool = ClearSigningFixture.address("0x7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9")
        let withdrawn = try await say(
            "withdraw(address,uint256,address)", .address(ClearSigningFixture.usdc), .number(5), .address(contract),
            to: pool)
        #expect(withdrawn.texts(.danger).contains { $0.contains("receives the proceeds. They are lost there") })
    }

    private static let zero = ClearSigningFixture.address("0x0000000000000000000000000000000000000000")
    private static let one = ClearSigningFixture.address("0x0000000000000000000000000000000000000001")

    @Test(arguments: [zero, one])
    func `proceeds for an address that no one controls are a danger`(address: EthereumAddress) async throws {
        let text = "No one controls this address: anything sent there is lost."
        let supplied = try await say(
            "supply(address,uint256,address,uint16)", .address(ClearSigningFixture.usdc), .number(5_000_000_000),
            .address(address), .number(0), to: ClearSigningFixture.address("0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2")
        )
        #expect(supplied.texts(.danger) == [text])
        let weth = ClearSigningFixture.address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
        let swapped = try await say(
            "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", .number(5_000_000_000),
            .number(1_600_000_000_000_000_000), .array([.address(ClearSigningFixture.usdc), .address(weth)]),
            .address(address),
            .number(9), to: ClearSigningFixture.router)
        #expect(swapped.texts(.danger) == [text])
        let bridged = try await say(
            "depositForBurn(uint256,uint32,bytes32,address)", .number(5_000_000_000), .number(6),
            .bytes([UInt8](repeating: 0, count: 12) + address.bytes), .address(ClearSigningFixture.usdc),
            to: ClearSigningFixture.address("0xBd3fa81B58Ba92a82136038B25aDec7066af3155"))
        #expect(bridged.texts(.danger).contains(text))
    }

    @Test func `a recipient that stands for the sender is not a danger`() async throws {
        let weth = ClearSigningFixture.address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
        let oneInch = try await say(
            "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)",
            .address(ClearSigningFixture.address("0x5141B82f5fFDa4c6fE1E372978F1C5427640a190")),
            .tuple([
                .address(ClearSigningFixture.usdc), .address(weth), .address(ClearSigningFixture.unknown),
                .address(Self.zero),
                .number(5_000_000_000), .number(1_600_000_000_000_000_000), .number(0),
            ]), .bytes([]), to: ClearSigningFixture.address("0x111111125421cA6dc452d289314280a0f8842A65"))
        #expect(oneInch.level == .plain)
        func swap(_ signature: String, _ receiver: EthereumAddress, deadline: [ABIValue]) async throws -> Explanation {
            let start: [ABIValue] = [
                .address(ClearSigningFixture.usdc), .address(weth), .number(500), .address(receiver),
            ]
            let end: [ABIValue] = [.number(5_000_000_000), .number(1_600_000_000_000_000_000), .number(0)]
            return try await say(
                signature, .tuple(start + deadline + end),
                to: ClearSigningFixture.address("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45"))
        }
        let second = "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))"
        #expect(try await swap(second, Self.one, deadline: []).level == .plain)
        #expect(try await swap(second, Self.zero, deadline: []).level == .danger)
        // The first router of Uniswap V3 has no such placeholders.
        let first = "exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))"
        #expect(try await swap(first, Self.one, deadline: [.number(9)]).level == .danger)
    }
}
