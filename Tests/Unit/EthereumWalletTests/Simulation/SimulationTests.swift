import BigInt
import Bridge
import ClearSigning
import Ethereum
import Primitives
import Testing
import WalletCore

@testable import EthereumWallet
@testable import WalletTesting

/// What a transaction changes, as nodes simulate it and as the user sees it.
@MainActor @Suite struct SimulationTests {
    nonisolated static let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    nonisolated static let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    nonisolated static let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
    nonisolated static let dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
    private nonisolated static let coin = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"

    private nonisolated static func word(_ text: String) -> JSON {
        let digits = text.dropFirst(2).lowercased()
        return .string("0x" + String(repeating: "0", count: 64 - digits.count) + digits)
    }

    private nonisolated static func topic(_ signature: String) -> JSON {
        .string("0x" + Hex.encode(Keccak256.hash(signature.utf8).bytes))
    }

    nonisolated static func transfer(_ token: String, _ from: String, _ to: String, _ units: String) -> JSON {
        [
            "address": .string(token), "data": word(units),
            "topics": [topic("Transfer(address,address,uint256)"), word(from), word(to)],
        ]
    }

    private nonisolated static func approval(_ token: String, _ spender: String, _ units: String) -> JSON {
        [
            "address": .string(token), "data": word(units),
            "topics": [topic("Approval(address,address,uint256)"), word(account), word(spender)],
        ]
    }

    nonisolated static func simulated(_ logs: [JSON]) -> JSON {
        [
            [
                "number": "0x1",
                "calls": [["status": "0x1", "returnData": "0x", "gasUsed": "0xc350", "logs": .array(logs)]],
            ]
        ]
    }

    /// Data of a transfer of 5 USDC to the other account.
    private nonisolated static let payment =
        "0xa9059cbb00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8"
        + "00000000000000000000000000000000000000000000000000000000004c4b40"

    func shown(_ node: FakeNode, _ changes: JSONObject) async throws -> Approval {
        let site = try await TestSite.connected(node)
        site.decision = .rejected
        // The gas of a plain payment would not be enough for the data.
        if changes["data"] != nil { node.set("eth_estimateGas", "0xfde8") }
        _ = await site.send(changes)
        return try #require(site.shown.last)
    }

    private func rows(_ approval: Approval, _ label: String) -> [DisplayText] {
        approval.rows.filter { $0.label == label }.map(\.value)
    }

    @Test func `a payment shows what leaves the account, as the node simulates it`() async throws {
        let node = FakeNode.quiet()
        node.set(
            "eth_simulateV1", Self.simulated([Self.transfer(Self.coin, Self.account, Self.other, "0x38d7ea4c68000")]))
        let shown = try await shown(node, [:])
        #expect(rows(shown, "You send") == [.trusted("0.001 ETH")])
        #expect(rows(shown, "You receive").isEmpty)
        #expect(shown.level == .caution)
        // The detailed simulation is enough.
        #expect(!node.methods.contains("debug_traceCall"))
    }

