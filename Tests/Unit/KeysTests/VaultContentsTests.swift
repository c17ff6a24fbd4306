import Testing

@testable import Keys

@Suite struct VaultContentsTests {
    @Test func `contents survive a round trip`() throws {
        let bytes = try Self.contents(accounts: 3).bytes()
        #expect(bytes.count == 512)
        let read = try VaultContents(bytes)
        #expect(read.generation == 41)
        #expect(read.created == 1_800_000_000)
        #expect(read.accounts.map(\.index) == [0, 1, 2])
        #expect(read.secret.kind == .phrase(wordCount: 12, language: .korean, hasExtraWord: true))
        let again = read.bytes()
        expect(again.matches(bytes))
    }

    @Test func `after any change only canonical contents are read`() throws {
        let bytes = try Self.contents(accounts: 3).bytes()
        var read = 0
        for bit in 0..<(bytes.count * 8) {
            var changed = bytes.duplicate()
            changed.withUnsafeMutableBytes { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
            guard let contents = try? VaultContents(changed) else { continue }
            read += 1
            let again = contents.bytes()
            expect(again.matches(changed))
        }
        // Numbers, entropy and letters can have any value, but the structure cannot change.
        #expect(read > 200 && read < 1_000)
    }

    @Test func `every truncation is refused`() throws {
        let bytes = try Self.contents(accounts: 40).bytes()
        #expect(bytes.count == 1_024)
        for count in 0..<bytes.count {
            #expect(throws: KeyError.damagedVault) { _ = try VaultContents(bytes.part(0..<count)) }
        }
    }

    @Test func `an extra block of zeros is refused`() throws {
        let bytes = try Self.contents(accounts: 3).bytes()
        let longer = SecretBytes(count: 1_024) { room in bytes.withUnsafeBytes { room.copyMemory(from: $0) } }
        #expect(throws: KeyError.damagedVault) { _ = try VaultContents(longer) }
    }

    @Test func `an invalid key is refused`() throws {
        let account = try VaultAccount(name: VaultName("One"), index: 0)
        let contents = VaultContents(
            generation: 1, created: 0, secret: VaultSecret(key: SecretBytes(count: 32)), accounts: [account])
        #expect(throws: KeyError.damagedVault) { _ = try VaultContents(contents.bytes()) }
    }

    @Test func `accounts with the same index, or no accounts at all, are refused`() throws {
        let account = try VaultAccount(name: VaultName("One"), index: 0)
        for accounts in [[], [account, account]] {
            let contents = VaultContents(
                generation: 1, created: 0, secret: VaultSecret(key: SecretBytes(copying: 1...32)), accounts: accounts)
            #expect(throws: KeyError.damagedVault) { _ = try VaultContents(contents.bytes()) }
        }
    }

    @Test func `paths of other wallets are kept, and vaults without them stay as earlier programs read them`() throws {
        let (usual, ledger) = (
            try VaultAccount(name: VaultName("One"), index: 0),
            try VaultAccount(
                name: VaultName("Ledger"), index: 1, ethereumPath: DerivationPath("m/44'/60'/1'/0/0"))
        )
        for (accounts, version) in [([usual], UInt8(1)), ([usual, ledger], 2), ([ledger], 2)] {
            let contents = VaultContents(
                generation: 1, created: 0, secret: VaultSecret(key: SecretBytes(copying: 1...32)), accounts: accounts)
            let bytes = contents.bytes()
            #expect(bytes.withUnsafeBytes { $0[0] } == version)
            #expect(try VaultContents(bytes).accounts == accounts)
        }
        for path in ["m", "m" + String(repeating: "/1", count: 11)] {
            #expect(throws: KeyError.pathOutOfRange) {
                try VaultAccount(name: VaultName("x"), index: 0, ethereumPath: DerivationPath(path))
            }
        }
    }

    @Test func `a path in the first version, or none in the second, is refused`() throws {
        let account = try VaultAccount(
            name: VaultName("Ledger"), index: 1, ethereumPath: DerivationPath("m/44'/60'/1'/0/0"))
        for (accounts, version) in [([account], UInt8(1)), ([try VaultAccount(name: VaultName("One"), index: 0)], 2)] {
            let bytes = VaultContents(
                generation: 1, created: 0, secret: VaultSecret(key: SecretBytes(copying: 1...32)), accounts: accounts
            ).bytes()
            let changed = SecretBytes(count: bytes.count) { room in
                bytes.withUnsafeBytes { room.copyMemory(from: $0) }
                room[0] = version
            }
            #expect(throws: KeyError.damagedVault) { _ = try VaultContents(changed) }
        }
    }

    private static let seeds: [(words: String, extra: String, kind: VaultKind)] = [
        ("cycle rocket west magnet parrot shuffle foot correct salt library feed song", "", .electrum(.standard)),
        (
            "bitter grass shiver impose acquire brush forget axis eager alone wine silver", "two words",
            .electrum(.segWit)
        ),
        ("powerful random nobody notice nothing important anyway look away hidden message over", "", .oldElectrum),
    ]

    private static func contents(ofSeed words: String, _ extra: String) throws -> VaultContents {
        VaultContents(
            generation: 7, created: 1_800_000_000,
            secret: try VaultSecret(electrum: VaultFixture.secret(words), extension: VaultFixture.secret(extra)),
            accounts: [try VaultAccount(name: VaultName("One"), index: 0)])
    }

    @Test func `seeds of Electrum survive a round trip, however they were written`() throws {
        for seed in Self.seeds {
            let bytes = try Self.contents(ofSeed: seed.words, seed.extra).bytes()
            let loud = try Self.contents(ofSeed: "  " + seed.words.uppercased() + "\n", seed.extra).bytes()
            expect(loud.matches(bytes))
            let read = try VaultContents(bytes)
            #expect(read.secret.kind == seed.kind)
            let again = read.bytes()
            expect(again.matches(bytes))
            expect(read.secret.bytes.matches(VaultFixture.secret(seed.words)))
        }
    }

    @Test func `after any change of a seed of Electrum only canonical contents are read`() throws {
        for seed in Self.seeds {
            let bytes = try Self.contents(ofSeed: seed.words, seed.extra).bytes()
            for bit in 0..<(bytes.count * 8) {
                var changed = bytes.duplicate()
                changed.withUnsafeMutableBytes { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
                guard let contents = try? VaultContents(changed) else { continue }
                let again = contents.bytes()
                expect(again.matches(changed))
            }
        }
    }

    @Test func `an old seed has no extension, and other words are not a seed`() {
        for (words, extra) in [(Self.seeds[2].words, "harbour"), ("bitter grass", ""), ("", "")] {
            #expect(throws: KeyError.noElectrumSeed) { _ = try Self.contents(ofSeed: words, extra).generation }
        }
    }

    private static func contents(accounts: UInt32) throws -> VaultContents {
        VaultContents(
            generation: 41, created: 1_800_000_000,
            secret: VaultSecret(
                language: .korean, entropy: SecretBytes(copying: 0..<16), extraWord: VaultFixture.secret("extra")),
            accounts: try (0..<accounts).map { try VaultAccount(name: VaultName("Account \($0)"), index: $0) })
    }
}
