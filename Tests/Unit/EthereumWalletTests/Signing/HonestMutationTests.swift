import BigInt
import Bridge
import ClearSigning
import Ethereum
import Foundation
import Primitives
import TestSupport
import Testing
@testable import EthereumWallet
@testable import WalletTesting

/// Honest requests of dapps, changed as a thief would change them: each is a danger, whatever a simulation shows.
@MainActor @Suite struct HonestMutationTests {
    @Test(arguments: Mutation.allCases) func `a changed honest request is a danger`(_ mutation: Mutation) async throws {
        let trial = try SigningTrial()
        var (failures, count): ([String], Int) = ([], 0)
        let cases = try SigningCase.dapps + SigningCase.families
        for item in cases {
            guard let changed = try mutation.apply(to: item) else { continue }
            count += 1
            if case .shown(let approval) = try await trial.run(changed, over: .node(.simulating)),
                approval.level < .danger
            {
                failures.append("\(item.id): \(approval.sentence) \(approval.warnings.map(\.text))")
            }
        }
        let lines = failures.map { "  \($0)\n" }.joined()
        if !failures.isEmpty { FileHandle.standardOutput.write(Data("\n\(mutation)\n\(lines)".utf8)) }
        #expect(failures.isEmpty, "\(failures.count) of \(count)")
        #expect(count >= mutation.fewest)
        Suites.record("signing/mutations", cases: count)
    }

    enum Mutation: String, CaseIterable {
        /// The account in the data is a stranger, who gets what arrives.
        case strangerInData
        /// What arrives goes to a stranger, and the data does not say it.
        case strangerGets
        /// Four more coins are sent.
        case moreCoins
        /// A stranger may spend USDC afterwards.
        case allowance
        /// In another block, nothing arrives.
        case nothingElsewhere
        /// In another block, all USDC leaves, too.
        case moreElsewhere
        /// What leaves goes straight to a stranger.
        case sentToStranger
        /// All USDC leaves, too.
        case moreSent
        /// A stranger's address is behind the arguments.
        case strangerBehind
        /// In a call of a known function, a stranger is in place of the account, and nothing arrives anyway.
        case strangerNamed
        /// Together with an approval for a stranger, which the simulation does not show.
        case approvalBeside

        var fewest: Int { self == .strangerNamed ? 40 : 50 }

        /// Whether the wallet knows the function that `item` calls with the data.
        private static func isRead(_ item: SigningCase, _ data: String) throws -> Bool {
            let bytes = Hex.decode(String(data.dropFirst(2))) ?? []
            let contract = try EthereumAddress(item.params[0]?["to"]?.string ?? "")
            return Intent(ContractCall(chainID: item.chainID, to: contract, data: bytes)).isComplete
        }

        /// The changed request; `nil` if it would not differ.
        func apply(to item: SigningCase) throws -> SigningCase? {
            guard item.method == "eth_sendTransaction", var transaction = item.params[0]?.object,
                let text = transaction["data"]?.string, !item.effects.sends.isEmpty || !item.effects.receives.isEmpty
            else { return nil }
            let stranger = try item.world.place("drainer", on: item.chainID).address
            let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
            let everything = SigningEffects.Change(token: usdc, units: 5_000_000_000)
            var changed = item
            switch self {
            case .strangerInData:
                let account = SigningWords.account.dropFirst(2).lowercased()
                guard text.contains(account), !item.effects.receives.isEmpty else { return nil }
                let other = stranger.dropFirst(2).lowercased()
                transaction["data"] = .string(text.replacingOccurrences(of: account, with: other))
                for place in item.effects.receives.indices { changed.effects.receives[place].to = stranger }
            case .strangerGets:
                guard !item.effects.receives.isEmpty, !item.effects.sends.isEmpty else { return nil }
                for place in item.effects.receives.indices { changed.effects.receives[place].to = stranger }
            case .moreCoins:
                // More for a contract that the wallet knows is the user's choice, and other coins are worth little.
                let contract = try EthereumAddress(transaction["to"]?.string ?? "")
                guard KnownContracts.contract(contract, on: item.chainID) == nil,
                    Chain.wellKnown.contains(where: { $0.id == item.chainID && $0.symbol == "ETH" })
                else { return nil }
                let value = BigUInt(transaction["value"]?.string?.dropFirst(2) ?? "", radix: 16) ?? 0
                let more = value + 4 * BigUInt(10).power(18)
                transaction["value"] = .string("0x" + String(more, radix: 16))
                changed.effects.sends.removeAll { $0.token == nil }
                changed.effects.sends.append(SigningEffects.Change(token: nil, units: more))
            case .allowance: changed.effects.allows = [(usdc, stranger)]
            case .nothingElsewhere:
                guard !item.effects.receives.isEmpty, !item.effects.sends.isEmpty else { return nil }
                var other = item.effects
                other.receives = []
                changed.effects.elsewhere = [other]
            case .moreElsewhere:
                // The transfer of a token that the wallet trusts runs no other code, so it is not simulated again.
                let token = try EthereumAddress(transaction["to"]?.string ?? "")
                guard !text.hasPrefix("0xa9059cbb") || KnownTokens.token(token, on: item.chainID) == nil else {
                    return nil
                }
                var other = item.effects
                other.sends.append(everything)
                changed.effects.elsewhere = [other]
            case .sentToStranger:
                // A person can be who sells something, if what arrives is what the call says.
                guard item.effects.sends.contains(where: { $0.token != nil }),
                    try item.effects.receives.isEmpty || !Self.isRead(item, text)
                else { return nil }
                for place in item.effects.sends.indices { changed.effects.sends[place].to = stranger }
            case .moreSent: changed.effects.sends.append(everything)
            case .strangerBehind:
                // Contracts that the wallet knows ignore it, and packed data can have anything anywhere.
                guard text.utf8.count % 64 == 10, try !Self.isRead(item, text) else { return nil }
                transaction["data"] = .string(
                    text + String(repeating: "0", count: 24) + stranger.dropFirst(2).lowercased())
            case .strangerNamed:
                let account = SigningWords.account.dropFirst(2).lowercased()
                guard item.family == "families", text.contains(account) else { return nil }
                let other = stranger.dropFirst(2).lowercased()
                transaction["data"] = .string(text.replacingOccurrences(of: account, with: other))
            case .approvalBeside:
                let approval = try ABIFunction("approve(address spender, uint256 amount)").call([
                    .address(EthereumAddress(stranger)), .number(BigInt(1) << 255),
                ])
                let own = Hex.decode(String(text.dropFirst(2))) ?? []
                let both = try ABIFunction("multicall(bytes[] data)").call([.array([.bytes(own), .bytes(approval)])])
                transaction["data"] = .string("0x" + Hex.encode(both))
            }
            changed.params = [.object(transaction)]
            return changed
        }
    }
}
