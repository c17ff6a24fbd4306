import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// Recipients that are contracts, or accounts that run the code of one.
@Suite struct RecipientCodeTests {
    private static let contract = "The recipient is a contract, not a person’s address."
    private static let unchecked = "The wallet could not check whether the recipient is a contract."

    private let clarity = ClearSigningFixture()

    private func pay(
        _ code: AccountCode, to: EthereumAddress = ClearSigningFixture.unknown, isForMerchant: Bool = false
    ) async -> Explanation {
        await clarity.say(to: to, value: 1, holdings: Holdings(codes: [to: code]), isForMerchant: isForMerchant)
    }

    private func transfer(_ code: AccountCode) async throws -> Explanation {
        let to = ClearSigningFixture.unknown
        let data = try ClearSigningFixture.data("transfer(address,uint256)", .address(to), .number(1))
        return await clarity.say(data, to: ClearSigningFixture.usdc, holdings: Holdings(codes: [to: code]))
    }

    @Test func `coins and tokens that are sent to a contract are a caution`() async throws {
        let coins = await pay(.contract)
        #expect(coins.texts(.caution).contains { $0.hasPrefix(Self.contract) && $0.contains("receive coins") })
        #expect(coins.level == .caution)
        let tokens = try await transfer(.contract)
        #expect(tokens.texts(.caution).contains { $0.hasPrefix(Self.contract) && $0.contains("hold tokens") })
    }

    @Test func `a person’s address is not called a contract`() async throws {
        for said in [await pay(.empty), try await transfer(.empty)] {
            #expect(!said.warnings.contains { $0.text.contains("contract") })
        }
    }

    @Test func `a contract to which the user has sent before, or that a merchant names, is no caution`() async {
        #expect(await !pay(.contract, isForMerchant: true).warnings.contains { $0.text.hasPrefix(Self.contract) })
        await clarity.remember(ClearSigningFixture.unknown)
        #expect(await !pay(.contract).warnings.contains { $0.text.hasPrefix(Self.contract) })
    }

    @Test func `an account that runs the code of a contract is named as one`() async throws {
        let code = try #require(AccountDelegation(code: [0xEF, 0x01, 0x00] + [UInt8](repeating: 0x22, count: 20)))
        let said = await pay(.delegation(code))
        let notes = said.texts(.plain)
        #expect(notes.contains { $0.contains("EIP-7702") && $0.contains(code.contract.description) })
        #expect(!said.warnings.contains { $0.text.hasPrefix(Self.contract) })
        // Most contracts of tokens do not run the code of the recipient.
        #expect(try await transfer(.delegation(code)).texts(.plain).isEmpty)
    }

    @Test func `the wallet says that it could not check the recipient`() async throws {
        for said in [await pay(.notReported), try await transfer(.notReported)] {
            #expect(said.texts(.plain).contains(Self.unchecked))
        }
        await clarity.remember(ClearSigningFixture.unknown)
        #expect(await pay(.notReported).texts(.plain).isEmpty)
    }
}

/// What the node says about recipients, as the user sees it before a transaction.
@MainActor @Suite struct RecipientCodeNodeTests {
    private func warnings(_ code: JSON?, isFromSite: Bool = false) async throws -> [String] {
        let node = FakeNode.quiet()
        if let code {
            node.set("eth_getCode", code)
        } else {
            node.set("eth_getCode") { _ throws(NodeError) in throw .refused(.invalidParameters) }
        }
        let site = try await TestSite.connected(node)
        if isFromSite {
            try await site.services.chains.add(
                .ethereum, at: Endpoint("https://node.example"), for: site.peer.origin)
            site.services.chains.use(node, for: .ethereum)
        }
        site.decision = .rejected
        _ = await site.send()
        return try #require(site.shown.last).warnings.map(\.text)
    }

    @Test func `a contract is found by its code`() async throws {
        #expect(try await warnings("0x6001").contains { $0.hasPrefix("The recipient is a contract") })
        #expect(try await !warnings("0x").contains { $0.contains("contract") })
    }

    @Test(arguments: [nil, JSON.null, "junk", "0x6", .number(JSONNumber(1))] as [JSON?])
    func `an answer that says nothing is not taken for that of a person`(_ code: JSON?) async throws {
        let text = "The wallet could not check whether the recipient is a contract."
        #expect(try await warnings(code).contains(text))
    }

    @Test func `the node of a site is not believed that the recipient is a person`() async throws {
        let text = "The wallet could not check whether the recipient is a contract."
        #expect(try await warnings("0x", isFromSite: true).contains(text))
    }
}
