/// Common passphrases in lower case; a passphrase that is one of them with a few symbols or digits is refused.
///
/// Selected by hand from the most frequent entries of published lists of leaked passwords, if they can fill twelve
/// characters.
enum CommonPassphrases {
    static let all = [
        "password", "passphrase", "passwort", "motdepasse", "contraseña", "parola", "letmein", "iloveyou", "welcome",
        "changeme", "trustno", "sunshine", "princess", "football", "baseball", "superman", "batman", "dragon",
        "monkey", "master", "shadow", "michael", "jennifer", "jordan", "pokemon", "starwars", "whatever", "freedom",
        "charlie", "computer", "internet", "secret", "administrator", "admin", "login", "access", "default", "guest",
        "qwerty", "qwertz", "azerty", "asdf", "zxcvbn", "abc123", "1q2w3e", "1qaz2wsx", "bitcoin", "ethereum",
        "crypto", "satoshi", "nakamoto", "hodl", "wallet", "drawbridge", "blockchain", "tothemoon", "lambo",
        "correct horse battery staple", "correcthorsebatterystaple", "the quick brown fox", "thequickbrownfox",
        "mary had a little lamb", "to be or not to be", "hello world", "helloworld", "open sesame", "opensesame",
        "may the force be with you", "maytheforcebewithyou", "i love you", "my password", "mypassword",
        "abandon abandon abandon", "test test test",
    ]
}
