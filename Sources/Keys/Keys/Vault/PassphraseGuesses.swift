internal import CZxcvbn
internal import Glibc

/// The number of guesses that find a passphrase, as estimated by zxcvbn (Wheeler, “zxcvbn: Low-Budget Password Strength
/// Estimation”, USENIX Security 2016): the cheapest way to compose it from words of ranked lists, also reversed or with
/// `@` for `a`, keyboard walks, repetitions, sequences and dates.
enum PassphraseGuesses {
    /// The minimum number of bits of an accepted passphrase, as for the highest of zxcvbn's five scores: 10^10 guesses,
    /// each of which costs as much as unlocking the wallet.
    static let fewestBits = 33.2

    /// The binary logarithm of the number of guesses for a passphrase (UTF-8) of at most ``PassphraseRule/longest``
    /// bytes; the words of the wallet's `name` count as common ones.
    static func bits(of passphrase: borrowing SecretBytes, name: VaultName?) -> Double {
        let parts = name?.description.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) ?? []
        let own = parts.count > 1 ? parts + [parts.joined()] : parts
        return withWords(own + CommonPassphrases.words) { words in
            passphrase.withUnsafeBytes { text in
                // Well-known phrases are matched without their spaces, which would count as unknown characters.
                let joined = SecretBytes(count: text.count { !separators.contains($0) }) { joined in
                    var place = 0
                    for byte in text where !separators.contains(byte) {
                        joined[place] = byte
                        place += 1
                    }
                }
                let asJoined = joined.withUnsafeBytes { bits(of: $0, words) } + costOfSeparator
                return min(bits(of: text, words), asJoined)
            }
        }
    }

    private static let separators = Array(" -_.".utf8)

    /// The cost in bits of the choice of separator and of the words that it separates.
    private static let costOfSeparator = 6.0

    /// The length of the unit, including its separator, if the text only repeats one; otherwise `nil`.
    static func period(of text: UnsafeRawBufferPointer) -> Int? {
        guard text.count > 1 else { return nil }
        return (1...(text.count + 1) / 2).first { size in
            text.indices.dropFirst(size).allSatisfy { text[$0] == text[$0 - size] }
        }
    }

    /// A repeated part costs as much as a single one, plus one bit for the repetition.
    private static func bits(
        of text: UnsafeRawBufferPointer, _ words: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) -> Double {
        let all = bitsAtOnce(of: text, words)
        guard let size = period(of: text) else { return all }
        return min(all, bitsAtOnce(of: UnsafeRawBufferPointer(rebasing: text[..<size]), words) + 1)
    }

    private static func bitsAtOnce(
        of text: UnsafeRawBufferPointer, _ words: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) -> Double {
        let ended = SecretBytes(count: text.count + 1) { $0.copyBytes(from: text) }
        defer { wipeFreed(text.count + 1) }
        return ended.withUnsafeBytes { ended in
            guard let start = ended.bindMemory(to: CChar.self).baseAddress else { return 0 }
            return ZxcvbnMatch(start, words, nil)
        }
    }

    /// Overwrites blocks of the size that the library uses: it frees its copy of the text without wiping it, and the
    /// allocator reuses the most recently freed blocks first (glibc, per-thread caches of up to 1,032 bytes).
    private static func wipeFreed(_ count: Int) {
        let blocks = (0..<16).map { _ in malloc(count) }
        for block in blocks {
            guard let block else { continue }
            explicit_bzero(block, count)
            free(block)
        }
    }

    /// Passes `words` to `body` as the list of C strings that the library takes.
    private static func withWords<Result>(
        _ words: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var list: [UnsafePointer<CChar>?] = words.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for word in list { free(UnsafeMutableRawPointer(mutating: word)) } }
        return list.withUnsafeMutableBufferPointer { buffer in
            // No trap: the list has one element at least.
            guard let start = buffer.baseAddress else { preconditionFailure("the list has an end") }
            return body(start)
        }
    }
}
