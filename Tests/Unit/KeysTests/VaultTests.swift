import Foundation
import Synchronization
import Testing

@testable import Keys
import Primitives

@Suite struct VaultTests {
    private let path = "m/44'/60'/0'/0/0"
    private let digest = Keccak256.hash("hello".utf8)

    @Test func `a vault returns what was stored, also after locking and reading it again`() throws {
        let stage = try VaultFixture()
        let made = try stage.vault()
        let path = try DerivationPath(path)
        let seed = try Mnemonic(VaultFixture.phrase).seed()
        let expected = try HDKey(seed: seed).derived(path).privateKey.publicKey()
        #expect(try made.publicKey(at: path) == expected)
        let read = try stage.again()
        #expect(read.isLocked)
        #expect(read.name.description == "Savings")
        #expect(read.kind == nil && read.accounts.isEmpty && read.created == nil)
        try read.unlock()
        #expect(!read.isLocked)
        #expect(read.kind == .phrase(wordCount: 12, language: .english, hasExtraWord: false))
        #expect(read.accounts.map(\.index) == [0])
        #expect(try #require(read.created) > 1_700_000_000)
        #expect(try read.sign(digest, at: path).signer(of: digest) == expected)
        let account = try read.extendedPublicKey(at: DerivationPath("m/44'/60'/0'"))
        #expect(try account.derived(DerivationPath("m/0/0")).publicKey == expected)
        #expect(
            try read.exportPhrase(passphrase: VaultFixture.secret(VaultFixture.passphrase)).text == VaultFixture.phrase)
    }

    @Test func `the BIP-39 passphrase determines the keys`() throws {
        let stage = try VaultFixture()
        let vault = try stage.folder().create(
            name: VaultName("Savings"), phrase: Mnemonic(VaultFixture.phrase), extraWord: VaultFixture.secret("TRÉZOR"),
            passphrase: VaultFixture.secret(VaultFixture.passphrase))
        let seed = try Mnemonic(VaultFixture.phrase).seed(passphrase: "TRÉZOR")
        let path = try DerivationPath(path)
        #expect(try vault.publicKey(at: path) == HDKey(seed: seed).derived(path).privateKey.publicKey())
        let read = try stage.again()
        try read.unlock()
        #expect(try read.publicKey(at: path) == vault.publicKey(at: path))
        #expect(read.kind == .phrase(wordCount: 12, language: .english, hasExtraWord: true))
        let word = try read.exportExtraWord(passphrase: VaultFixture.secret(VaultFixture.passphrase))
        #expect(word.withUnsafeBytes { $0.elementsEqual("TRE\u{301}ZOR".utf8) })
    }

    @Test(arguments: Language.allCases, [16, 20, 24, 28, 32])
    func `phrases of every language and length survive a round trip`(language: Language, size: Int) throws {
        let stage = try VaultFixture()
        let phrase = try Mnemonic(entropy: SecretBytes(copying: (0..<size).map { UInt8($0 * 7) }), language: language)
        let text = phrase.text
        _ = try stage.folder().create(
            name: VaultName("Savings"), phrase: phrase, passphrase: VaultFixture.secret(VaultFixture.passphrase))
        let read = try stage.again()
        try read.unlock()
        #expect(try read.exportPhrase(passphrase: VaultFixture.secret(VaultFixture.passphrase)).text == text)
    }

    @Test func `a locked vault does nothing`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        vault.lock()
        let path = try DerivationPath(path)
        let passphrase = VaultFixture.secret(VaultFixture.passphrase)
        let before = try stage.bytes()
        #expect(vault.isLocked)
        #expect(throws: KeyError.locked) { try vault.publicKey(at: path) }
        #expect(throws: KeyError.locked) { try vault.sign(digest, at: path) }
        #expect(throws: KeyError.locked) { try vault.addAccount(name: VaultName("Two")) }
        #expect(throws: KeyError.locked) { try vault.renameAccount(0, to: VaultName("Two")) }
        #expect(throws: KeyError.locked) { try vault.rename(to: VaultName("Two")) }
        #expect(throws: KeyError.locked) {
            try vault.changePassphrase(from: passphrase, to: VaultFixture.secret("another long one"))
        }
        #expect(throws: KeyError.locked) { _ = try vault.exportPhrase(passphrase: passphrase) }
        #expect(throws: KeyError.locked) { _ = try vault.exportKey(at: path, passphrase: passphrase) }
        #expect(try stage.bytes() == before)
    }

    @Test(arguments: [
        "", " ", "quiet river forty lamp", "quiet river forty lamps ", "Quiet river forty lamps",
        "quiet river forty lamps\0", "quiet\0", "quiet river forty lamps\n", String(repeating: "a", count: 1_048_576),
    ])
    func `every wrong passphrase gives the same error`(text: String) throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        vault.lock()
        #expect(throws: KeyError.wrongPassphrase) { try vault.unlock(text) }
        #expect(vault.isLocked)
        try vault.unlock()
    }

    @Test func `invalid UTF-8 is a wrong passphrase, too`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        #expect(throws: KeyError.wrongPassphrase) { try vault.unlock(passphrase: SecretBytes(copying: [0xFF, 0xFE])) }
    }

    @Test func `a passphrase can be typed in any Unicode form`() throws {
        let stage = try VaultFixture()
        _ = try stage.folder().create(
            name: VaultName("Savings"), phrase: Mnemonic(VaultFixture.phrase),
            passphrase: VaultFixture.secret("crème brûlée à Noël"))
        try stage.again().unlock("cre\u{300}me bru\u{302}le\u{301}e a\u{300} Noe\u{308}l")
    }

    @Test func `wrong passphrases cause a delay, and a correct one resets it`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        for _ in 0..<3 { #expect(throws: KeyError.wrongPassphrase) { try vault.unlock("wrong") } }
        // The correct passphrase is refused, too; otherwise the delay would reveal that it was correct.
        #expect(throws: KeyError.tooManyAttempts(seconds: 1)) { try vault.unlock() }
        stage.wait(.seconds(1))
        #expect(throws: KeyError.wrongPassphrase) { try vault.unlock("wrong") }
        #expect(throws: KeyError.tooManyAttempts(seconds: 2)) {
            _ = try vault.exportPhrase(passphrase: VaultFixture.secret(VaultFixture.passphrase))
        }
        stage.wait(.seconds(2))
        try vault.unlock()
        #expect(throws: KeyError.wrongPassphrase) { try vault.unlock("wrong") }
        try vault.unlock()
    }

    @Test func `wrong passphrases are counted together in all processes`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        for _ in 0..<3 { #expect(throws: KeyError.wrongPassphrase) { try stage.again().unlock("wrong") } }
        #expect(throws: KeyError.tooManyAttempts(seconds: 1)) { try stage.again().unlock("wrong") }
        #expect(throws: KeyError.tooManyAttempts(seconds: 1)) { try stage.again().unlock() }
        #expect(throws: KeyError.tooManyAttempts(seconds: 1)) { try vault.unlock() }
        stage.wait(.seconds(1))
        #expect(throws: KeyError.wrongPassphrase) { try stage.again().unlock("wrong") }
        #expect(throws: KeyError.tooManyAttempts(seconds: 2)) { try stage.again().unlock() }
        stage.wait(.seconds(2))
        try stage.again().unlock()
        for _ in 0..<2 { #expect(throws: KeyError.wrongPassphrase) { try stage.again().unlock("wrong") } }
        try stage.again().unlock()
    }

    @Test func `an invalid or outdated record of wrong passphrases does not lock the user out for long`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let note = stage.path + "/\(vault.file).tries"
        for text in [
            "", "x", "5", "-1 0", "0 0", "99999999999999999999 0", "5 x", "5 0 0", "1001 0", "5 -9223372036854775808",
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: note))
            chmod(note, 0o600)
            try vault.unlock()
        }
        for last in ["9223372036854775807", "99999999999999"] {
            try Data("5 \(last)".utf8).write(to: URL(fileURLWithPath: note))
            chmod(note, 0o600)
            #expect(throws: KeyError.tooManyAttempts(seconds: 4)) { try vault.unlock() }
        }
        unlink(note)
        #expect(mkfifo(note, 0o600) == 0)
        try vault.unlock()
        #expect(throws: KeyError.wrongPassphrase) { try vault.unlock("wrong") }
    }

    @Test func `accounts are added and renamed, and survive`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        #expect(try vault.addAccount(name: VaultName("Two")).index == 1)
        #expect(try vault.addAccount(name: VaultName("Seven"), index: 7).index == 7)
        #expect(try vault.addAccount(name: VaultName("Three")).index == 2)
        let ledger = try vault.addAccount(
            name: VaultName("Ledger"), ethereumPath: DerivationPath("m/44'/60'/5'/0/0"))
        #expect(ledger.index == 3)
        #expect(throws: KeyError.refusedChange(.accountExists)) {
            try vault.addAccount(name: VaultName("Again"), ethereumPath: DerivationPath("m/44'/60'/5'/0/0"))
        }
        // The usual path of another account.
        #expect(throws: KeyError.refusedChange(.accountExists)) {
            try vault.addAccount(name: VaultName("Again"), ethereumPath: DerivationPath("m/44'/60'/0'/0/7"))
        }
        try vault.renameAccount(3, to: VaultName("Old Ledger"))
        #expect(vault.accounts.last?.ethereumPath?.description == "m/44'/60'/5'/0/0")
        #expect(throws: KeyError.refusedChange(.accountExists)) { try vault.addAccount(name: VaultName("x"), index: 7) }
        #expect(throws: KeyError.pathOutOfRange) { try vault.addAccount(name: VaultName("x"), index: 1 << 31) }
        try vault.renameAccount(7, to: VaultName("Säven"))
        #expect(throws: KeyError.refusedChange(.noSuchAccount)) { try vault.renameAccount(8, to: VaultName("x")) }
        try vault.rename(to: VaultName("Rainy days"))
        let read = try stage.again()
        #expect(read.name.description == "Rainy days")
        #expect(read.file == "savings.vault")
        try read.unlock()
        #expect(read.accounts.map(\.name.description) == ["Account 1", "Two", "Säven", "Three", "Old Ledger"])
        #expect(read.accounts.map(\.index) == [0, 1, 7, 2, 3])
    }

    @Test func `a vault holds at most a thousand accounts`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        for _ in 1..<1_000 { try vault.addAccount(name: VaultName(String(repeating: "ü", count: 32))) }
        #expect(throws: KeyError.refusedChange(.tooManyAccounts)) { try vault.addAccount(name: VaultName("x")) }
        let read = try stage.again()
        try read.unlock()
        #expect(read.accounts.count == 1_000)
        #expect(try stage.bytes().count < VaultFile.longest / 2)
    }

    @Test func `after a change of the passphrase only the new one unlocks`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let new = "seven green bottles"
        #expect(throws: KeyError.wrongPassphrase) {
            try vault.changePassphrase(from: VaultFixture.secret("wrong"), to: VaultFixture.secret(new))
        }
        #expect(throws: KeyError.weakPassphrase(.tooShort(minimum: 12))) {
            try vault.changePassphrase(
                from: VaultFixture.secret(VaultFixture.passphrase), to: VaultFixture.secret("short"))
        }
        let before = try VaultFile(stage.bytes(), policy: .forTests).header
        try vault.changePassphrase(from: VaultFixture.secret(VaultFixture.passphrase), to: VaultFixture.secret(new))
        let after = try VaultFile(stage.bytes(), policy: .forTests).header
        #expect(before.salt != after.salt && before.nonce != after.nonce)
        try vault.addAccount(name: VaultName("Two"))
        let read = try stage.again()
        #expect(throws: KeyError.wrongPassphrase) { try read.unlock() }
        try read.unlock(new)
        #expect(read.accounts.count == 2)
    }

    @Test func `a nonce is never reused`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        var nonces: Set<[UInt8]> = []
        for number in 0..<50 {
            try vault.renameAccount(0, to: VaultName("\(number)"))
            nonces.insert(try VaultFile(stage.bytes(), policy: .forTests).header.nonce)
        }
        #expect(nonces.count == 50)
    }

    @Test func `a vault that was changed elsewhere is not overwritten`() throws {
        let stage = try VaultFixture()
        let one = try stage.vault()
        let other = try stage.again()
        try other.unlock()
        try other.addAccount(name: VaultName("Two"))
        let written = try stage.bytes()
        #expect(throws: KeyError.changedElsewhere) { try one.addAccount(name: VaultName("Lost")) }
        #expect(try stage.bytes() == written)
        #expect(one.accounts.count == 1)
        try one.unlock()
        #expect(one.accounts.count == 2)
        try one.changePassphrase(
            from: VaultFixture.secret(VaultFixture.passphrase), to: VaultFixture.secret("seven green bottles"))
        #expect(throws: KeyError.changedElsewhere) { try other.addAccount(name: VaultName("Lost")) }
    }

    @Test func `a damaged, foreign or missing file is not overwritten`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        var damaged = try stage.bytes()
        damaged[damaged.count / 2] ^= 1
        for bytes in [damaged, [], Array("a letter".utf8)] {
            try stage.write(bytes)
            #expect(throws: KeyError.damagedVault) { try vault.addAccount(name: VaultName("Two")) }
            #expect(throws: KeyError.damagedVault) { try vault.unlock() }
            #expect(try stage.bytes() == bytes)
        }
        try FileManager.default.removeItem(at: stage.url("savings.vault"))
        #expect(throws: KeyError.unsafeFile(.missing)) { try vault.addAccount(name: VaultName("Two")) }
        #expect(vault.accounts.count == 1)
    }

    @Test func `a restored older copy is detected, and the next write has the highest generation`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let old = try stage.bytes()
        try vault.addAccount(name: VaultName("Two"))
        #expect(!vault.isOlderThanSeen)
        try stage.write(old)
        let read = try stage.again()
        try read.unlock()
        #expect(read.isOlderThanSeen)
        try read.addAccount(name: VaultName("Two"))
        let last = try stage.again()
        try last.unlock()
        #expect(!last.isOlderThanSeen)
        // The note is neither secret nor a lock: if it is missing or invalid, everything still works.
        try stage.write(Array("nonsense".utf8), to: "savings.vault.seen")
        try last.unlock()
        #expect(!last.isOlderThanSeen)
    }

    @Test func `an imported key only signs at the root path`() throws {
        let stage = try VaultFixture()
        let text = "0x4646464646464646464646464646464646464646464646464646464646464646"
        let key = try PrivateKey(hex: VaultFixture.secret(text))
        let expected = try key.publicKey()
        let passphrase = VaultFixture.secret(VaultFixture.passphrase)
        let vault = try stage.folder().create(name: VaultName("Old key"), key: key, passphrase: passphrase)
        let read = try stage.again()
        try read.unlock()
        for vault in [vault, read] {
            #expect(vault.kind == .key)
            #expect(try vault.publicKey(at: DerivationPath("m")) == expected)
            #expect(try vault.sign(digest, at: DerivationPath("m")).signer(of: digest) == expected)
            #expect(throws: KeyError.noKeyAtPath) { try vault.publicKey(at: DerivationPath(path)) }
            #expect(throws: KeyError.noKeyAtPath) { try vault.sign(digest, at: DerivationPath("m/0")) }
            #expect(throws: KeyError.noKeyAtPath) { try vault.extendedPublicKey(at: DerivationPath("m")) }
            #expect(throws: KeyError.noPhrase) { _ = try vault.exportPhrase(passphrase: passphrase) }
            #expect(throws: KeyError.noPhrase) { _ = try vault.exportExtraWord(passphrase: passphrase) }
            #expect(throws: KeyError.refusedChange(.singleKey)) { try vault.addAccount(name: VaultName("Two")) }
        }
        let hex = try read.exportKey(at: DerivationPath("m"), passphrase: passphrase)
        #expect(hex.withUnsafeBytes { $0.elementsEqual(text.utf8) })
    }

    @Test func `exporting a secret needs the passphrase again`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let wrong = VaultFixture.secret("wrong")
        let path = try DerivationPath(path)
        #expect(throws: KeyError.wrongPassphrase) { _ = try vault.exportPhrase(passphrase: wrong) }
        #expect(throws: KeyError.wrongPassphrase) { _ = try vault.exportKey(at: path, passphrase: wrong) }
        #expect(throws: KeyError.wrongPassphrase) {
            _ = try vault.exportKeystore(
                at: path, passphrase: wrong, filePassphrase: VaultFixture.secret("seven green bottles"))
        }
    }

    @Test func `locking during an unlock takes precedence`() throws {
        let stage = try VaultFixture()
        let locking = LockingDisk()
        let vault = try stage.vault(disk: locking)
        vault.lock()
        locking.vault.withLock { $0 = vault }
        #expect(throws: KeyError.locked) { try vault.unlock() }
        #expect(vault.isLocked)
        locking.vault.withLock { $0 = nil }
        try vault.unlock()
    }

    @Test func `unlocking can run on another thread`() async throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        vault.lock()
        let passphrase = VaultFixture.secret(VaultFixture.passphrase)
        try await Task.detached { try vault.unlock(passphrase: passphrase) }.value
        #expect(!vault.isLocked)
    }

    @Test func `many threads can sign while others lock and unlock`() async throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let path = try DerivationPath(path)
        let (expected, digest) = (try vault.sign(digest, at: path), digest)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    if number % 10 == 9 { vault.lock() }
                    if number % 10 == 4 { try? vault.unlock() }
                    do throws(KeyError) {
                        let signed = try vault.sign(digest, at: path)
                        #expect(signed == expected)
                    } catch {
                        #expect(error == .locked)
                    }
                }
            }
        }
    }
}

/// A disk on which reading a vault locks it meanwhile.
private final class LockingDisk: VaultDisk {
    let vault = Mutex<Vault?>(nil)
    private let disk = SystemDisk()

    func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8] {
        if let vault = vault.withLock({ $0 }) { vault.lock() }
        return try disk.read(name, in: folder, limit: limit)
    }

    func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32 { try disk.create(name, in: folder) }
    func write(_ bytes: [UInt8], to file: Int32) throws(KeyError) { try disk.write(bytes, to: file) }
    func synchronize(_ descriptor: Int32) throws(KeyError) { try disk.synchronize(descriptor) }
    func close(_ file: Int32) { disk.close(file) }
    func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try disk.rename(name, to: other, in: folder)
    }
    func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try disk.renameNew(name, to: other, in: folder)
    }
    func remove(_ name: String, in folder: Int32) throws(KeyError) { try disk.remove(name, in: folder) }
}
