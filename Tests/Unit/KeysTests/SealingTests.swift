import Primitives
import Testing

@testable import Keys

@Suite struct SealingTests {
    private let secret = Array("32 bytes that nobody may read...".utf8)

    private func seal(_ vault: Vault, _ purpose: String = "Tests") throws -> [UInt8] {
        try secret.withUnsafeBytes { try vault.seal($0, for: purpose) }
    }

    private func open(_ sealed: [UInt8], _ vault: Vault, _ purpose: String = "Tests") throws -> [UInt8] {
        try vault.open(sealed, for: purpose).withUnsafeBytes { Array($0) }
    }

    @Test func `nothing is sealed or opened while the vault is locked`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let sealed = try seal(vault)
        vault.lock()
        #expect(throws: KeyError.locked) { _ = try seal(vault) }
        for text in [sealed, [], [UInt8](repeating: 0, count: 99)] {
            #expect(throws: KeyError.locked) { _ = try open(text, vault) }
        }
        try vault.unlock()
        #expect(try open(sealed, vault) == secret)
    }

    @Test func `a sealed secret with any bit changed, or another length, does not open`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let sealed = try seal(vault)
        for place in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[place] ^= 1 << bit
                #expect(throws: KeyError.sealedElsewhere) { _ = try open(changed, vault) }
            }
        }
        for length in 0..<sealed.count {
            #expect(throws: KeyError.sealedElsewhere) { _ = try open(Array(sealed[..<length]), vault) }
        }
        for more in [sealed + [0], [UInt8](repeating: 1, count: 1 << 20)] {
            #expect(throws: KeyError.sealedElsewhere) { _ = try open(more, vault) }
        }
    }

    @Test func `a secret that was sealed for another purpose, or by another vault, does not open`() throws {
        let (stage, other) = (try VaultFixture(), try VaultFixture())
        let vault = try stage.vault()
        let stranger = try other.folder().create(
            name: VaultName("Other"), phrase: Mnemonic(VaultFixture.phrase), extraWord: VaultFixture.secret("other"),
            passphrase: VaultFixture.secret(VaultFixture.passphrase))
        let sealed = try seal(vault)
        #expect(throws: KeyError.sealedElsewhere) { _ = try open(sealed, vault, "Other") }
        #expect(throws: KeyError.sealedElsewhere) { _ = try open(sealed, stranger) }
    }

    @Test func `a secret that is too long is not sealed`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let long = [UInt8](repeating: 1, count: Vault.longestSealed + 1)
        #expect(throws: KeyError.wrongSize(expected: Vault.longestSealed, got: long.count)) {
            _ = try long.withUnsafeBytes { try vault.seal($0, for: "Tests") }
        }
        for size in [0, 1, Vault.longestSealed] {
            let sealed = try long.prefix(size).withUnsafeBytes { try vault.seal($0, for: "Tests") }
            #expect(try open(sealed, vault) == Array(long.prefix(size)))
        }
    }

    @Test func `a sealed secret shows nothing of it, and is another text each time`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let texts = try (0..<50).map { _ in try seal(vault) }
        #expect(Set(texts).count == 50)
        for text in texts { #expect(!Hex.encode(text).contains(Hex.encode(Array(secret[..<8])))) }
    }

    @Test func `a secret is opened after the passphrase was changed, and after the wallet was restored`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let sealed = try seal(vault)
        let new = "another passphrase of some words"
        try vault.changePassphrase(
            from: VaultFixture.secret(VaultFixture.passphrase), to: VaultFixture.secret(new))
        #expect(try open(sealed, vault) == secret)
        vault.lock()
        try vault.unlock(new)
        #expect(try open(sealed, vault) == secret)
        let restored = try VaultFixture()
        #expect(try open(sealed, restored.vault(named: "Restored")) == secret)
    }

    @Test func `the keys are those of SLIP-0021`() throws {
        // The vectors of the specification, whose seed is that of “all” twelve times.
        let phrase = try Mnemonic(Array(repeating: "all", count: 12).joined(separator: " "))
        let root = SymmetricNode(seed: phrase.seed())
        func digits(_ node: borrowing SymmetricNode) -> String { node.key().withUnsafeBytes { Hex.encode(Array($0)) } }
        #expect(digits(root) == "dbf12b44133eaab506a740f6565cc117228cbf1dd70635cfa8ddfdc9af734756")
        let child = root.child("SLIP-0021")
        #expect(digits(child) == "1d065e3ac1bbe5c7fad32cf2305f7d709dc070d672044a19e610c77cdf33de0d")
        #expect(
            digits(child.child("Master encryption key"))
                == "ea163130e35bbafdf5ddee97a17b39cef2be4b4f390180d65b54cf05c6a82fde")
        #expect(
            digits(child.child("Authentication key"))
                == "47194e938ab24cc82bfa25f6486ed54bebe79c40ae2a5a32ea6db294d81861a6")
    }
}
