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

    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .tooShort(let minimum): "A passphrase needs at least \(minimum) characters; a few words are easy to keep."
        case .tooLong(let maximum): "A passphrase can have at most \(maximum) bytes."
        case .repeated: "This passphrase repeats the same few characters, which is tried first."
        case .sequence: "This passphrase runs along the alphabet or the keyboard, which is tried first."
        case .common: "This passphrase is one of those that are tried first."
        case .containsName: "This passphrase is hardly more than the wallet's name."
        }
    }
}
