import Bridge
import Testing
import WalletCore
import WalletMethods

@testable import WalletTesting

/// Messages that the user signs in the wallet's own window on EVM chains (EIP-191).
@MainActor @Suite struct UserMessagesTests {
    @Test func `malformed signatures are refused, and those of others are not valid`() throws {
        // The example in the documentation of web3.js (`web3.eth.accounts.sign`).
        let address = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23"
        let signature =
            "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd"
            + "6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c"
        #expect(try WalletServices.isSigned(message: "Some data", by: address, signature))
        #expect(try !WalletServices.isSigned(message: "Some dates", by: address, signature))
        let other = "0x52908400098527886E0F7030069857D2E4169EE7"
        #expect(try !WalletServices.isSigned(message: "Some data", by: other, signature))
        #expect(try !WalletServices.isSigned(message: "", by: address, "0x" + String(repeating: "ff", count: 65)))
        for text in ["", "0x", "0x00", String(signature.dropLast(2)), signature + "00", "tea"] {
            #expect(throws: RPCError.self) { try WalletServices.isSigned(message: "", by: address, text) }
        }
        #expect(throws: RPCError.self) { try WalletServices.isSigned(message: "", by: "0x12", signature) }
    }

    @Test func `while long messages are examined, the main thread does other things`() async throws {
        let site = try TestSite()
        _ = await site.ask("eth_requestAccounts")
        /// How often another task has its turn on the main thread while a message is examined.
        func turns(_ count: Int) async -> Int {
            let words = "example.com wants you to sign in, and this signature derives the key of your account. "
            let text = String(String(repeating: words, count: count / words.utf8.count + 1).prefix(count))
            let other = Task { @MainActor in
                var turns = 0
                while !Task.isCancelled {
                    turns += 1
                    await Task.yield()
                }
                return turns
            }
            _ = await site.ask(
                "personal_sign", [.string(text), .string(site.services.activeAccount.address(.ethereum))])
            other.cancel()
            return await other.value
        }
        let short = await turns(200)
        #expect(site.shown.count == 2)
        for _ in 0..<4 {
            let long = await turns(60_000)
            #expect(long > 20 * short, "\(long), \(short)")
        }
        #expect(site.shown.count == 6)
    }

    @Test func `the user is warned of keys and logins in the wallet's own window, too`() async throws {
        let site = try TestSite()
        let services = site.services
        let own = services.activeAccount.address(.ethereum)
        site.decision = .rejected
        func level(_ text: String) async throws -> Approval.Warning.Level {
            _ = await site.dispatcher.run("message") { request throws(RPCError) in
                .string(try await services.sign(message: text, with: own, for: request))
            }
            let shown = try #require(site.shown.last)
            let others = await MessageWarnings.about(text, from: .wallet)
            #expect(others.map(\.level).max() ?? .plain == shown.level)
            return shown.level
        }
        #expect(try await level("Sign this message to generate your spending key.") == .danger)
        #expect(try await level("Log in to https://forum.example, nonce 4f9a21") == .caution)
        #expect(try await level("This address is mine. 27 November 2026") == .plain)
        #expect(try await level(String(repeating: "I agree. ", count: 5_000)) == .plain)
    }

    @Test func `the active account signs after the approval, and no other`() async throws {
        let site = try TestSite()
        let services = site.services
        let own = services.activeAccount.address(.ethereum)
        func sign(_ address: String) async -> Result<JSON, RPCError> {
            await site.dispatcher.run("message") { request throws(RPCError) in
                .string(try await services.sign(message: "tea", with: address, for: request))
            }
        }
        let signature = try #require(try await sign(own).get().string)
        #expect(try WalletServices.isSigned(message: "tea", by: own, signature))
        #expect(site.shown.last?.fields.map(\.value) == ["tea"])
        for address in ["", "0x52908400098527886E0F7030069857D2E4169EE7"] {
            guard case .failure = await sign(address) else { throw RPCError(.failed, "It was signed.") }
        }
        site.decision = .rejected
        let rejected = await sign(own)
        #expect(throws: RPCError.rejected) { try rejected.get() }
    }
}
