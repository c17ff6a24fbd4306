import Bitcoin
import Ethereum
import TestSupport
import Keys
import Primitives
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct GeneratedWalletTests {
    @Test func `addresses of every coin are derived from a phrase`() throws {
        let cases: [GeneratedWallet] = try Vectors.read("gen-hd/hd.json", target: "KeysTests")
        for each in cases {
            let master = try HDKey(seed: Mnemonic(each.mnemonic).seed(passphrase: each.passphrase))
            func key(_ account: GeneratedWallet.Account) throws -> PublicKey {
                try master.derived(DerivationPath(account.path)).privateKey.publicKey()
            }
            #expect(try EthereumAddress(key(each.eth)).description == each.eth.address)
            #expect(try SegWitAddress(key(each.btc84)).description == each.btc84.address)
            for account in [each.bch145, each.bch0] {
                #expect(try CashAddress(key(account)).description == account.cashaddr)
                let legacy = try LegacyAddress(.publicKey, hash: Hash160.hash(key(account).compressed))
                #expect(legacy.description == account.legacy)
            }
        }
        #expect(cases.count == 40)
    }
}

private struct GeneratedWallet: Decodable {
    struct Account: Decodable {
        let path: String
        let address, cashaddr, legacy: String?
    }

    let mnemonic, passphrase: String
    let eth, btc84, bch145, bch0: Account
}
