extension CollectField {
    /// How likely it is that a field asks for a secret that gives access to a wallet or an account.
    public enum Suspicion: Int, Hashable, Sendable, Comparable {
        /// Not likely.
        case none
        /// Possible: a PIN is a secret in one country and a postal code in another.
        case possible
        /// Certain: it asks for a recovery phrase, a password or a key, which no payment needs.
        case certain

        /// Whether `left` is less suspicious than `right`.
        public static func < (left: Suspicion, right: Suspicion) -> Bool { left.rawValue < right.rawValue }
    }

    /// How suspicious the field's question and name are; disguises, such as letters of other scripts, are resolved.
    public var suspicion: Suspicion {
        max(Self.suspicion(of: name), Self.suspicion(of: id))
    }

    private static func suspicion(of text: String) -> Suspicion {
        let words = words(in: text)
        let joined = words.joined()
        if certainParts.contains(where: joined.contains) || words.contains(where: certainWords.contains) {
            return .certain
        }
        return words.contains(where: possibleWords.contains) ? .possible : .none
    }

    /// The words of `text` in plain lower-case letters: camel case is split, letters and digits that look alike are
    /// replaced, and diacritics and invisible characters are removed.
    private static func words(in text: String) -> [String] {
        var words = [""]
        var wasLower = false
        for scalar in text.prefix(1_000).unicodeScalars {
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint || properties.generalCategory == .nonspacingMark { continue }
            guard let letter = letter(for: scalar) else {
                if words.last != "" { words.append("") }
                wasLower = false
                continue
            }
            if wasLower, properties.isUppercase { words.append("") }
            wasLower = properties.isLowercase
            words[words.count - 1].append(letter)
        }
        return words.filter { !$0.isEmpty }
    }

    private static func letter(for scalar: Unicode.Scalar) -> Character? {
        let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if let twin = twins[lower] { return twin }
        // Fullwidth forms have consecutive code points, like ASCII.
        // No trap: the range is asked for first.
        let value = (0xFF41...0xFF5A).contains(lower.value) ? lower.value - 0xFF41 + 0x61 : lower.value
        return (0x61...0x7A).contains(value) ? Unicode.Scalar(value).map(Character.init) : nil
    }

    /// Letters and digits that look like a letter of English, in lower case.
    private static let twins: [Unicode.Scalar: Character] = [
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "х": "x", "у": "y", "і": "i", "ѕ": "s", "к": "k", "м": "m",
        "т": "t", "в": "b", "н": "h", "ԁ": "d", "ԝ": "w", "ո": "n", "α": "a", "ε": "e", "ο": "o", "ρ": "p", "ι": "i",
        "ν": "v", "κ": "k", "τ": "t", "υ": "u", "χ": "x", "ı": "i", "ɑ": "a", "ɡ": "g", "ß": "s", "0": "o", "1": "i",
        "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "á": "a", "à": "a", "ä": "a", "â": "a", "ã": "a",
        "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i", "ì": "i", "ï": "i", "ó": "o", "ò": "o", "ö": "o", "ô": "o",
        "ú": "u", "ù": "u", "ü": "u", "ñ": "n", "ç": "c",
    ]

    private static let certainWords: Set<String> = [
        "seed", "seeds", "mnemonic", "mnemonics", "password", "passwort", "pwd",
    ]

    /// Words in English, German, French, Spanish, Portuguese, Italian and Dutch.
    private static let certainParts = [
        "seedphrase", "seedword", "recoveryphrase", "recoveryword", "recoverykey", "backupphrase", "secretphrase",
        "secretword", "secretrecovery", "secretkey", "mnemonic", "privatekey", "privkey", "signingkey", "passphrase",
        "password", "passcode", "keystore", "walletkey", "walletwords", "twelvewords", "xprv", "passwort", "kennwort",
        "wiederherstellungs", "geheimephrase", "privaterschlussel", "privatenschlussel", "motdepasse",
        "phrasesecrete", "phrasederecuperation", "cleprivee", "contrasena", "frasesemilla", "semilla",
        "frasederecuperacion", "claveprivada", "clavesecreta", "senha", "frasederecuperacao", "chaveprivada",
        "parolachiave", "fraseseed", "frasedirecupero", "chiaveprivata", "wachtwoord", "herstelzin", "privesleutel",
    ]

    private static let possibleWords: Set<String> = [
        "pin", "otp", "tan", "cvv", "cvc", "secret", "phrase", "recovery", "login", "twofactor", "totp",
    ]
}
