internal import Messages

/// Why a passphrase is too easy to guess.
public enum PassphraseWeakness: Hashable, Sendable {
    /// It has fewer than `minimum` characters.
    case tooShort(minimum: Int)

    /// It is longer than `maximum` bytes.
    case tooLong(maximum: Int)

    /// It repeats one character or one short part.
    case repeated

    /// It follows the alphabet, the digits or the keyboard.
    case sequence

    /// It is one of the most common passphrases.
    case common

    /// It is little more than the wallet's name.
    case containsName

    /// It consists of common words, names, dates or patterns, and few guesses find it.
    case guessable

    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .tooShort(let minimum):
            localized(
                """
                A passphrase needs at least \(minimum, as: "count") characters. A few words are easy to \
                remember.
                """)
        case .tooLong(let maximum): localized("A passphrase can have at most \(maximum, as: "count") bytes.")
        case .repeated: localized("This passphrase repeats the same few characters.")
        case .sequence: localized("This passphrase is a keyboard pattern or a sequence.")
        case .common: localized("This passphrase is too common.")
        case .containsName: localized("This passphrase is too similar to the wallet’s name.")
        case .guessable: localized("This passphrase is easy to guess. Add another word or two.")
        }
    }
}
