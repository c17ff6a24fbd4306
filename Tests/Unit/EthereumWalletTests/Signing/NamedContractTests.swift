import BigInt
import Bridge
import TestSupport
import Testing

@testable import EthereumWallet
@testable import WalletTesting

/// Calls of functions that the wallet does not know, on contracts of its table of deployments.
@MainActor @Suite struct NamedContractTests {
    private struct Call {
        var function: String
        var arguments: [JSON]
        var value: String?
        var sends: [JSON]
        var receives: [JSON] = []
        var changes: (inout SigningEffects) -> Void = { _ in }
    }

    /// Whether a call of the contract at `address` is a danger.
    private func isDanger(_ call: Call, at address: String, token: String = "{Named}") async throws -> Bool {
        let file: JSON = [
            "origin": "https://app.example", "chain": 1, "source": "https://eips.ethereum.org/EIPS/eip-20",
            "places": ["Named": [.string(address), "contract"]],
        ]
        var transaction: JSONObject = [
            "to": .string(token), "function": .string(call.function), "arguments": .array(call.arguments),
        ]
        if let value = call.value { transaction["value"] = .string(value) }
        var item = try SigningCase(
            [
                "id": "named", "what": "Calls a function.", "transaction": .object(transaction),
                "effects": ["sends": .array(call.sends), "receives": .array(call.receives)],
            ], in: file, family: "named", world: SigningWorld.read())
        call.changes(&item.effects)
        guard case .shown(let approval) = try await SigningTrial().run(item, over: .node(.simulating)) else {
            Issue.record("refused: \(call.function)")
            return true
        }
        return approval.level == .danger
    }

    private func sample(_ rows: [KnownContracts.Row], of count: Int) -> [String] {
        let addresses = rows.filter { $0.chains.contains(1) }.map(\.address)
        return stride(from: 0, to: addresses.count, by: max(1, addresses.count / count)).map { addresses[$0] }
    }

    private static let drainer = "0x66f8Ba3d5D9F2a4C5AE2B4f1C0d8e7A3B9162054"
    private static let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
    private static let hash: JSON = "0x3e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081"

    private static let tokens = Call(function: "joinIn(uint256 a)", arguments: ["{600 USDC}"], sends: ["600 USDC"])
    private static let coins = Call(function: "joinIn()", arguments: [], value: "{0.3 ether}", sends: ["0.3 ether"])
    private static let approval = Call(
        function: "approve(address a, uint256 b)", arguments: ["{Named}", "{600 USDC}"], sends: [])

    /// What a thief makes of a call of a contract that records whose it is what it gets.
    private static var thefts: [(name: String, call: Call)] {
        var thefts: [(String, Call)] = []
        func add(_ name: String, _ function: String, _ arguments: [JSON], from call: Call = tokens) {
            var changed = call
            (changed.function, changed.arguments) = (function, arguments)
            thefts.append((name, changed))
        }
        add("for a stranger", "joinFor(uint256 a, address b)", ["{600 USDC}", "{drainer}"])
        add("for a stranger as bytes", "joinFor(uint256 a, bytes b)", ["{600 USDC}", "{drainer}"])
        add("for a stranger as text", "joinFor(uint256 a, string b)", ["{600 USDC}", "{drainer}"])
        add("for a hash", "joinFor(uint256 a, bytes32 b)", ["{600 USDC}", hash])
        add("another amount", "joinIn(uint256 a)", ["{500 USDC}"])
        add("no amount", "joinIn()", [])
        add("coins for a stranger", "joinFor(address a)", ["{drainer}"], from: coins)
        add("coins for a hash", "joinFor(bytes32 a)", [hash], from: coins)
        for (name, call) in [("tokens", tokens), ("coins", coins)] {
            func change(_ what: String, _ changes: @escaping (inout SigningEffects) -> Void) {
                var changed = call
                changed.changes = changes
                thefts.append(("\(name), \(what)", changed))
            }
            change("and another asset") { $0.sends.append(SigningEffects.Change(token: weth, units: 1 << 60)) }
            change("and an allowance") { $0.allows = [(usdc, drainer)] }
            change("sent to a stranger") { effects in
                for place in effects.sends.indices { effects.sends[place].to = drainer }
            }
            change("more in another block") { effects in
                var other = effects
                other.sends.append(SigningEffects.Change(token: weth, units: 1 << 60))
                effects.elsewhere = [other]
            }
            change("something for a stranger") {
                $0.receives = [SigningEffects.Change(token: usdc, units: 600_000_000, to: drainer)]
            }
        }
        return thefts
    }

    private static let weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"

    @Test func `a deposit in a contract that records whose it is needs no description`() async throws {
        for address in sample(KnownDeployments.ledgers, of: 12) + sample(KnownDeployments.ferries, of: 8) {
            for call in [Self.tokens, Self.coins] {
                #expect(try await !isDanger(call, at: address), "\(address): \(call.function)")
            }
        }
    }

