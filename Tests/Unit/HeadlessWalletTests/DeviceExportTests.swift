import Keys
import Ethereum
import Primitives
import Testing
import UniformResources
import WalletCore

@testable import HeadlessWallet

@MainActor @Suite struct DeviceExportTests {
    /// The export of the demo keys at a path.
    private static func export(_ path: String, _ changes: [CBOR: CBOR?] = [:]) throws -> UniformResource {
        let keys = try DemoKeys()
        let path = try DerivationPath(path)
        let key = try keys.extendedPublicKey(at: path)
        let fingerprint = try keys.extendedPublicKey(at: DerivationPath("m")).fingerprint
        var members: [CBOR: CBOR] = [
            .number(3): .bytes(key.publicKey.compressed), .number(4): .bytes(key.chainCode),
            .number(6): .tagged(
                304,
                .map([
                    .number(1): .array(
                        path.indices.flatMap { [CBOR.number(UInt64($0 & ~(1 << 31))), .bool($0 >> 31 == 1)] }),
                    .number(2): .number(UInt64(fingerprint)),
                ])), .number(9): .text("Keystone"),
        ]
        for (key, value) in changes { members[key] = value }
        return UniformResource(type: "crypto-hdkey", .map(members))
    }

    private static func address(_ path: String) throws -> String {
        EthereumAddress(try DemoKeys().publicKey(at: DerivationPath(path))).description
    }

    @Test func `an export that cannot be used is refused with a sentence`() throws {
        let off: CBOR = .bytes([2] + [UInt8](repeating: 0xFF, count: 32))
        #expect(throws: WalletError.self) { try DeviceExport("") }
        #expect(throws: WalletError.self) { try DeviceExport("ur:crypto-hdkey/aeae") }
        #expect(throws: WalletError.self) { try DeviceExport(UniformResource(type: "crypto-seed", .map([:]))) }
        #expect(throws: WalletError.self) { try DeviceExport(Self.export("m/84'/0'/0'")) }
        #expect(throws: WalletError.self) {
            try DeviceExport(Self.export("m/44'/60'/0'", [.number(3): off])).accounts(from: 0, count: 1)
        }
        #expect(throws: WalletError.self) {
            try DeviceExport(Self.export("m/44'/60'/0'/0/0", [.number(3): off, .number(4): nil]))
                .accounts(from: 0, count: 1)
        }
        let text = try Self.export("m/44'/60'/0'").text
        for number in ["-1", "x", "10000", "4294967296"] {
            #expect(throws: WalletError.self, "\(number)") { try AddDevice(text, number: number).entry() }
        }
        let one = try Self.export("m/44'/60'/0'/0/0", [.number(4): nil]).text
        #expect(throws: WalletError.self) { try AddDevice(one, number: "1").entry() }
        #expect(throws: WalletError.self) {
            try AddDevice(text, named: String(repeating: "a", count: 65)).entry()
        }
        #expect(throws: Never.self) { try AddDevice(text.uppercased(), named: " Cold ").entry() }
    }

    @Test func `the accounts are at the paths that their keys have on the device`() throws {
        let export = try DeviceExport(Self.export("m/44'/60'/0'"))
        #expect(export.name == "Keystone")
        let accounts = try export.accounts(from: 3, count: 2)
        #expect(accounts.map(\.key.pathText) == ["m/44'/60'/0'/0/3", "m/44'/60'/0'/0/4"])
        #expect(try accounts.map(\.address) == accounts.map { try Self.address($0.key.pathText) })
        let fingerprint = try DemoKeys().extendedPublicKey(at: DerivationPath("m")).fingerprint
        #expect(accounts.allSatisfy { $0.key.fingerprint == fingerprint })
        let legacy = try DeviceExport(Self.export("m/44'/60'/0'", [.number(10): .text("account.ledger_legacy")]))
        #expect(try legacy.accounts(from: 2, count: 1).map(\.key.pathText) == ["m/44'/60'/0'/2"])
        #expect(try legacy.accounts(from: 2, count: 1).map(\.address) == [Self.address("m/44'/60'/0'/2")])
        let one = try DeviceExport(Self.export("m/44'/60'/2'/0/0", [.number(4): nil]))
        #expect(try one.accounts(from: 0, count: 5).map(\.address) == [Self.address("m/44'/60'/2'/0/0")])
        #expect(try one.accounts(from: 5, count: 5).isEmpty)
        // No number is beyond those that wallets count.
        #expect(try export.accounts(from: DeviceExport.highestNumber, count: .max).count == 1)
        #expect(try export.accounts(from: .max, count: .max).isEmpty)
    }
}
