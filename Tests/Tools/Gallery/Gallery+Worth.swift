import BigInt
import Bridge
import Ethereum
import EthereumWallet
import Primitives
import WalletMethods

extension Gallery {
    /// A vault of USDC that the wallet does not know.
    nonisolated static let vault = "0xf951E335afb289353dc249e82926178EaC7DEd78"

    /// What is exchanged, and what it is worth.
    func showWorth() async throws {
        defer { services.chains.use(node, for: .ethereum) }
        let (same, liar) = (QuietNode(), QuietNode(dollarsPerEther: 1_030))
        for (name, nodes, least) in [
            ("worth-one-server", [node], 3_040), ("worth-two-servers", [node, same], 3_040),
            ("worth-loss", [node, same], 1_500), ("worth-servers-disagree", [node, liar], 3_040),
        ] as [(String, [QuietNode], Int)] {
            services.chains.use(NodeGroup(nodes[0], Array(nodes.dropFirst())), for: .ethereum)
            try await take(name) { try await swap(least) }
        }
        services.chains.use(NodeGroup(node, [same]), for: .ethereum)
        try await take("worth-vault") {
            try await sendCall(Self.vault, "deposit(uint256,address)", .number(1_500_000_000), Self.me)
        }
        try await take("worth-exit") {
            try await sendCall(
                "0xC36442b4a4522E871399CD717aBDD847Ab11FE88",
                "decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))",
                .tuple([.number(7), .number(10_000_000), .number(0), .number(0), .number(4_000_000_000)]))
        }
        try await take("worth-exit-minimum") {
            try await sendCall(
                "0xC36442b4a4522E871399CD717aBDD847Ab11FE88",
                "decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))",
                .tuple([
                    .number(7), .number(10_000_000), .number(2_000_000_000), .number(BigInt(10).power(18)),
                    .number(4_000_000_000),
                ]))
        }
        try await take("worth-listing") {
            try await sendCall(
                "0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB", "offerPunkForSaleToAddress(uint256,uint256,address)",
                .number(7), .number(50_000_000_000_000_000), .address(EthereumAddress(Self.other)))
        }
    }

    private static var me: ABIValue {
        get throws { .address(try EthereumAddress(account.string ?? "")) }
    }

    /// Gives an ether for at least so many dollars, through an executor that the site chose.
    private func swap(_ dollars: Int) async throws -> JSON {
        let executor: ABIValue = .address(try EthereumAddress(Self.other))
        return try await sendCall(
            "0x111111125421cA6dc452d289314280a0f8842A65",
            "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)", executor,
            .tuple([
                .address(EthereumAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")),
                .address(EthereumAddress(Self.usdc)), executor, Self.me, .number(BigInt(10).power(18)),
                .number(BigInt(dollars) * 1_000_000), .number(0),
            ]), .bytes([0x12]), value: BigInt(10).power(18))
    }

    private func sendCall(
        _ to: String, _ function: String, _ arguments: ABIValue..., value: BigInt = 0
    ) async throws -> JSON {
        try await ask(
            "eth_sendTransaction",
            [
                [
                    "from": Self.account, "to": .string(to), "value": .string("0x" + String(value, radix: 16)),
                    "data": .string("0x" + Hex.encode(try ABIFunction(function).call(arguments))),
                ]
            ])
    }
}
