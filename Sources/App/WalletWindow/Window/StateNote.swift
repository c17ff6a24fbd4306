import Glibc
import HeadlessWallet
import Primitives

/// One word that the wallet remembers in a file of its state's folder.
struct StateNote: Sendable {
    let path: String

    /// The note `name` in `folder`; `nil` without a folder.
    init?(_ name: String, in folder: String?) {
        guard let folder else { return nil }
        path = "\(folder)/\(name)"
    }

    /// The word; `nil` if there is none, or the file cannot be read.
    var word: String? {
        guard let bytes = try? PlainFile.read(path, limit: 64) else { return nil }
        return String(validating: bytes, as: UTF8.self)?.split(separator: "\n").first.map(String.init)
    }

    /// Remembers `word`; if that fails, the next run of the program does not know it.
    func write(_ word: String) {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        guard (try? NewFile.write(Array("\(word)\n".utf8), to: draft)) != nil, rename(draft, path) == 0 else {
            unlink(draft)
            return
        }
    }

    /// Forgets the word.
    func remove() { unlink(path) }
}