    @Test func `numbers of chains and gas do not make a bridge to the own account a danger`() async throws {
        for address in sample(KnownDeployments.ferries, of: 8) {
            var call = Self.coins
            (call.function, call.arguments) = ("crossOver(uint256 a, uint32 b, bytes c)", [1_088, 200_000, "0x"])
            #expect(try await !isDanger(call, at: address), "\(address)")
        }
    }

    @Test func `a named contract may spend a stated amount, and no more`() async throws {
        let all =
            sample(KnownDeployments.ledgers, of: 8) + sample(KnownDeployments.ferries, of: 6)
            + sample(KnownDeployments.passages, of: 10)
        for address in all {
            #expect(try await !isDanger(Self.approval, at: address, token: "{USDC}"), "\(address)")
            var unlimited = Self.approval
            unlimited.arguments = ["{Named}", "{max}"]
            #expect(try await isDanger(unlimited, at: address, token: "{USDC}"), "\(address)")
        }
    }

    @Test func `what a thief makes of a deposit is a danger on every contract`() async throws {
        var count = 0
        let all =
            sample(KnownDeployments.ledgers, of: 12) + sample(KnownDeployments.ferries, of: 8)
            + sample(KnownDeployments.passages, of: 10)
        for address in all {
            for theft in Self.thefts {
                count += 1
                #expect(try await isDanger(theft.call, at: address), "\(address): \(theft.name)")
            }
        }
        #expect(count > 400)
        Suites.record("signing/named contracts", cases: count)
    }

    @Test func `a router that only takes, and the number of a position, are a danger`() async throws {
        for address in sample(KnownDeployments.passages, of: 10) {
            for call in [Self.tokens, Self.coins] {
                #expect(try await isDanger(call, at: address), "\(address): \(call.function)")
            }
        }
        for address in sample(KnownDeployments.ledgers, of: 12) {
            var call = Self.tokens
            (call.function, call.arguments) = ("joinIn(uint256 a, uint256 b)", [52_341, "{600 USDC}"])
            #expect(try await isDanger(call, at: address), "\(address)")
        }
    }

    private static let exchange = Call(
        function: "turnInto(address a, address b, uint256 c, uint256 d)",
        arguments: ["{USDC}", "{DAI}", "{600 USDC}", "{597 DAI}"], sends: ["600 USDC"], receives: ["599 DAI"])

    @Test func `an exchange at a named contract needs no description, if the data has its minimum`() async throws {
        for address in sample(KnownDeployments.passages, of: 10) {
            #expect(try await !isDanger(Self.exchange, at: address), "\(address)")
        }
    }

    @Test func `an exchange for less, without a minimum, or for somebody else is a danger`() async throws {
        var thefts: [(String, Call)] = []
        func add(_ name: String, _ change: (inout Call) -> Void) {
            var call = Self.exchange
            change(&call)
            thefts.append((name, call))
        }
        add("less") { $0.receives = ["500 DAI"] }
        add("no minimum") { $0.arguments[3] = 0 }
        add("a small minimum") { $0.arguments[3] = "{300 DAI}" }
        add("another amount") { $0.arguments[2] = "{500 USDC}" }
        add("a stranger") { $0.arguments[1] = "{drainer}" }
        add("a hash") { call in
            call.function = "turnInto(address a, address b, uint256 c, uint256 d, bytes32 e)"
            call.arguments.append(Self.hash)
        }
        add("an allowance") { $0.changes = { $0.allows = [(Self.usdc, Self.drainer)] } }
        add("another asset") {
            $0.changes = { $0.sends.append(SigningEffects.Change(token: Self.weth, units: 1 << 60)) }
        }
        add("nothing in another block") {
            $0.changes = { effects in
                var other = effects
                other.receives = []
                effects.elsewhere = [other]
            }
        }
        for address in sample(KnownDeployments.passages, of: 10) + sample(KnownDeployments.ledgers, of: 6) {
            for (name, call) in thefts where name.contains("minimum") == false || isPassage(address) {
                #expect(try await isDanger(call, at: address), "\(address): \(name)")
            }
        }
    }

    private func isPassage(_ address: String) -> Bool {
        KnownDeployments.passages.contains { $0.address == address }
    }

    @Test func `each line of the tables is well formed, and no contract is in two of them`() throws {
        let rows = [KnownDeployments.passages, KnownDeployments.ledgers, KnownDeployments.ferries].flatMap(\.self)
        #expect(rows.count > 750)
        let places = rows.flatMap { row in row.chains.map { "\($0) \(row.address)" } }
        #expect(Dictionary(grouping: places, by: \.self).filter { $1.count > 1 }.keys.sorted() == [])
        let lines = [
            KnownDeployments.exchanges, KnownDeployments.crossings, KnownDeployments.bridges, KnownDeployments.deposits,
            KnownDeployments.vaults, KnownDeployments.services, KnownDeployments.stakes, KnownDeployments.routers,
            KnownDeployments.passes,
        ].flatMap { $0.split(separator: "\n") }
        for line in lines {
            #expect(line.wholeMatch(of: /[0-9,]+ [^:]+:( 0x[0-9a-fA-F]{40})+/) != nil, "\(line)")
        }
    }
}
