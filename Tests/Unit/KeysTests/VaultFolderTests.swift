import Foundation
import Glibc
import Testing

@testable import Keys

@Suite struct VaultFolderTests {
    @Test func `a new folder and its files are accessible to the user only`() throws {
        let stage = try VaultFixture()
        try stage.vault().addAccount(name: VaultName("Two"))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(stage.path) == 0o700)
        #expect(try mode(stage.url("savings.vault").path) == 0o600)
        #expect(try mode(stage.url("savings.vault.seen").path) == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: stage.path).sorted() == [
                "savings.vault", "savings.vault.seen",
            ])
    }

    @Test(arguments: [
        ("Savings", "savings.vault"), ("  My Wallet!  ", "my-wallet.vault"), ("../../etc/passwd", "etc-passwd.vault"),
        ("..", "wallet.vault"), ("/", "wallet.vault"), (".hidden", "hidden.vault"), ("日本", "wallet.vault"),
        ("a/b\\c:d", "a-b-c-d.vault"), ("CON", "con.vault"), ("-rf", "rf.vault"),
        ("Ünïcode 7", "n-code-7.vault"),
        (String(repeating: "x", count: 64), String(repeating: "x", count: 40) + ".vault"),
    ])
    func `a name gives a file inside the folder, never outside`(name: String, file: String) throws {
        let stage = try VaultFixture()
        let vault = try stage.vault(named: name)
        #expect(vault.file == file)
        #expect(try stage.folder().entries().map(\.file) == [file])
        #expect(try stage.folder().entries().map(\.name) == [try VaultName(name)])
    }

    @Test func `two wallets whose names give the same file name get separate files`() throws {
        let stage = try VaultFixture()
        #expect(try stage.vault().file == "savings.vault")
        try stage.write([1, 2, 3], to: "savings-2.vault")
        #expect(try stage.vault(named: "Savings!").file == "savings-3.vault")
        #expect(try stage.bytes("savings-2.vault") == [1, 2, 3])
        let entries = try stage.folder().entries()
        #expect(entries.map(\.file) == ["savings-2.vault", "savings-3.vault", "savings.vault"])
        #expect(entries.map(\.fault) == [.damagedVault, nil, nil])
    }

    @Test(arguments: ["Savings", "savings", "  SAVINGS ", "Ünïcode  7", "u\u{308}nï\u{63}ode 7"])
    func `no two wallets have the same name`(name: String) throws {
        let stage = try VaultFixture()
        let bytes = [try stage.vault(), try stage.vault(named: "Ünïcode 7")].map(\.file)
        #expect(throws: KeyError.refusedChange(.nameTaken)) { try stage.vault(named: name) }
        #expect(try stage.folder().entries().map(\.file).sorted() == bytes.sorted())
        #expect(throws: KeyError.refusedChange(.nameTaken)) { try stage.folder().checkIsFree(VaultName(name)) }
    }

    @Test func `a free name is proposed`() throws {
        let stage = try VaultFixture()
        #expect(try stage.folder().freeName(like: "Savings") == "Savings")
        _ = try stage.vault()
        #expect(try stage.folder().freeName(like: "Savings") == "Savings 2")
        _ = try stage.vault(named: "savings 2")
        #expect(try stage.folder().freeName(like: "Savings") == "Savings 3")
    }

    @Test func `a damaged wallet is found by its former name, and reports the error`() throws {
        let stage = try VaultFixture()
        _ = try stage.vault(named: "Rainy days")
        _ = try stage.vault()
        try stage.write(Array(try stage.bytes("rainy-days.vault").prefix(30)), to: "rainy-days.vault")
        let entries = try stage.folder().entries()
        for text in ["Rainy days", "rainy-days.vault", "rainy DAYS"] {
            let entry = try #require(VaultFolder.entry(called: text, among: entries))
            #expect(entry.fault == .damagedVault)
            #expect(entry.problem?.contains("“rainy-days.vault” cannot be opened. The wallet file is damaged") == true)
            #expect(entry.problem?.hasSuffix("or restore the wallet from its recovery phrase.") == true)
        }
        #expect(VaultFolder.entry(called: "savings", among: entries)?.problem == nil)
        #expect(VaultFolder.entry(called: "savings", among: entries)?.file == "savings.vault")
        #expect(VaultFolder.entry(called: "other", among: entries) == nil)
    }

    @Test func `two wallets with the same name are distinguished by their files`() throws {
        let stage = try VaultFixture()
        _ = try stage.vault()
        _ = try stage.vault(named: "Rainy days")
        // A copy, as of a backup.
        try stage.write(try stage.bytes("savings.vault"), to: "copy.vault")
        let entries = try stage.folder().entries()
        #expect(
            entries.map { $0.label(among: entries) } == [
                "Savings (copy.vault)", "Rainy days", "Savings (savings.vault)",
            ])
        #expect(
            VaultFolder.namesakes(called: "savings", among: entries).map(\.file) == ["copy.vault", "savings.vault"])
        for text in ["savings.vault", "Rainy days", "other"] {
            #expect(VaultFolder.namesakes(called: text, among: entries).isEmpty)
        }
        #expect(VaultFolder.entry(called: "savings.vault", among: entries)?.file == "savings.vault")
    }

    @Test func `a symbolic link is refused, in the folder and as the folder`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let other = try VaultFixture()
        _ = try other.vault()
        try FileManager.default.removeItem(at: stage.url("savings.vault"))
        try FileManager.default.createSymbolicLink(
            at: stage.url("savings.vault"), withDestinationURL: other.url("savings.vault"))
        #expect(throws: KeyError.unsafeFile(.link)) { try vault.unlock() }
        #expect(throws: KeyError.unsafeFile(.link)) { try vault.addAccount(name: VaultName("Two")) }
        #expect(try stage.folder().entries().map(\.fault) == [.unsafeFile(.link)])
        // A new wallet does not follow it either.
        #expect(try stage.vault().file == "savings-2.vault")
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("link-\(UUID().uuidString)")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(fileURLWithPath: stage.path))
        defer { try? FileManager.default.removeItem(at: link) }
        #expect(throws: KeyError.unsafeFile(.link)) { _ = try VaultFolder(path: link.path) }
        // A file system in which nobody can create a folder.
        let parent = "/sys/drawbridge-of-tests"
        #expect {
            _ = try VaultFolder(path: "\(parent)/share/wallets")
        } throws: { error in
            guard case .unusableFolder(path: parent, let number) = error as? KeyError else { return false }
            return [EPERM, EACCES, EROFS].contains(number)
                && "\(error)".hasPrefix("The folder \(parent) cannot be used: ")
        }
    }

    @Test func `a file in the place of a folder is named, also as the home folder`() throws {
        let stage = try VaultFixture()
        _ = try stage.vault()
        let file = stage.url("notes.txt").path
        try Data("text".utf8).write(to: stage.url("notes.txt"))
        for path in [file, "\(file)/.local/share/drawbridge/wallets", "/dev/null/wallets"] {
            let obstacle = path.hasPrefix("/dev") ? "/dev/null" : file
            #expect(throws: KeyError.unusableFolder(path: obstacle, ENOTDIR)) { _ = try VaultFolder(path: path) }
        }
        #expect(
            "\(KeyError.unusableFolder(path: file, ENOTDIR))".hasPrefix("The folder \(file) cannot be used: Not a dir"))
    }

    @Test func `a link in place of the draft is not followed`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let victim = stage.url("victim")
        try Data("mine".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(at: stage.url("savings.vault.new"), withDestinationURL: victim)
        try vault.addAccount(name: VaultName("Two"))
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
        try stage.again().unlock()
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o666, 0o644, 0o610, 0o601])
    func `a file that is accessible to others is refused`(mode: Int) throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: stage.url("savings.vault").path)
        #expect(throws: KeyError.unsafeFile(.openToOthers)) { try vault.unlock() }
        #expect(throws: KeyError.unsafeFile(.openToOthers)) { try vault.addAccount(name: VaultName("Two")) }
    }

    @Test(arguments: [0o750, 0o705, 0o777, 0o755, 0o701])
    func `a folder that is accessible to others is refused`(mode: Int) throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: stage.path)
        #expect(throws: KeyError.unsafeFile(.openToOthers)) { try vault.unlock() }
        #expect(throws: KeyError.unsafeFile(.openToOthers)) { _ = try stage.folder() }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `another user's file or folder is refused`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        #expect(chown(stage.url("savings.vault").path, 65_534, 65_534) == 0)
        #expect(throws: KeyError.unsafeFile(.otherOwner)) { try vault.unlock() }
        #expect(chown(stage.path, 65_534, 65_534) == 0)
        #expect(throws: KeyError.unsafeFile(.otherOwner)) { _ = try stage.folder() }
        #expect(chown(stage.path, 0, 0) == 0)
    }

    @Test func `a folder, a FIFO or an oversized file in place of a vault is refused`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        try FileManager.default.removeItem(at: stage.url("savings.vault"))
        #expect(mkfifo(stage.url("savings.vault").path, 0o600) == 0)
        #expect(throws: KeyError.unsafeFile(.otherKind)) { try vault.unlock() }
        try FileManager.default.removeItem(at: stage.url("savings.vault"))
        #expect(mkdir(stage.url("savings.vault").path, 0o700) == 0)
        #expect(throws: KeyError.unsafeFile(.otherKind)) { try vault.unlock() }
        try FileManager.default.removeItem(at: stage.url("savings.vault"))
        try stage.write([UInt8](repeating: 0, count: VaultFile.longest + 1))
        #expect(throws: KeyError.unsafeFile(.tooLarge)) { try vault.unlock() }
        try FileManager.default.removeItem(atPath: stage.path)
        try Data().write(to: URL(fileURLWithPath: stage.path))
        #expect(throws: KeyError.unsafeFile(.otherKind)) { try vault.unlock() }
    }

    @Test func `a file outside the folder cannot be named`() throws {
        let stage = try VaultFixture()
        let folder = try stage.folder()
        for file in ["../x.vault", "/tmp/x.vault", "sub/x.vault", "x", ""] {
            #expect(throws: KeyError.unsafeFile(.otherKind)) {
                try folder.open(VaultEntry(file: file, name: nil, fault: nil))
            }
        }
    }

    @Test func `a weak passphrase creates no vault`() throws {
        let stage = try VaultFixture()
        #expect(throws: KeyError.weakPassphrase(.tooShort(minimum: 12))) {
            try stage.folder().create(
                name: VaultName("x"), phrase: Mnemonic(VaultFixture.phrase), passphrase: VaultFixture.secret("short"))
        }
        #expect(try stage.folder().entries().isEmpty)
    }

    @Test(arguments: [
        "", " ", "\u{A0}", "a\nb", "a\u{0}b", "\u{202E}abc", "a\u{200B}b", "\u{FEFF}a", "a\u{2028}b", "a\u{3000}b",
        "\u{E000}", String(repeating: "x", count: 65),
    ])
    func `an invisible name is refused`(text: String) {
        #expect(throws: KeyError.malformedName) { try VaultName(text) }
    }

    @Test func `the words of a seed of Electrum are exported, and it has no phrase`() throws {
        let fixture = try VaultFixture()
        let words = "bitter grass shiver impose acquire brush forget axis eager alone wine silver"
        let vault = try fixture.folder().create(
            name: VaultName("Savings"), electrumSeed: VaultFixture.secret(words.uppercased()),
            extraWords: VaultFixture.secret("Harbour"), passphrase: VaultFixture.secret(VaultFixture.passphrase))
        let passphrase = VaultFixture.secret(VaultFixture.passphrase)
        expect(try vault.exportElectrumSeed(passphrase: passphrase).matches(VaultFixture.secret(words)))
        expect(
            try vault.exportElectrumSeed(passphrase: passphrase, isExtension: true)
                .matches(VaultFixture.secret("harbour")))
        #expect(throws: KeyError.noPhrase) { _ = try vault.exportPhrase(passphrase: passphrase).wordCount }
        #expect(throws: KeyError.noPhrase) { _ = try vault.exportExtraWord(passphrase: passphrase).count }
        let other = try VaultFixture()
        let phrase = try other.vault()
        #expect(throws: KeyError.noElectrumSeed) { _ = try phrase.exportElectrumSeed(passphrase: passphrase).count }
    }
}
