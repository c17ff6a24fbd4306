import Foundation
import Testing

/// Suites of vectors that are known but not run, each with the reason; `scripts/unit` prints them.
@Suite struct LeftOutTests {
    private static let suites = [
        "wycheproof/aes_cbc_pkcs5": "nothing is encrypted with AES-CBC", "wycheproof/aes_gcm": "nor with AES-GCM",
        "wycheproof/chacha20_poly1305": "the vault's cipher is XChaCha20-Poly1305, which is run",
        "wycheproof/hkdf_sha256": "no key is derived by HKDF",
        "wycheproof/ecdh_secp256k1": "no key is agreed on with anybody",
        "metamask-openrpc": "a description of methods, without cases",
        "eth-basic/crypto": "ECIES and AES of the network between nodes",
        "eth-basic/hexencodetest": "nodes of the state's tree, which a wallet does not read",
        "btc-bitcoinjs/ecdsa/rfc6979": "the nonce alone, which libsecp256k1 does not tell",
    ]

    @Test func `omitted test vectors are listed with a reason, and are absent`() {
        let modules = Set(
            Repository.files.filter { $0.isIn("Tests/Unit") }
                .map { $0.path.split(separator: "/").prefix(3).joined(separator: "/") })
        #expect(modules.contains { Repository.holds("\($0)/Vectors/ensip15") })
        for (name, reason) in Self.suites {
            print("\nvectors left out: \(name) (\(reason))")
            for module in modules {
                #expect(!Repository.holds("\(module)/Vectors/\(name)"))
                #expect(!Repository.holds("\(module)/Vectors/\(name)_test.json"))
                #expect(!Repository.holds("\(module)/Vectors/\(name).json"))
            }
        }
    }
}
