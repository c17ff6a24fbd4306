import Bridge
import Testing

@testable import EthereumWallet
@testable import WalletTesting

/// Structured data that only takes back orders, or is the text of a login or of terms of use.
@MainActor @Suite struct TypedTextTests {
    private func approval(
        _ type: String, _ fields: String, _ message: JSON, contract: String? = nil
    ) async throws -> Approval {
        let file: JSON = [
            "origin": "https://app.example", "chain": 1, "source": "https://eips.ethereum.org/EIPS/eip-712",
            "places": ["Service": ["0x5a3c7e91d2b4f60817c9e5a3d1b7f2046e8c9a15", "contract"]],
        ]
        var domain: JSONObject = ["name": "Example", "version": "1", "chainId": 1]
        if let contract { domain["verifyingContract"] = .string(contract) }
        let item = try SigningCase(
            [
                "id": "typed", "what": "Signs structured data.",
                "typedData": [
                    "types": .object([type: .string(fields)]), "primaryType": .string(type),
                    "domain": .object(domain), "message": message,
                ],
            ], in: file, family: "typed", world: SigningWorld.read())
        guard case .shown(let approval) = try await SigningTrial().run(item, over: .node(.honest)) else {
            throw SigningFault("refused")
        }
        return approval
    }

    @Test func `taking back orders by their numbers or hashes is a caution`() async throws {
        let numbers = try await approval(
            "CancelOrder", "address maker, uint256 orderId, uint256 nonce",
            ["maker": "{account}", "orderId": "99123", "nonce": "10"], contract: "{Service}")
        #expect(numbers.level == .caution && numbers.sentence == "Cancel orders.")
        let hash: JSON = .string("0x" + String(repeating: "9c", count: 32))
        let hashes = try await approval(
            "Cancellation", "bytes32 sender, bytes32[] digests, uint64 nonce",
            [
                "sender": "{accountLowercase}64656661756c740000000000", "digests": [hash], "nonce": "17",
            ], contract: "{Service}")
        #expect(hashes.level == .caution)
    }

    @Test func `taking back something for somebody else, or an amount, is a danger`() async throws {
        let stranger = try await approval(
            "CancelOrder", "address maker, uint256 orderId", ["maker": "{drainer}", "orderId": "1"],
            contract: "{Service}")
        #expect(stranger.level == .danger)
        let text = try await approval(
            "CancelOrder", "string maker, uint256 orderId", ["maker": "{drainer}", "orderId": "1"],
            contract: "{Service}")
        #expect(text.level == .danger)
        let amount = try await approval(
            "CancelOrder", "address maker, uint256 amount", ["maker": "{account}", "amount": "1000000"],
            contract: "{Service}")
        #expect(amount.level == .danger)
        let token = try await approval(
            "CancelOrder", "address maker, uint256 orderId", ["maker": "{account}", "orderId": "1"], contract: "{USDC}")
        #expect(token.level == .danger)
    }

    private let terms = "string message, string version, uint256 timestamp"
    private func terms(_ text: String) -> JSON { ["message": .string(text), "version": "3", "timestamp": "{now}"] }

    @Test func `terms of use and a login on the site itself are a caution`() async throws {
        for text in [
            "I accept the terms of service at https://app.example/terms.", "Sign in to app.example now.",
            "Welcome to the exchange! Click to sign in.",
        ] {
            #expect(try await approval("TermsOfService", terms, terms(text)).level == .caution, "\(text)")
        }
    }

    @Test func `a login elsewhere, a key, or a text for a contract is a danger`() async throws {
        for text in [
            "Sign in to https://opensea.io to continue.", "Sign this message to generate your trading key.",
            "Sign in to opensea.io with your account.",
        ] {
            #expect(try await approval("Login", terms, terms(text)).level == .danger, "\(text)")
        }
        let contract = try await approval("Login", terms, terms("Sign in to app.example."), contract: "{Service}")
        #expect(contract.level == .danger)
        let amount = try await approval(
            "Login", "string message, uint256 nonce, uint256 amount",
            ["message": "Sign in to app.example.", "nonce": "1", "amount": "5"])
        #expect(amount.level == .danger)
        let stranger = try await approval(
            "Login", "string message, uint256 nonce, address account",
            ["message": "Sign in to app.example.", "nonce": "1", "account": "{drainer}"])
        #expect(stranger.level == .danger)
        let same = try await approval("Login", "string message", ["message": "Sign in to app.example."])
        #expect(same.level == .danger)
    }
}
