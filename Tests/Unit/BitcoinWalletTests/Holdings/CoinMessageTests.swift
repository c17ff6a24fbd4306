import Bitcoin
import Bridge
import Keys
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Messages that the user signs with addresses of the wallet, and signatures that the user checks.
@MainActor @Suite struct CoinMessageTests {
    private func sign(
        _ text: String, with address: String, _ form: MessageForm? = nil, in holding: HoldingSite
    ) async throws -> String {
        try await holding.run { request async throws(RPCError) in
            try await holding.wallet.sign(message: text, with: address, form: form, for: request)
        }
    }

    @Test func `signatures that are not of the message, the address or the standard are invalid or refused`() throws {
        // BIP-322, “Test vectors”, for a P2WPKH address.
        let address = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l"
        let signatures = [
            "":
                "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
            "Hello World":
                "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
        ]
        for (text, signature) in signatures {
            #expect(try CoinWallet.isSigned(message: text, by: address, " \(signature)\n") == true)
            #expect(try CoinWallet.isSigned(message: text + "!", by: address, signature) == false)
            let other = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
            #expect(try CoinWallet.isSigned(message: text, by: other, signature) == false)
        }
        for signature in ["", "x", String(repeating: "A", count: 88), String(repeating: "A", count: 5_000_000)] {
            #expect(throws: RPCError.self, "\(signature.prefix(100))") {
                try CoinWallet.isSigned(message: "", by: address, signature)
            }
        }
        #expect(throws: RPCError.self) { try CoinWallet.isSigned(message: "", by: "x", signatures[""] ?? "") }
    }

    @Test(arguments: ScriptType.allCases)
    func `an address of each type signs by the standards that it has`(_ type: ScriptType) async throws {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let path = try DerivationPath("m/84'/0'/3'")
        let script = try HoldingSite.script("m/84'/0'/3'/0/4", type)
        let first = try HoldingSite.script("m/84'/0'/3'/0/0", type)
        let record = try #require(CoinAccountRecord(.bitcoin, type, .phrase(path), first: first, name: "Found"))
        try await holding.wallet.add(record)
        let address = try #require(script.destination?.address(on: .bitcoin))
        for form in MessageForm.allCases {
            guard type != .p2tr || form == .bip322 else {
                await #expect(throws: RPCError.self) { try await sign("tea", with: address, form, in: holding) }
                continue
            }
            let signature = try await sign("tea", with: address, form, in: holding)
            #expect(try CoinWallet.isSigned(message: "tea", by: address, signature) == true)
            #expect(try CoinWallet.isSigned(message: "coffee", by: address, signature) == false)
            let approval = try #require(holding.site.shown.last)
            #expect(approval.fields.map(\.value) == ["tea"])
            #expect(approval.rows.contains { $0.value == .exact(address) })
        }
        #expect(try await !sign("tea", with: address, in: holding).isEmpty)
    }

    @Test func `addresses of others, watched accounts and rejected messages are not signed`() async throws {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let watched = try await holding.wallet.watch(CoinWatchingTests.exported(), named: "", on: .bitcoin)
        for address in ["x", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", watched.address] {
            await #expect(throws: RPCError.self) { try await sign("tea", with: address, in: holding) }
        }
        #expect(holding.site.shown.isEmpty)
        let own = try await holding.account(.bitcoin).address
        holding.site.decision = .rejected
        await #expect(throws: RPCError.self) { try await sign("tea", with: own, in: holding) }
        let cash = try await holding.account(.bitcoinCash).address
        await #expect(throws: RPCError.self) { try await sign("tea", with: cash, .bip322, in: holding) }
    }

    @Test func `an address of Bitcoin Cash signs by BIP-137`() async throws {
        let holding = try HoldingSite()
        let cash = "bitcoincash:" + (try await holding.account(.bitcoinCash).address)
        let signature = try await sign("tea", with: cash, in: holding)
        #expect(try CoinWallet.isSigned(message: "tea", by: cash, signature) == true)
        #expect(holding.site.shown.last?.level == .plain)
        _ = try await sign("Sign this message to generate your trading key.", with: cash, in: holding)
        #expect(holding.site.shown.last?.level == .danger)
        _ = try await sign("Log in to https://forum.example, nonce 4f9a21", with: cash, in: holding)
        #expect(holding.site.shown.last?.level == .caution)
    }
}