    @Test func `a node that reports no transfers of the coin does not make a payment look like none`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_simulateV1", Self.simulated([]))
        let shown = try await shown(node, [:])
        #expect(rows(shown, "You send") == [.trusted("0.001 ETH")])
        #expect(rows(shown, "Balance changes").isEmpty)
        // A payment to the account itself moves nothing.
        let own = try await self.shown(node, ["to": .string(Self.account)])
        #expect(rows(own, "You send").isEmpty)
        #expect(rows(own, "Balance changes") == [.trusted("none")])
    }

    @Test func `the end of an allowance is shown with what it was before`() async throws {
        let node = FakeNode.quiet()
        let contracts = FakeContracts(node)
        try contracts.add(Self.usdc, "allowance(address owner, address spender)", "(uint256)") { _ in
            [.number(7_000_000)]
        }
        node.set("eth_simulateV1", Self.simulated([Self.approval(Self.usdc, Self.other, "0x0")]))
        let data =
            "0x095ea7b3" + String(repeating: "0", count: 24) + Self.other.dropFirst(2).lowercased()
            + String(repeating: "0", count: 64)
        let shown = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(data)])
        let row = try #require(shown.rows.first { $0.label == "Allowance" })
        #expect(row.value == .trusted("none"))
        #expect(row.note == "for 0x7099…79C8, before: 7 USDC")
        #expect(rows(shown, "Balance changes").isEmpty)
    }

    @Test func `a transfer that does what it says has no further warning`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_simulateV1", Self.simulated([Self.transfer(Self.usdc, Self.account, Self.other, "0x4c4b40")]))
        let shown = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(Self.payment)])
        #expect(rows(shown, "You send") == [.trusted("5 USDC")])
        #expect(shown.level == .caution)
    }

    @Test func `more than the description says leaves the account: a danger`() async throws {
        let node = FakeNode.quiet()
        node.set(
            "eth_simulateV1",
            Self.simulated([
                Self.transfer(Self.usdc, Self.account, Self.other, "0x4c4b40"),
                Self.transfer(Self.dai, Self.account, Self.other, "0xde0b6b3a7640000"),
            ]))
        let shown = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(Self.payment)])
        #expect(rows(shown, "You send") == [.trusted("5 USDC"), .trusted("1 DAI")])
        #expect(shown.warnings.first?.level == .danger)
        #expect(shown.warnings.first?.text.contains("1 DAI leaves your account") == true)
    }

    @Test func `an allowance that the description does not mention is a danger`() async throws {
        let node = FakeNode.quiet()
        node.set(
            "eth_simulateV1",
            Self.simulated([
                Self.transfer(Self.usdc, Self.account, Self.other, "0x4c4b40"),
                Self.approval(Self.dai, Self.other, "0xff" + String(repeating: "f", count: 62)),
            ]))
        let shown = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(Self.payment)])
        #expect(rows(shown, "Allowance") == [.trusted("any amount of DAI")])
        #expect(shown.warnings.contains { $0.level == .danger && $0.text.contains("may spend tokens of yours") })
    }

    @Test func `an approved allowance is what was described, and a lower one than before is not a danger`() async throws
    {
        let node = FakeNode.quiet()
        let data =
            "0x095ea7b300000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8"
            + "00000000000000000000000000000000000000000000000000000000004c4b40"
        node.set("eth_simulateV1", Self.simulated([Self.approval(Self.usdc, Self.other, "0x4c4b40")]))
        let approve = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(data)])
        #expect(!approve.warnings.contains { $0.text.contains("simulation") })
        // What a transfer leaves of an allowance is less than before.
        node.set("eth_call") { params in
            let isAllowance = params[0]?["data"]?.string?.hasPrefix("0xdd62ed3e") == true
            return isAllowance ? Self.word("0x5f5e100") : "0x"
        }
        node.set(
            "eth_simulateV1",
            Self.simulated([
                Self.transfer(Self.usdc, Self.account, Self.other, "0x4c4b40"),
                Self.approval(Self.usdc, Self.other, "0x4c4b40"),
            ]))
        let transfer = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(Self.payment)])
        #expect(!transfer.warnings.contains { $0.text.contains("simulation") })
    }

    @Test func `a revert in the simulation is a danger with its reason`() async throws {
        let node = FakeNode.quiet()
        let reason =
            "0x08c379a0" + String(repeating: "0", count: 62) + "20" + String(repeating: "0", count: 63) + "4"
            + "6e6f706500000000000000000000000000000000000000000000000000000000"
        node.set(
            "eth_simulateV1",
            [
                [
                    "calls": [
                        [
                            "status": "0x0", "returnData": .string(reason), "gasUsed": "0x1", "logs": [],
                            "error": ["code": 3, "message": "x"],
                        ]
                    ]
                ]
            ])
        let shown = try await shown(node, [:])
        #expect(shown.warnings.first?.level == .danger)
        #expect(shown.warnings.first?.text.contains("nope") == true)
    }

    @Test func `without eth_simulateV1 the trace of the call tells the changes`() async throws {
        let node = FakeNode.quiet()
        let failed: JSON = [
            "type": "CALL", "from": .string(Self.account), "to": .string(Self.other), "value": "0xffff",
            "error": "execution reverted", "logs": [Self.transfer(Self.dai, Self.account, Self.other, "0x1")],
        ]
        let inner: JSON = [
            "type": "DELEGATECALL", "from": .string(Self.usdc), "to": .string(Self.other), "value": "0x5",
            "logs": [Self.transfer(Self.usdc, Self.account, Self.other, "0x4c4b40")],
        ]
        node.set(
            "debug_traceCall",
            [
                "type": "CALL", "from": .string(Self.account), "to": .string(Self.usdc), "value": "0x0",
                "calls": [inner, failed],
            ])
        let shown = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(Self.payment)])
        #expect(rows(shown, "You send") == [.trusted("5 USDC")])
        #expect(node.methods.contains("eth_simulateV1"))
        #expect(shown.level == .caution)
    }

    @Test func `a node that offers no simulation is said, and the result of the call still counts`() async throws {
        let shown = try await shown(FakeNode.quiet(), [:])
        #expect(rows(shown, "Balance changes") == [.trusted("not simulated: your node does not offer simulations")])
        // What the request says is still shown, and marked as that.
        let claim = try #require(shown.rows.first { $0.label == "You send" })
        #expect(claim.value == .trusted("0.001 ETH") && claim.note == "as the request says")
        let node = FakeNode.quiet()
        node.set("eth_call") { _ throws(NodeError) in throw .refused(.reverted([])) }
        #expect(try await self.shown(node, [:]).level == .danger)
    }

    @Test func `what the explanation says is not said again as what the request says`() async throws {
        // It wraps coins: the explanation has the coins and what arrives.
        let deposit: JSONObject = [
            "to": "0x5a3c7e91d2b4f60817c9e5a3d1b7f2046e8c9a15", "value": "0x38d7ea4c68000", "data": "0xd0e30db0",
        ]
        let shown = try await shown(FakeNode.quiet(), deposit)
        let amounts = shown.rows.filter { $0.value == .trusted("0.001 ETH") }
        #expect(amounts.count == 1, "\(amounts)")
    }

    @Test(
        arguments: [
            [], [[:]], [["calls": []]], [["calls": [["status": "0x1"]]]], [["calls": [["status": "yes", "logs": []]]]],
            "0x", .null, ["type": "CALL"],
        ] as [JSON])
    func `an answer that is not a simulation is not believed`(_ answer: JSON) async throws {
        let node = FakeNode.quiet()
        node.set("eth_simulateV1", answer)
        node.set("debug_traceCall", answer)
        let shown = try await shown(node, [:])
        #expect(shown.rows.filter { $0.label == "You send" }.map(\.note) == ["as the request says"])
        #expect(shown.warnings.contains { $0.text == "Your node could not simulate this transaction." })
    }

    @Test func `more changes than can be shown are a danger`() async throws {
        let node = FakeNode.quiet()
        let tokens = (1...40).map { "0x" + String(repeating: "1", count: 38) + String(format(0x10 + $0)) }
        node.set("eth_simulateV1", Self.simulated(tokens.map { Self.transfer($0, Self.other, Self.account, "0x1") }))
        let shown = try await shown(node, [:])
        #expect(rows(shown, "You receive").count == 12)
        #expect(shown.warnings.contains { $0.level == .danger && $0.text.contains("more than the wallet can show") })
    }

    private func format(_ number: Int) -> String { String(number, radix: 16) }

    @Test func `the symbol of an unknown token is untrusted text, in which nothing misleads`() async throws {
        let token = "0x1111111111111111111111111111111111111111"
        let symbols: [(String, String?)] = [
            ("USD₮0", "1.5 USD₮0"), ("柴犬", "1.5 柴犬"), ("U\u{200B}SDT", "1.5 U⟨U+200B⟩SDT"),
            ("U\u{405}DC", "1.5 U⟨U+0405⟩DC"), ("a b", "1.5 a⟨U+0020⟩b"), ("\u{202E}CDSU", "1.5 ⟨U+202E⟩CDSU"),
            ("\u{5D0}\u{5D1}", "1.5 ⟨U+05D0⟩⟨U+05D1⟩"), ("⟨U+0041⟩", "1.5 ⟨U+27E8⟩U+0041⟨U+27E9⟩"), ("", nil),
        ]
        for (symbol, expected) in symbols {
            let node = FakeNode.quiet()
            let contracts = FakeContracts(node)
            try contracts.add(token, "decimals()", "(uint8)") { _ in [.number(1)] }
            try contracts.add(token, "symbol()", "(string)") { _ in [.string(symbol)] }
            node.set("eth_simulateV1", Self.simulated([Self.transfer(token, Self.other, Self.account, "0xf")]))
            let shown = try await shown(node, [:])
            let value = try #require(rows(shown, "You receive").first)
            #expect(value == expected.map { .untrusted($0) } ?? .trusted("15 base units of an unknown token"))
        }
    }

    @Test func `a token with the symbol of another one is a possible imitation, and a danger`() async throws {
        let token = "0x1111111111111111111111111111111111111111"
        for (symbol, isImitation) in [
            ("USDC", true), ("usdc", true), ("U5DC", true), ("USD\u{421}", true), ("U\u{200B}SDC", true),
            ("ETH", true), ("PRAC", false),
        ] {
            let node = FakeNode.quiet()
            let contracts = FakeContracts(node)
            try contracts.add(token, "decimals()", "(uint8)") { _ in [.number(6)] }
            try contracts.add(token, "symbol()", "(string)") { _ in [.string(symbol)] }
            node.set("eth_simulateV1", Self.simulated([Self.transfer(token, Self.other, Self.account, "0xf4240")]))
            let shown = try await shown(node, [:])
            let row = try #require(shown.rows.first { $0.label == "You receive" })
            #expect(row.note == (isImitation ? "possible imitation: 0x1111…1111" : "0x1111…1111"), "\(symbol)")
            #expect(
                shown.warnings.contains { $0.level == .danger && $0.text.contains("but is a different one") }
                    == isImitation, "\(symbol)")
        }
    }

    @Test func `an allowance that is not simulated is shown as what the request says`() async throws {
        let node = FakeNode.quiet()
        let data =
            "0x095ea7b300000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8"
            + "00000000000000000000000000000000000000000000000000000000004c4b40"
        let shown = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(data)])
        let row = try #require(shown.rows.first { $0.label == "Allowance" })
        #expect(row.value == .trusted("5 USDC"))
        #expect(row.note == "for 0x7099…79C8 · as the request says")
        #expect(rows(shown, "You send").isEmpty)
    }

    @Test func `a call that cannot be read says that more is possible`() async throws {
        let node = FakeNode.quiet()
        let shown = try await shown(node, ["to": .string(Self.other), "data": "0x12345678"])
        #expect(rows(shown, "You send") == [.trusted("0.001 ETH")])
        #expect(
            rows(shown, "Balance changes").last
                == .trusted("more is possible: not all of the request can be read"))
        #expect(shown.level == .danger)
    }

    @Test func `what goes to another address than the recipient is a danger`() async throws {
        let stranger = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
        let node = FakeNode.quiet()
        node.set("eth_simulateV1", Self.simulated([Self.transfer(Self.usdc, Self.account, stranger, "0x4c4b40")]))
        let shown = try await shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(Self.payment)])
        #expect(
            shown.warnings.first?.text
                == "In the simulation, 5 USDC goes to another address than the recipient in the description.")
        #expect(shown.level == .danger)
        // A token that keeps a part of what is sent pays the recipient as well.
        node.set(
            "eth_simulateV1",
            Self.simulated([
                Self.transfer(Self.usdc, Self.account, stranger, "0x1"),
                Self.transfer(Self.usdc, Self.account, Self.other, "0x4c4b3f"),
            ]))
        let fee = try await self.shown(node, ["to": .string(Self.usdc), "value": "0x0", "data": .string(Self.payment)])
        #expect(!fee.warnings.contains { $0.text.contains("another address") })
    }

    @Test func `a swap that brings in less than it says is a danger`() async throws {
        // swapExactTokensForTokens of a router: 5 USDC for at least 4 DAI, to the account.
        let data = try ABIFunction(
            "swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)"
        ).call([
            .number(5_000_000), .number(4_000_000_000_000_000_000),
            .array([.address(EthereumAddress(Self.usdc)), .address(EthereumAddress(Self.dai))]),
            .address(EthereumAddress(Self.account)), .number(4_000_000_000),
        ])
        let router = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D"
        for (received, isDanger) in [("0x3782dace9d900000", false), ("0x3782dace9d8fffff", true)] {
            let node = FakeNode.quiet()
            node.set(
                "eth_simulateV1",
                Self.simulated([
                    Self.transfer(Self.usdc, Self.account, Self.other, "0x4c4b40"),
                    Self.transfer(Self.dai, Self.other, Self.account, received),
                ]))
            let shown = try await shown(
                node, ["to": .string(router), "value": "0x0", "data": .string("0x" + Hex.encode(data))])
            #expect(
                shown.warnings.contains {
                    $0.level == .danger && $0.text.contains("The description says at least 4 DAI")
                }
                    == isDanger, "\(shown.warnings)")
        }
    }

    @Test func `a node that a site named is not asked for a simulation`() async throws {
        let node = FakeNode.quiet(chainID: 999)
        let chains = ChainBook(
            [.ethereum, Chain(id: 999, name: "Own")], initial: Chain(id: 999, name: "Own"),
            endpoints: [999: try Endpoint("https://node.example")],
            fromSites: [999: try Origin(serialized: "https://dapp.example")]
        ) { _ in node }
        let site = try TestSite(chains: chains)
        _ = await site.ask("eth_requestAccounts")
        site.decision = .rejected
        _ = await site.send()
        #expect(!node.methods.contains("eth_simulateV1"))
        #expect(site.shown.count == 2)
        // Whose word the balances are is said, and what the request says is shown.
        let shown = try #require(site.shown.last)
        #expect(
            rows(shown, "Balance changes") == [
                .trusted("not simulated: dapp.example named the node, which could claim anything")
            ])
        #expect(rows(shown, "You send").count == 1)
        #expect(shown.warnings.contains { $0.text.hasPrefix("dapp.example named the node of this network.") })
    }
}
