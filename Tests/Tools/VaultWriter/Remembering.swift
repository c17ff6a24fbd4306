import Glibc
import Keys
import Primitives

/// Uses secrets as the wallet does, and waits, unlocked and then locked, to be searched by its parent.
struct Remembering {
    private let folder: VaultFolder
    private let isCareless: Bool

    /// Where it `isCareless`, a key and the phrase stay behind in an array and a string, as in a program without care.
    init(path: String, isCareless: Bool) throws {
        folder = try VaultFolder(path: path, policy: .forTests)
        self.isCareless = isCareless
    }

    /// Reads a passphrase, the passphrase of BIP-39 and a phrase, each behind its length in two bytes.
    func run() throws {
        var (key, words): ([UInt8], String) = ([], "")
        let vault = try used { hex, phrase in
            guard isCareless else { return }
            key = hex.withUnsafeBytes { Array($0) }
            words = phrase.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
        say("unlocked")
        listen()
        vault.lock()
        say("locked")
        listen()
        withExtendedLifetime((key, words)) {}
    }

    private func used(_ look: (borrowing SecretBytes, borrowing SecretBytes) -> Void) throws -> Vault {
        let passphrase = secret()
        let extraWord = secret()
        let text = secret()
        let phrase = try Mnemonic(utf8: text)
        let quiz = try PhraseQuiz(wordCount: phrase.wordCount)
        for position in quiz.positions {
            guard let word = phrase.word(at: position), quiz.accepts(word, at: position, of: phrase) else { exit(70) }
        }
        let made = try folder.create(
            name: VaultName("Savings"), phrase: phrase, extraWord: extraWord, passphrase: passphrase)
        made.lock()
        guard let entry = try folder.entries().first else { exit(70) }
        let vault = try folder.open(entry)
        try vault.unlock(passphrase: passphrase)
        let digest = Keccak256.hash("hello".utf8)
        for index: UInt32 in 0..<5 {
            for path in [try DerivationPath(coin: 60, index: index), try DerivationPath(coin: 145, account: index)] {
                guard try vault.sign(digest, at: path).signer(of: digest) == vault.publicKey(at: path) else { exit(70) }
            }
        }
        let sealed = try extraWord.withUnsafeBytes { try vault.seal($0, for: "Tests") }
        guard try vault.open(sealed, for: "Tests").matches(extraWord) else { exit(70) }
        try vault.addAccount(name: VaultName("Two"))
        let path = try DerivationPath(coin: 60)
        let shown = try vault.exportPhrase(passphrase: passphrase).shown()
        let hex = try vault.exportKey(at: path, passphrase: passphrase)
        look(hex, shown)
        let json = try vault.exportKeystore(at: path, passphrase: passphrase, filePassphrase: passphrase)
        let key = try Keystore.open(json, passphrase: passphrase)
        guard shown.count == text.count, hex.count == 66, try key.publicKey() == vault.publicKey(at: path) else {
            exit(70)
        }
        let again = try folder.create(name: VaultName("Old key"), key: PrivateKey(hex: hex), passphrase: passphrase)
        guard try again.publicKey(at: DerivationPath("m")) == vault.publicKey(at: path) else { exit(70) }
        again.lock()
        return vault
    }

    private func secret() -> SecretBytes {
        var size: [UInt8] = [0, 0]
        guard read(STDIN_FILENO, &size, 2) == 2 else { exit(70) }
        return SecretBytes(count: Int(size[0]) << 8 | Int(size[1])) { room in
            var rest = room
            while !rest.isEmpty {
                let got = read(STDIN_FILENO, rest.baseAddress, rest.count)
                guard got > 0 else { exit(70) }
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[got...])
            }
        }
    }

    private func say(_ word: String) {
        let line = Array((word + "\n").utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }

    private func listen() {
        var byte = UInt8(0)
        _ = read(STDIN_FILENO, &byte, 1)
    }
}
