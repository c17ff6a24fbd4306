import Testing

@testable import Keys
import Primitives

@Suite struct VaultFileTests {
    @Test func `a change of any bit of a vault file is detected, before the key derivation and after it`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        vault.lock()
        let bytes = try stage.bytes()
        let passphrase = VaultFixture.secret(VaultFixture.passphrase)
        var (first, behind) = (0, 0)
        for bit in 0..<(bytes.count * 8) {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            // A random change: the checksum detects it.
            if (try? VaultFile(changed, policy: .forTests)) == nil { first += 1 }
            // An attacker updates the checksum: then the limits or the authentication tag detect it.
            let body = changed[..<(bytes.count - 32)]
            let careful = Array(body) + SHA256.hash(body).bytes
            if careful == bytes || Self.refuses(careful, passphrase) { behind += 1 }
        }
        #expect(bytes.count == 636)
        #expect(first == bytes.count * 8)
        #expect(behind == bytes.count * 8)
        expect(!Self.refuses(bytes, passphrase))
    }

    private static func refuses(_ bytes: [UInt8], _ passphrase: borrowing SecretBytes) -> Bool {
        guard let file = try? VaultFile(bytes, policy: .forTests),
            let key = try? VaultKey(passphrase: passphrase, header: file.header)
        else { return true }
        return file.open(key: key.bytes) == nil
    }

    @Test func `a truncated or extended vault file is refused`() throws {
        let stage = try VaultFixture()
        _ = try stage.vault()
        let bytes = try stage.bytes()
        for count in 0..<bytes.count {
            #expect(throws: KeyError.damagedVault) { _ = try VaultFile(Array(bytes[..<count]), policy: .forTests) }
        }
        for more: [UInt8] in [[0], [0xFF], bytes] {
            #expect(throws: KeyError.damagedVault) { _ = try VaultFile(bytes + more, policy: .forTests) }
        }
        #expect(throws: KeyError.unsafeFile(.tooLarge)) {
            _ = try VaultFile([UInt8](repeating: 0, count: VaultFile.longest + 1), policy: .forTests)
        }
    }

    @Test(arguments: [
        (VaultCost(memory: .max, passes: 3), KeyError.vaultCostOutOfBounds),
        (VaultCost(memory: 2_097_153, passes: 3), .vaultCostOutOfBounds),
        (VaultCost(memory: 262_143, passes: 3), .vaultCostOutOfBounds),
        (VaultCost(memory: 0, passes: 3), .vaultCostOutOfBounds),
        (VaultCost(memory: 262_144, passes: 0), .vaultCostOutOfBounds),
        (VaultCost(memory: 262_144, passes: 1), .vaultCostOutOfBounds),
        (VaultCost(memory: 262_144, passes: 2), .vaultCostOutOfBounds),
        (VaultCost(memory: 262_144, passes: 17), .vaultCostOutOfBounds),
        (VaultCost(memory: 262_144, passes: .max), .vaultCostOutOfBounds),
    ])
    func `a cost outside the limits is refused before any work`(cost: VaultCost, error: KeyError) throws {
        #expect(throws: error) { try VaultFile(Self.file(cost: cost), policy: .standard) }
    }

    @Test func `costs within the limits are read`() throws {
        for cost in [VaultCost.standard, VaultCost(memory: 2_097_152, passes: 16)] {
            #expect(try VaultFile(Self.file(cost: cost), policy: .standard).header.cost == cost)
        }
        // A vault of the tests is refused for users.
        #expect(throws: KeyError.vaultCostOutOfBounds) {
            try VaultFile(Self.file(cost: VaultPolicy.forTests.cost), policy: .standard)
        }
    }

    @Test func `later versions and unknown algorithms are refused`() throws {
        let bytes = try Self.file(cost: .standard)
        func changed(_ place: Int, _ value: UInt8) -> [UInt8] {
            var bytes = bytes
            bytes[place] = value
            let body = bytes[..<(bytes.count - 32)]
            return Array(body) + SHA256.hash(body).bytes
        }
        #expect(throws: KeyError.laterVaultVersion) { try VaultFile(changed(9, 2), policy: .standard) }
        #expect(throws: KeyError.laterVaultVersion) { try VaultFile(changed(8, 1), policy: .standard) }
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(9, 0), policy: .standard) }
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(10, 0), policy: .standard) }
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(10, 2), policy: .standard) }
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(11, 2), policy: .standard) }
        #expect(throws: KeyError.vaultCostOutOfBounds) { try VaultFile(changed(23, 0), policy: .standard) }
        #expect(throws: KeyError.vaultCostOutOfBounds) { try VaultFile(changed(23, 2), policy: .standard) }
        // The name: a control character, invalid UTF-8, empty.
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(65, 0x1B), policy: .standard) }
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(65, 0xFF), policy: .standard) }
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(64, 0), policy: .standard) }
        #expect(throws: KeyError.damagedVault) { try VaultFile(changed(64, 255), policy: .standard) }
    }

    private static func file(cost: VaultCost) throws -> [UInt8] {
        try VaultFile.seal(
            SecretBytes(count: 512), key: SecretBytes(count: 32), cost: cost, salt: [UInt8](repeating: 7, count: 16),
            name: VaultName("Savings"))
    }
}
