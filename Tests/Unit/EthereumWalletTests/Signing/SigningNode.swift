import BigInt
import Bridge
import Ethereum
import Primitives
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A node that answers from `world.json` and the facts of a case.
struct SigningNode: EthereumNode {
    /// Whether the node is honest.
    enum Character {
        /// It answers correctly, and offers no simulation.
        case honest
        /// It answers correctly, and simulates what a transaction changes.
        case simulating
        /// It is malicious: everything succeeds, the account is rich, and every token has 30 decimals.
        case lying
    }

    let chainID: UInt64
    let world: SigningWorld
    let facts: SigningFacts
    var effects: SigningEffects?
    var character = Character.honest

    /// What feeds and pools report, if not the usual prices.
    var reported: TestPrices?

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        switch method {
        case "eth_chainId": return Self.text(BigUInt(chainID))
        case "eth_blockNumber": return "0x1500000"
        case "eth_getTransactionCount": return "0x5"
        case "eth_getBalance": return Self.text(balance(of: params[0]?.string ?? ""))
        case "eth_gasPrice": return Self.text(facts.baseFee * 11 / 10)
        case "eth_maxPriorityFeePerGas": return Self.text(facts.baseFee / 10)
        case "eth_feeHistory": return history
        case "eth_getCode":
            let place = world.place(at: params[0]?.string ?? "", on: chainID)
            return place.map { $0.kind == .person } ?? true ? "0x" : "0x6080604052"
        case "eth_estimateGas":
            try fail()
            return params[0]?["data"] == nil ? "0x5208" : "0x30d40"
        case "eth_call":
            if character != .lying, let answer = prices.answer(to: params[0] ?? .null) { return answer }
            if let answer = try view(params[0] ?? .null) { return answer }
            try fail()
            return "0x"
        case "eth_simulateV1" where character == .simulating:
            guard let effects else { throw .refused(.unsupported) }
            try fail()
            return effects.simulation(params)
        default: throw .refused(.unsupported)
        }
    }

    private var prices: TestPrices {
        if let reported { return reported }
        var prices = TestPrices(chainID: chainID, now: SigningWords.now)
        prices.cents.merge(facts.cents) { $1 }
        return prices
    }

    private func balance(of address: String) -> BigUInt {
        guard character != .lying else { return BigUInt(10).power(30) }
        return address.lowercased() == SigningWords.account.lowercased() ? facts.balance : 0
    }

    private var history: JSON {
        let fee = Self.text(facts.baseFee)
        let reward: JSON = .array([1, 2, 4].map { Self.text(facts.baseFee / 20 * $0) })
        return [
            "oldestBlock": "0x14ffff6", "baseFeePerGas": .array([JSON](repeating: fee, count: 11)),
            "gasUsedRatio": .array([JSON](repeating: .number(JSONNumber(0)), count: 10)),
            "reward": .array([JSON](repeating: reward, count: 10)),
        ]
    }

    private func fail() throws(NodeError) {
        guard character != .lying, let reason = facts.reverts else { return }
        let error = try? ABIFunction("Error(string reason)").call([.string(reason)])
        throw .refused(.reverted(error ?? []))
    }

    /// The result of a token's view function; `nil` if `call` is something else.
    private func view(_ call: JSON) throws(NodeError) -> JSON? {
        guard let to = call["to"]?.string, let data = call["data"]?.string.flatMap({ Hex.decode($0) }),
            let (function, arguments) = Self.question(data)
        else { return nil }
        let place = world.place(at: to, on: chainID)
        if character == .lying {
            return Self.word(function == "decimals" ? 30 : function == "supportsInterface" ? 0 : BigUInt(10).power(40))
        }
        guard let place, place.kind != .person, place.kind != .contract else { throw .refused(.reverted([])) }
        let amount = place.kind == .erc20
        switch function {
        case "supportsInterface":
            // ERC-20 tokens usually do not have this function.
            guard !amount else { throw .refused(.reverted([])) }
            let own = place.kind == .erc721 ? "80ac58cd" : "d9b67a26"
            return Self.word(["01ffc9a7", own].contains(Hex.encode(arguments[0].bytes ?? [])) ? 1 : 0)
        case "decimals":
            guard let decimals = place.decimals else { throw .refused(.reverted([])) }
            return Self.word(BigUInt(decimals))
        case "balanceOf" where place.kind != .erc1155:
            let isOwn = arguments[0].address?.description == SigningWords.account
            return Self.word(isOwn ? facts.holdings[to.lowercased()] ?? place.balance : 0)
        case "totalSupply":
            return Self.word(amount ? place.balance * 1_000_000 : 10_000)
        case "allowance" where amount: return Self.word(0)
        case "ownerOf" where place.kind == .erc721:
            return Self.word(BigUInt(SigningWords.account.dropFirst(2), radix: 16) ?? 0)
        default: throw .refused(.reverted([]))
        }
    }

    private static func question(_ data: [UInt8]) -> (String, [ABIValue])? {
        for function in questions {
            if let arguments = try? function.arguments(of: data) { return (function.name, arguments) }
        }
        return nil
    }

    private static let questions = [
        "decimals()", "symbol()", "name()", "totalSupply()", "balanceOf(address owner)", "ownerOf(uint256 tokenId)",
        "allowance(address owner, address spender)", "supportsInterface(bytes4 interfaceId)", "asset()",
    ].compactMap { try? ABIFunction($0) }

    private static func text(_ number: BigUInt) -> JSON { .string("0x" + String(number, radix: 16)) }

    private static func word(_ number: BigUInt) -> JSON {
        let digits = String(number, radix: 16)
        return .string("0x" + String(repeating: "0", count: max(0, 64 - digits.count)) + digits)
    }
}
