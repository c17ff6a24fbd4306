import Bitcoin
import Foundation
import Testing
import UniformResources

@testable import HeadlessWallet

@Suite struct WatchAccountTests {
    private static let key: [CBOR: CBOR] = [
        .number(3): .bytes([2] + [UInt8](repeating: 1, count: 32)),
        .number(4): .bytes([UInt8](repeating: 2, count: 32)),
        .number(6): .tagged(
            304,
            .map([
                .number(1): .array([.number(84), .bool(true), .number(0), .bool(true), .number(0), .bool(true)])
            ])),
    ]

    private static func account(_ scripts: [CBOR]) -> String {
        UniformResource(
            type: "crypto-account",
            .map([.number(1): .number(0xD34D_B33F), .number(2): .array(scripts.map { .tagged(308, $0) })])
        ).text
    }

    private static let wpkh = CBOR.tagged(404, .tagged(303, .map(key)))
    private static let pkh = CBOR.tagged(403, .tagged(303, .map(key)))
    private static let multisig = CBOR.tagged(401, .tagged(406, .map([.number(1): .number(2)])))

    @Test func `an export without a fitting key, or with several, is refused`() {
        for (text, type) in [
            ("ur:crypto-account/aeae", ""), (Self.account([]), ""), (Self.account([Self.multisig]), ""),
            (Self.account([Self.wpkh, Self.pkh]), ""), (Self.account([Self.wpkh]), "p2tr"),
            (UniformResource(type: "crypto-seed", .map([:])).text, ""),
        ] {
            #expect(throws: WalletError.self, "\(text)") { try WatchReading(WatchAccount(text, type: type)) }
        }
    }

    @Test func `the key of an export is taken with its origin and the form of its addresses`() throws {
        let one = try WatchReading(WatchAccount(Self.account([Self.wpkh, Self.multisig]).uppercased()))
        #expect(one.text.hasPrefix("[d34db33f/84h/0h/0h]xpub"))
        #expect(one.type == .p2wpkh)
        let chosen = try WatchReading(WatchAccount(Self.account([Self.wpkh, Self.pkh]), type: "p2pkh"))
        #expect(chosen.type == .p2pkh)
        let bare = try WatchReading(
            WatchAccount(UniformResource(type: "crypto-hdkey", .map(Self.key)).text, type: "p2tr"))
        #expect(bare.type == .p2tr)
        #expect(bare.text.hasPrefix("xpub"))
    }
}
