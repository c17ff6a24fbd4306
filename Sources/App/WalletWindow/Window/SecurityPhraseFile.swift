import Bridge
import Foundation
import Glibc
import HeadlessWallet
import Messages
import Store
import WalletUI

/// The file with the user's security phrase, accessible only to the user: `security-phrase` in the folder of the
/// wallet's state.
struct SecurityPhraseFile {
    /// The file's name in its folder.
    static let name = "security-phrase"

    private let folder: String

    /// The file in the folder `state`, or in the default folder; `nil` if there is no home folder.
    init?(state: String? = nil) {
        guard let folder = state ?? Store.folder(environment: ProcessInfo.processInfo.environment) else { return nil }
        self.folder = folder
    }

    private var path: String { "\(folder)/\(Self.name)" }

    /// The user's phrase for the windows of this program.
    ///
    /// If there is none yet, or the file does not contain a valid one, a new one is generated. If it cannot be stored,
    /// it is valid until the program ends, and is not explained: the next window shows another one.
    @MainActor func mark() -> PhraseMark {
        if let phrase = read() { return PhraseMark(phrase) }
        let phrase = SecurityPhrase.random()
        do throws(WalletError) {
            try write(phrase, replaces: isDamaged)
        } catch {
            // Another program of this user may have generated one at the same moment.
            return PhraseMark(read() ?? phrase)
        }
        return PhraseMark(phrase, isNew: true)
    }

    /// Takes over the phrase that another window has stored.
    ///
    /// - Returns: Whether it is another one.
    @MainActor func update(_ mark: PhraseMark) -> Bool {
        guard let phrase = read(), phrase.text != mark.phrase.text else { return false }
        mark.phrase = phrase
        return true
    }

    /// Replaces the stored phrase.
    func write(_ phrase: SecurityPhrase) throws(WalletError) {
        try write(phrase, replaces: true)
    }

    /// Whether the file exists but contains no valid phrase.
    private var isDamaged: Bool { access(path, F_OK) == 0 }

    /// The stored phrase; `nil` if no phrase is stored, or it is not valid.
    private func read() -> SecurityPhrase? {
        // Neither a link nor a pipe is followed: opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
            return nil
        }
        if facts.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0, let text = String(validating: bytes.prefix(count), as: UTF8.self) else { return nil }
        return SecurityPhrase(text.split(separator: "\n").first.map(String.init) ?? "")
    }

    private func write(_ phrase: SecurityPhrase, replaces: Bool) throws(WalletError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw fault
        }
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault }
        defer { unlink(draft) }
        let bytes = Array("\(phrase.text)\n".utf8)
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let isWhole = count == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        // Creating a hard link fails if the name is taken, so only one of two programs that start at the same time
        // generates the phrase.
        guard isWhole, (replaces ? rename(draft, path) : link(draft, path)) == 0 else { throw fault }
    }

    private var fault: WalletError {
        WalletError(localized("The security phrase could not be saved in \(path, as: "file")."))
    }
}
