import Foundation

/// The recovery phrase of these tests, and what is derived from it; used nowhere else.
public enum Sample {
    /// A phrase of twelve words.
    public static let words = "scheme spot photo card baby mountain device kick cradle pact join borrow"
    /// The passphrase of the wallet.
    public static let passphrase = "tin whistle harbour 42"

    /// Another passphrase, for another time.
    public static let otherPassphrase = "seven lanterns on a quay"

    /// The private key of its first Ethereum address.
    public static let key = "a024991551147ee4db00d16b1022e97b950bb46485a12e79b484f2d65f7c63df"

    /// The private key of its second Ethereum address.
    public static let secondKey = "8b01a435adb790def5b89bdefdb76151421a2004cc635e18f48d3015769f3625"

    /// Its first Ethereum address.
    public static let address = "0xc70eC8094CCE52B6574A5a2b7bf0c7D8288d77cC"

    /// A keystore file of Web3 secret storage, from Ethereum's tests (KeyStoreTests/basic_tests.json, test1).
    public static let keystore = """
        {"crypto": {"cipher": "aes-128-ctr", "cipherparams": {"iv": "6087dab2f9fdbbfaddc31a909735c1e6"},
        "ciphertext": "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46", "kdf": "pbkdf2",
        "kdfparams": {"c": 262144, "dklen": 32, "prf": "hmac-sha256",
        "salt": "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},
        "mac": "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"},
        "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "version": 3}
        """

    /// The passphrase of the keystore file.
    public static let filePassphrase = "testpassword"

    /// The key in the keystore file.
    public static let fileKey = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d"

    /// The secrets that no process may hold once the wallet is locked, by name.
    public static let secrets: [(name: String, bytes: [UInt8])] = [
        ("the phrase", Array(words.utf8)),
        ("two of its words", Array("cradle pact".utf8)),
        ("the entropy", bytes("c0ba5a8e914111210f2bd131f3d5e08d")),
        ("the seed", bytes("00e1e39a39e23735adab690d0ffbefda6cacc063b4a5fcc605de060bd370adc5")),
        ("the master key", bytes("41a3d77dc7ee50b24a3dae1748dfee068a950de5e8a60619bde6265bab05f81c")),
        ("the account's key", bytes(key)),
        ("the account's key as text", Array(key.utf8)),
    ]

    private static func bytes(_ text: String) -> [UInt8] {
        var digits = text[...]
        var bytes: [UInt8] = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return bytes
    }

    /// Makes the wallet “Savings” in `folder`: a copy of the file that the program has made once for this process.
    ///
    /// Each new file takes half a second of processor time, because its passphrase is derived in the way of real ones.
    public static func make(in folder: String) throws {
        let file = try vault.get()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = "\(folder)/savings.vault"
        guard FileManager.default.createFile(atPath: path, contents: file, attributes: [.posixPermissions: 0o600])
        else {
            throw Failure("\(path) was not written")
        }
    }

    /// The file of the wallet.
    private static let vault = Result<Data, any Error> {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Program.wallet(
            ["wallet", "restore", "--folder", folder], typing: ["Savings", "1", words, "", passphrase, passphrase])
        return try Data(contentsOf: URL(filePath: "\(folder)/savings.vault"))
    }

    /// A page that connects and signs.
    public static let page = PageFile.text("shop.html")
}
