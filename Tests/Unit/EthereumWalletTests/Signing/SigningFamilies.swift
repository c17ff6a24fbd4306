import Ethereum
import ClearSigning
import Bridge
import Foundation

@testable import ClearSigning

extension SigningCase {
    /// The requests of dapps of all five sets.
    static var dapps: [SigningCase] { get throws { try allDapps.get() } }

    private static let allDapps = Result {
        try ["tuning", "held-out", "fresh", "unseen", "fifth"].flatMap { try read("dapps/\($0)") }
    }

    /// An honest call of each function of the table of deposits, which the account makes for itself: 150 USDC leave.
    static var families: [SigningCase] { get throws { try allFamilies.get() } }

    private static let allFamilies = Result { try readFamilies() }

    private static func readFamilies() throws -> [SigningCase] {
        let world = try SigningWorld.read()
        let file: JSON = [
            "origin": "https://app.example", "chain": 1, "source": "https://eips.ethereum.org/EIPS/eip-4626",
            "places": ["Family": ["0x5a3c7e91d2b4f60817c9e5a3d1b7f2046e8c9a15", "contract"]],
        ]
        return try (KnownFunctions.deposits + KnownFunctions.services).map { known in
            let function = try ABIFunction(known.text)
            let takesCoins = known.effects.contains(where: \.takesOnlyCoins)
            let arguments = function.parameters.map { argument($0.type, $0.name) }
            var transaction: JSONObject = [
                "to": "{Family}", "function": .string(known.text), "arguments": .array(arguments),
            ]
            if takesCoins { transaction["value"] = "{0.05 ether}" }
            let (isPaid, isFree) = (known.effects.allSatisfy(\.onlyPays), known.effects.allSatisfy(\.isHarmless))
            let isSwap = known.text.contains("tokenOut") || known.text.contains("target")
            let sends: JSON = isPaid || isFree ? [] : [takesCoins ? "0.05 ether" : "150 USDC"]
            let json: JSON = [
                "id": .string(function.signature), "what": "Calls a function for the account itself.",
                "transaction": .object(transaction),
                "effects": [
                    "sends": sends, "receives": isPaid ? ["150 USDC"] : isSwap ? ["0.048 WETH"] : [],
                ],
            ]
            return try SigningCase(json, in: file, family: "families", world: world)
        }
    }

    private static func argument(_ type: ABIType, _ name: String) -> JSON {
        switch type {
        case .array(let element, let count):
            .array((0..<(count ?? 1)).map { _ in argument(element, name) })
        case .tuple(let components): .array(components.map { argument($0.type, $0.name) })
        case .address where ["tokenOut", "target"].contains(name): "{WETH}"
        case .address: tokens.contains(name) ? "{USDC}" : others.contains(name) ? .string(zero) : "{account}"
        case .bool: true
        case .string: "{accountLowercase}"
        case .bytes: tokens.contains(name) ? "{USDC}" : name.hasSuffix("Account") ? "{account}" : "0x"
        case .fixedBytes where hashes.contains(name): .string(hash)
        case .fixedBytes where accounts.contains(name):
            .string("0x" + String(repeating: "0", count: 24) + SigningWords.account.dropFirst(2).lowercased())
        case .fixedBytes(let size):
            .string(
                size < 20
                    ? "0x" + String(repeating: "0", count: 2 * size)
                    : "{accountLowercase}" + String(repeating: "0", count: 2 * size - 40))
        default: name.hasPrefix("least") ? "47000000000000000" : UnexplainedAmount.isAmount(name) ? "150000000" : 1
        }
    }

    /// Who is named in a call, and gets nothing of it.
    private static let others: Set<String> = [
        "referrer", "referral", "affiliate", "upperHint", "lowerHint", "feeToken", "service", "subject", "origin",
        "addManager", "removeManager",
    ]
    private static let hashes: Set<String> = ["id", "account", "broker", "token", "proof", "affiliateProof", "mark"]
    /// Words that end with an account.
    private static let accounts: Set<String> = ["trader", "recipient"]
    private static let hash = "0x3e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081"
    private static let zero = "0x0000000000000000000000000000000000000000"

    private static let tokens: Set<String> = [
        "token", "asset", "market", "pool", "collection", "edition", "tokenIn", "source", "from", "base", "path",
        "currency", "giveToken", "takeToken",
    ]
}

extension Effect {
    /// Whether the account only receives something.
    fileprivate var onlyPays: Bool {
        guard case .action(let kind, let gives, _, _, _, _, _, _, _, _, _, _, _) = self, gives.isEmpty else {
            return false
        }
        return [
            .claim, .claimRewards, .withdrawUnstakedCoins, .withdrawFromStream, .borrow, .mint, .withdraw,
        ].contains(kind)
    }

    fileprivate var isHarmless: Bool { if case .harmless = self { true } else { false } }

    /// Whether it takes coins and nothing else.
    fileprivate var takesOnlyCoins: Bool {
        if case .action(_, let gives, _, _, _, _, _, _, _, _, _, _, _) = self {
            gives.count == 1 && gives.allSatisfy { $0.token == nil && $0.amount == "@.value" }
        } else {
            false
        }
    }
}
