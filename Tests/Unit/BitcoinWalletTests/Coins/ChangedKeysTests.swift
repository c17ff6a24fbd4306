import Bitcoin
import Bridge
import Keys
import Primitives
import Synchronization
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// Coin accounts of a wallet that was left and opened again: what they derive comes from the keys in use.
@MainActor @Suite struct ChangedKeysTests {
    /// The demo's keys, as a vault has them that can be locked.
    private final class LockableKeys: Signer {
        private let keys: DemoKeys
        private let isLocked = Mutex(false)

        init() throws { keys = try DemoKeys() }

        func lock() { isLocked.withLock { $0 = true } }

        private func check() throws(KeyError) {
            guard !isLocked.withLock({ $0 }) else { throw .locked }
        }

        func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
            try check()
            return try keys.publicKey(at: path)
        }

        func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
            try check()
            return try keys.sign(digest, at: path)
        }

        func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
            try check()
            return try keys.signSchnorr(digest, at: path)
        }

        func signTaproot(
            _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
        ) throws(KeyError) -> BIP340Signature {
            try check()
            return try keys.signTaproot(digest, at: path, tweak: tweak)
        }
    }

    @Test func `after switching wallets and back, payments are signed with the keys of the open vault`() async throws {
        let account = Account(name: "Savings", index: 0)
        let first = try LockableKeys()
        let activeAccount = try WalletSigner(signer: first, account: account)
        let cash = FakeCoinServer(.bitcoinCash)
        let site = try TestSite(servers: [.bitcoinCash: cash], activeAccount: activeAccount)
        // Beyond the first gap of addresses, so that new ones must be derived at the second payment.
        for place in [0, 5] { await cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "\(place)")) }
        let wish: JSON = ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.004"]
        #expect(await site.link("sendAssets", wish)["data"] != nil)
        first.lock()
        try activeAccount.open(LockableKeys(), Account(name: "Other", index: 1))
        _ = await site.link("sendAssets", wish)
        try activeAccount.open(LockableKeys(), account)
        await cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "18"))
        #expect(await site.link("sendAssets", wish)["data"] != nil)
    }
}
