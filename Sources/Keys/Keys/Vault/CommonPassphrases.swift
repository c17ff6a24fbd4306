/// Common passphrases in lower case; a passphrase that is one of them with a few symbols or digits is refused.
///
/// They were chosen by hand from the start of published lists of leaked passwords, as far as they can fill twelve
/// characters, and from phrases that owners of coins are likely to choose; the general lists are those of zxcvbn.
enum CommonPassphrases {
    static let all = [
        "password", "passphrase", "passwort", "motdepasse", "contraseña", "parola", "letmein", "iloveyou", "welcome",
        "changeme", "trustno", "sunshine", "princess", "football", "baseball", "superman", "batman", "dragon",
        "monkey", "master", "shadow", "michael", "jennifer", "jordan", "pokemon", "starwars", "whatever", "freedom",
        "charlie", "computer", "internet", "secret", "administrator", "admin", "login", "access", "default", "guest",
        "qwerty", "qwertz", "azerty", "asdf", "zxcvbn", "abc123", "1q2w3e", "1qaz2wsx", "bitcoin", "ethereum",
        "crypto", "satoshi", "nakamoto", "hodl", "wallet", "drawbridge", "blockchain", "tothemoon", "lambo",
        "metamask", "coinbase", "binance", "kraken", "ledger", "trezor", "electrum", "walletconnect", "uniswap",
        "opensea", "vitalik", "buterin", "solana", "dogecoin", "litecoin", "polygon", "tether", "defi", "stacksats",
        "notyourkeys", "seedphrase", "privatekey", "recoveryphrase",
        "correct horse battery staple", "correcthorsebatterystaple", "the quick brown fox", "thequickbrownfox",
        "mary had a little lamb", "to be or not to be", "hello world", "helloworld", "open sesame", "opensesame",
        "may the force be with you", "maytheforcebewithyou", "i love you", "my password", "mypassword",
        "abandon abandon abandon", "test test test",
    ]

    /// The same passphrases without spaces, as a list of words for ``PassphraseGuesses``.
    static let words = Set(all.map { $0.filter { $0 != " " } }).sorted()
}
