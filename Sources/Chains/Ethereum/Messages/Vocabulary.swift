/// The words from which messages are made whose signature is a key or a login.
///
/// A service takes only the signature of exactly its text, so those who ask for it elsewhere cannot disguise the words;
/// letters that look alike are folded, too.
struct Vocabulary: OptionSet, Sendable {
    let rawValue: UInt32

    /// Makes out of the signature: generate, derive.
    static let derives = Vocabulary(rawValue: 1 << 0)
    /// Makes something new: create.
    static let makes = Vocabulary(rawValue: 1 << 20)
    /// Opens what exists: access, unlock, recover.
    static let opens = Vocabulary(rawValue: 1 << 1)
    /// Encrypts or decrypts.
    static let encrypts = Vocabulary(rawValue: 1 << 2)
    /// Adds to a register: register, link, add.
    static let registers = Vocabulary(rawValue: 1 << 3)
    /// Gives rights: authorize, approve, allow.
    static let grants = Vocabulary(rawValue: 1 << 4)
    /// A key, or what keys are made of.
    static let key = Vocabulary(rawValue: 1 << 5)
    /// What a key opens.
    static let thing = Vocabulary(rawValue: 1 << 6)
    /// What acts for somebody: a signer, an agent.
    static let agent = Vocabulary(rawValue: 1 << 7)
    /// A client to which rights are given: this app, this account.
    static let client = Vocabulary(rawValue: 1 << 8)
    static let not = Vocabulary(rawValue: 1 << 9)
    /// The signature, and what is signed.
    static let signs = Vocabulary(rawValue: 1 << 10)
    /// Somebody who gets the signature: anyone, whoever.
    static let anyone = Vocabulary(rawValue: 1 << 11)
    /// A word that is new in each text: a nonce, a code.
    static let once = Vocabulary(rawValue: 1 << 12)
    /// What proves who somebody is: verify, prove, confirm.
    static let proves = Vocabulary(rawValue: 1 << 13)
    /// What is proven: ownership, identity.
    static let owned = Vocabulary(rawValue: 1 << 14)
    /// A word of logins that names no service.
    static let ordinary = Vocabulary(rawValue: 1 << 15)
    /// The first word of a text about something else, such as a vote or a comment.
    static let about = Vocabulary(rawValue: 1 << 16)
    /// Words of other languages than English.
    static let foreignMakes = Vocabulary(rawValue: 1 << 17)
    static let foreignKey = Vocabulary(rawValue: 1 << 18)
    static let foreignSigns = Vocabulary(rawValue: 1 << 19)

    /// Words for what is done with a key.
    static let works: Vocabulary = [.derives, .makes, .opens, .encrypts]

    /// The meanings of a folded word in lower case.
    init(of word: String) {
        var found = Self.words[word] ?? []
        for length in 4...9 where word.utf8.count >= length {
            // A stem is ASCII, as most words are.
            guard let stem = String(word.utf8.prefix(length)) else { continue }
            found.formUnion(Self.stems[stem] ?? [])
        }
        if word.utf8.first.map({ $0 >= 0x80 }) == true || word.utf8.contains(where: { $0 >= 0x80 }) {
            for (part, meaning) in Self.foreignParts where word.contains(part) { found.formUnion(meaning) }
        }
        self = found
    }

    init(rawValue: UInt32) { self.rawValue = rawValue }

    private static func table(_ lists: [(Vocabulary, String)]) -> [String: Vocabulary] {
        var table: [String: Vocabulary] = [:]
        for (meaning, words) in lists {
            for word in words.split(separator: " ") {
                table[PlainText.folded(String(word)), default: []].formUnion(meaning)
            }
        }
        return table
    }

    private static let words = table([
        (.makes, "make makes making set"),
        (.derives, "produce produces"),
        (.opens, "open opens opening control controls controlling enable enables enabling"),
        (.encrypts, "encrypt encrypts encrypting decrypt decrypts decrypting"),
        (.registers, "add link bind"),
        (.grants, "allow allows allowing let lets give gives permit permits"),
        (.key, "key keys keypair keypairs secret secrets salt entropy seed passphrase stealth encryption"),
        (
            .thing,
            """
            account accounts wallet wallets identity identities vault safe profile space balance funds notes storage \
            inbox messaging messages chat mail address identifier backup backups
            """
        ),
        (.agent, "key keys signer signers agent agents subkey alias bot operator ephemeral"),
        (.client, "app apps account application client site device"),
        (.not, "not never no without dont doesnt wont cannot cant isnt nor neither"),
        (.signs, "sign signs signing signed signature signatures"),
        (.anyone, "anyone anybody whoever everyone everybody"),
        (.once, "nonce challenge code reference request random uuid"),
        (.proves, "prove proves proving own"),
        (.owned, "owner ownership identity wallet account address"),
        (
            .ordinary,
            """
            sign signing login log in to the your our my a an of with for this that web3 evm nft dapp app i ethereum eth \
            wallet account address message please hello welcome url uri terms service by click nonce challenge \
            metamask walletconnect request origin timestamp authentication verification authorization session connect \
            connecting erc eip usd usdc usdt you no not
            """
        ),
        (
            .about,
            """
            vote voting poll comment post ticket issue invoice order receipt answer quiz review recipe release report \
            guest chapter game bet raffle booking parcel support
            """
        ),
        (.foreignKey, "cle cles clef clefs"),
    ])

    /// Beginnings of words, of four to nine letters.
    private static let stems = table([
        (.derives, "generat deriv comput"),
        (.makes, "creat"),
        (.opens, "access unlock activat initiali recover restor retriev"),
        (.registers, "regist attach"),
        (.grants, "authori approv grant deleg"),
        (.key, "pubkey privkey publickey credentia mnemonic"),
        (.agent, "dispatch delegate"),
        (.proves, "verif authentic"),
        (.foreignMakes, "erzeug erstell ableit gener crear deriva"),
        (.foreignSigns, "signier untersch signez firma firme"),
        (.foreignKey, "schlussel clave llave"),
    ])

    /// Parts of words of scripts in which a word has endings, or no space around it.
    private static let foreignParts = table([
        (.foreignMakes, "生成 创建 創建 派生 导出 導出 作成 созда сгенер"),
        (.foreignSigns, "签名 簽名 署名 подпи подпис"),
        (.foreignKey, "密钥 密鑰 私钥 秘密鍵 暗号鍵 密码 ключ"),
    ])
}
