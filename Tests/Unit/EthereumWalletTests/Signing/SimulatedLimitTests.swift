import Bridge
import Testing
@testable import WalletTesting

/// What may leave for something that only a simulation shows.
@MainActor @Suite struct SimulatedLimitTests {
    /// Whether a call of a contract that the wallet does not know is a danger, if these amounts move.
    private func isDanger(
        _ function: String, _ arguments: [JSON], value: String? = nil, at place: String = "Vault", sends: [JSON],
        receives: [JSON] = []
    ) async throws -> Bool {
        let file: JSON = [
            "origin": "https://app.example", "chain": 1, "source": "https://eips.ethereum.org/EIPS/eip-4626",
            "places": [
                "Vault": ["0x5a3c7e91d2b4f60817c9e5a3d1b7f2046e8c9a15", "erc20", 18, "1"],
                "Shop": ["0x6b4d8fa2e3c5071928daf6b4e2c8a035fe9d7b26", "contract"],
                "Other": ["0x7c5e9fb3d4a6182039ebc7a5f3d9b1460fae8c37", "erc20", 18, "1"],
            ],
        ]
        var transaction: JSONObject = [
            "to": .string("{\(place)}"), "function": .string(function), "arguments": .array(arguments),
        ]
        if let value { transaction["value"] = .string(value) }
        let item = try SigningCase(
            [
                "id": "limit", "what": "Calls a function.", "transaction": .object(transaction),
                "effects": ["sends": .array(sends), "receives": .array(receives)],
            ], in: file, family: "limits", world: SigningWorld.read())
        guard case .shown(let approval) = try await SigningTrial().run(item, over: .node(.simulating)) else {
            Issue.record("refused")
            return true
        }
        return approval.level == .danger
    }

    @Test func `what a contract takes by its allowance for a receipt has no limit`() async throws {
        let amount: JSON = "{600 USDC}"
        #expect(try await !isDanger("enter(uint256 a)", [amount], sends: ["600 USDC"], receives: ["590 Vault"]))
        #expect(
            try await !isDanger(
                "enter(uint256 a, uint256 b)", [amount, 7], sends: ["600 USDC"], receives: ["590 Vault"]))
        #expect(try await !isDanger("enter(address a, uint256 b)", ["{account}", amount], sends: ["600 USDC"]))
    }

    @Test func `an exchange, another amount, and the number of somebody's account keep the limit`() async throws {
        let trade = "trade(address a, uint256 b)"
        #expect(
            try await isDanger(trade, ["{Other}", "{600 USDC}"], sends: ["600 USDC"], receives: ["9000 Other"]))
        #expect(
            try await isDanger(trade, ["{WETH}", "{600 USDC}"], sends: ["600 USDC"], receives: ["0.15 WETH"]))
        #expect(try await !isDanger(trade, ["{Other}", "{150 USDC}"], sends: ["150 USDC"], receives: ["9 Other"]))
        #expect(try await isDanger("enter(uint256 a)", ["{600 USDC}"], sends: ["900 USDC"], receives: ["590 Vault"]))
        #expect(
            try await isDanger("enter(uint256 a, uint256 b)", [52_341, "{600 USDC}"], sends: ["600 USDC"]))
        #expect(try await isDanger("enter(address a, uint256 b)", ["{drainer}", "{600 USDC}"], sends: ["600 USDC"]))
    }

    @Test func `coins for nothing in return, and what only a service knows, are little or a danger`() async throws {
        #expect(try await !isDanger("enter()", [], value: "{0.05 ether}", at: "Shop", sends: ["0.05 ether"]))
        #expect(try await isDanger("enter()", [], value: "{0.3 ether}", at: "Shop", sends: ["0.3 ether"]))
        let sealed = "depositErc20(address depositor, address token, uint256 amount, bytes32 id)"
        let id: JSON = "0x3e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081"
        #expect(try await !isDanger(sealed, ["{account}", "{USDC}", "{150 USDC}", id], sends: ["150 USDC"]))
        #expect(try await isDanger(sealed, ["{account}", "{USDC}", "{600 USDC}", id], sends: ["600 USDC"]))
    }
}
