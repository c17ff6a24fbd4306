import Bridge
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct SignTypedDataTests {
    private static let account: JSON = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    private static let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"

    @Test(arguments: ["eth_signTypedData_v3", "eth_signTypedData_v4"])
    func `a third parameter is refused, unless it is null`(method: String) async throws {
        let site = try TestSite()
        _ = await site.ask("eth_requestAccounts")
        let shown = site.shown.count
        for third: JSON in ["", [:], false, "latest"] {
            let answer = await site.ask(method, [Self.account, Self.permit("1"), third])
            #expect(answer["error"]?["code"] == -32602)
        }
        #expect(site.shown.count == shown)
        #expect(await site.ask(method, [Self.account, Self.permit("1"), .null])["result"] != nil)
    }

    private static func permit(_ value: String, deadline: String = "1900000000") -> JSON {
        [
            "types": [
                "EIP712Domain": [
                    ["name": "name", "type": "string"], ["name": "chainId", "type": "uint256"],
                    ["name": "verifyingContract", "type": "address"],
                ],
                "Permit": [
                    ["name": "owner", "type": "address"], ["name": "spender", "type": "address"],
                    ["name": "value", "type": "uint256"], ["name": "nonce", "type": "uint256"],
                    ["name": "deadline", "type": "uint256"],
                ],
            ],
            "primaryType": "Permit", "domain": ["name": "USD Coin", "chainId": 1, "verifyingContract": .string(usdc)],
            "message": [
                "owner": account, "spender": "0x8617E340B3D01FA5F11F306F4090FD50E238070D", "value": .string(value),
                "nonce": "0", "deadline": .string(deadline),
            ],
        ]
    }

    private func shown(_ data: JSON, on site: TestSite) async throws -> Approval {
        _ = await site.ask("eth_requestAccounts")
        let answer = await site.ask("eth_signTypedData_v4", [Self.account, data])
        #expect(answer["result"]?.string?.utf8.count == 132)
        return try #require(site.shown.last)
    }

    @Test(arguments: [
        ("89", "The data names a chain only in its salt: chain 137."),
        ("00", "The data names no chain, so the signature is valid on every chain."),
    ])
    func `a chain that stands in the salt is named`(end: String, sentence: String) async throws {
        let salt = "0x" + String(repeating: "00", count: 31) + end
        let data: JSON = [
            "types": [
                "EIP712Domain": [["name": "name", "type": "string"], ["name": "salt", "type": "bytes32"]],
                "Mail": [["name": "contents", "type": "string"]],
            ],
            "primaryType": "Mail", "domain": ["name": "Mail", "salt": .string(salt)], "message": ["contents": "Hello"],
        ]
        let warnings = try await shown(data, on: TestSite()).warnings.filter { $0.text.contains("names") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.text.hasPrefix(sentence) == true)
    }

    @Test func `a permit is explained in words, with its fields and its bytes`() async throws {
        let approval = try await shown(Self.permit("12500000"), on: TestSite())
        #expect(approval.sentence == "Allow 0x8617…070D to spend up to 12.5 USDC.")
        #expect(approval.verb == "Allow up to 12.5 USDC")
        #expect(
            approval.rows.map(\.label) == [
                "Account", "Network", "Spender", "Up to", "Token", "Expires",
            ])
        #expect(approval.fields.count == 8)
        #expect(approval.payload.starts(with: [0x19, 0x01]))
    }

    @Test func `data for a system without contracts can be signed, as a danger with an explanation`() async throws {
        let permit = Self.permit("12500000")
        var types = try #require(permit["types"]?.object)
        types["EIP712Domain"] = [
            ["name": "name", "type": "string"], ["name": "chainId", "type": "uint256"],
            ["name": "verifyingContract", "type": "string"],
        ]
        var data = try #require(permit.object)
        data["types"] = .object(types)
        data["domain"] = ["name": "Injective Web3", "chainId": 1, "verifyingContract": .string(Self.usdc)]
        let approval = try await shown(.object(data), on: TestSite())
        // The address of a known contract as a text is not that contract.
        #expect(approval.level == .danger && approval.readsToTheEnd == true)
        #expect(!approval.sentence.contains("USDC"))
        #expect(approval.warnings.first?.text.contains("a system that the wallet does not know") == true)
        let row = try #require(approval.rows.first { $0.label == "Domain: verifyingContract" })
        #expect(row.value == .untrusted(Self.usdc) && row.note == "string, not standard")
    }

    @Test func `an unlimited permit needs a second action`() async throws {
        let all = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
        let approval = try await shown(Self.permit(all), on: TestSite())
        #expect(approval.level == .danger)
        #expect(approval.warnings.first?.level == .danger)
    }

    @Test func `a permit is assessed with the node's data about its spender and the account, like a transaction`()
        async throws
    {
        let node = FakeNode.quiet()
        node.set("eth_getCode", "0x")
        // Every number that a contract is asked for is 12.5 USDC.
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 58) + "bebc20"))
        let site = try await TestSite.connected(node)
        let all = try await shown(Self.permit("12500000"), on: site)
        let texts = all.warnings.map(\.text)
        #expect(texts.contains("The spender is a person’s address, not a contract. Honest apps do not ask for this."))
        #expect(texts.contains("The amount is nearly all that you have, and you do not know the spender."))
        let more = try await shown(Self.permit("12500001"), on: site)
        #expect(
            more.warnings.contains(
                Approval.Warning(.danger, "The amount is more than you have, which is 12.5 USDC.")))
        let questions = node.methods.count { $0 == "eth_getCode" }
        #expect(questions == 2)
    }

    @Test func `a node that does not answer is not queried again, and the permit is still shown`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_getBalance") { _ throws(NodeError) in throw .refused(.unsupported) }
        let site = try await TestSite.connected(node)
        let approval = try await shown(Self.permit("12500000"), on: site)
        #expect(approval.sentence == "Allow 0x8617…070D to spend up to 12.5 USDC.")
        #expect(node.methods == ["eth_getBalance"])
    }

    @Test func `a message of an unknown contract is shown as unknown`() async throws {
        let data: JSON = [
            "types": [
                "EIP712Domain": [["name": "verifyingContract", "type": "address"]],
                "Mail": [["name": "text", "type": "string"]],
            ],
            "primaryType": "Mail", "domain": ["verifyingContract": .string(Self.usdc.lowercased())],
            "message": ["text": "hello\n\nfrom: 0xAAAA\nSimulation: SAFE"],
        ]
        let approval = try await shown(data, on: TestSite())
        #expect(approval.sentence == "Sign data that the wallet cannot explain.")
        #expect(approval.rows.last == Approval.Row("Contract", .exact(Self.usdc), note: "unknown", role: .contract))
        #expect(approval.rows.first { $0.role == .type }?.value == .untrusted("Mail"))
        #expect(approval.level == .danger)
        // Text of the message is in no row and no sentence: only in its field.
        #expect(!approval.rows.contains { $0.value.text.contains("SAFE") })
        #expect(approval.fields.last?.value.contains("SAFE") == true)
    }
}
