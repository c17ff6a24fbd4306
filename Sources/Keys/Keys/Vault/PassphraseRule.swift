internal import Primitives

/// The rule that rejects passphrases that are too easy to guess: short ones, patterns, common ones, and combinations of
/// them.
///
/// It follows NIST SP 800-63B, section 3.1.1.2: a minimum length and a comparison with likely guesses, but no rules
/// about kinds of characters. The number of guesses is estimated in the same way as by zxcvbn.
public enum PassphraseRule {
    /// The minimum number of characters.
    public static let shortest = 12

    /// The maximum number of UTF-8 bytes.
    public static let longest = 1_024

    /// Checks a passphrase (UTF-8) for the wallet `name`.
    ///
    /// - Throws: ``KeyError/weakPassphrase(_:)`` with the first reason, or ``KeyError/malformedText``.
    public static func check(_ passphrase: borrowing SecretBytes, name: VaultName? = nil) throws(KeyError) {
        guard passphrase.count <= longest else { throw .weakPassphrase(.tooLong(maximum: longest)) }
        defer { CallStack.wipe() }
        let text = try passphrase.withUnsafeBytes { text throws(KeyError) in
            try NormalForm.decomposed(utf8: text)
        }
        if let weakness = text.withUnsafeBytes({ weakness(of: folded($0), name: name) }) {
            throw .weakPassphrase(weakness)
        }
        guard PassphraseGuesses.bits(of: text, name: name) >= PassphraseGuesses.fewestBits else {
            throw .weakPassphrase(.guessable)
        }
    }

    private static func weakness(of text: borrowing SecretBytes, name: VaultName?) -> PassphraseWeakness? {
        text.withUnsafeBytes { text in
            guard characters(in: text) >= shortest else { return .tooShort(minimum: shortest) }
            if repeats(text) { return .repeated }
            if runs(text) { return .sequence }
            let core = Core(text)
            if CommonPassphrases.all.contains(where: { core.isHardlyMore(than: $0.utf8) }) { return .common }
            if let name {
                let isName = folded(of: name).withUnsafeBytes { core.isHardlyMore(than: $0) }
                if isName { return .containsName }
            }
            return doubles(text) ? .repeated : nil
        }
    }

    /// The number of characters; combining marks are not counted separately.
    private static func characters(in text: UnsafeRawBufferPointer) -> Int {
        var (decoder, bytes, count) = (UTF8(), text.makeIterator(), 0)
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            if scalar.properties.canonicalCombiningClass == .notReordered { count += 1 }
        }
        return count
    }

    /// The text with ASCII letters in lower case.
    private static func folded(_ text: UnsafeRawBufferPointer) -> SecretBytes {
        SecretBytes(count: text.count) { folded in
            for (index, byte) in text.enumerated() {
                folded[index] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }
        }
    }

    private static func folded(of name: VaultName) -> SecretBytes {
        NormalForm.decomposed(name.description).withUnsafeBytes { folded($0) }
    }

    /// Whether the text has fewer than five different bytes, or repeats a part of at most a third of its length.
    private static func repeats(_ text: UnsafeRawBufferPointer) -> Bool {
        let different = (UInt8.min...UInt8.max).count { byte in text.contains(byte) }
        if different < 5 { return true }
        return (1...max(text.count / 3, 1)).contains { size in
            text.indices.dropFirst(size).allSatisfy { text[$0] == text[$0 - size] }
        }
    }

    /// Whether the text repeats a part that is too short by itself, optionally with a separator in between.
    private static func doubles(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let size = PassphraseGuesses.period(of: text) else { return false }
        return characters(in: UnsafeRawBufferPointer(rebasing: text[..<size])) < shortest
    }

    /// Whether four of five steps go to a neighbour: in the alphabet, the digits, or a row or column of a keyboard.
    private static func runs(_ text: UnsafeRawBufferPointer) -> Bool {
        var (decoder, bytes) = (UTF8(), text.makeIterator())
        var (before, count, steps) = (Unicode.Scalar?.none, 0, 0)
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            guard scalar.properties.canonicalCombiningClass == .notReordered else { continue }
            let here = unshifted[scalar] ?? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            if let before, isStep(from: before, to: here) { steps += 1 }
            before = here
            count += 1
        }
        return steps * 5 >= (count - 1) * 4
    }

    private static func isStep(from before: Unicode.Scalar, to here: Unicode.Scalar) -> Bool {
        neighbours.contains { row in
            guard let here = row.firstIndex(of: here), let before = row.firstIndex(of: before) else { return false }
            return (here - before).magnitude <= 1
        }
    }

    /// The digits on the same keys as symbols.
    private static let unshifted = Dictionary(
        uniqueKeysWithValues: zip("!@#$%^&*()".unicodeScalars, "1234567890".unicodeScalars))

    /// The alphabet, the digits, the rows of keyboards, and their columns from above and from below.
    private static let neighbours: [[Unicode.Scalar]] = [
        "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm",
        "azertyuiop", "qsdfghjklm", "ицукенгшщзхъ", "фывапролджэ", "ячсмитьбю",
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujmikolp", "zaq1xsw2cde3vfr4bgt5nhy6mju7ki8lo9p0",
        "zaqxswcdevfrbgtnhymjukilop",
    ].map { Array($0.unicodeScalars) }

    /// The letters and digits of a text, with their positions.
    private struct Core {
        private let text: UnsafeRawBufferPointer

        init(_ text: UnsafeRawBufferPointer) {
            self.text = text
        }

        /// Whether less than six letters remain when every occurrence of `word` is removed; digits and symbols do not
        /// count.
        func isHardlyMore(than word: some Collection<UInt8>) -> Bool {
            guard word.count >= 3, let first = word.first else { return false }
            var (index, left, found) = (0, 0, false)
            while index < text.count {
                if text[index] == first, text[index...].starts(with: word) {
                    index += word.count
                    found = true
                } else {
                    let byte = text[index]
                    if (0x61...0x7A).contains(byte) || byte >= 0xC0 { left += 1 }
                    index += 1
                }
            }
            return found && left < 6
        }
    }
}
