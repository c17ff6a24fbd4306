import Bitcoin
import BitcoinWallet
import Bridge
import Glibc
import HeadlessWallet
import Keys
import Messages
import QRReader
import WalletCore
import WalletMethods
import WalletUI

/// Moves everything that a private key or a seed of Electrum holds to an account of the wallet, after the ordinary approval.
///
/// The key is typed into the window or read from an image; it is in memory until the form is closed.
@MainActor final class SweepForms {
    private let wallet: PageWallet
    private let window: BrowserWindow
    private var form: ScreenWindow?

    /// Creates forms over `window`; none is shown yet.
    init(_ wallet: PageWallet, window: BrowserWindow) {
        self.wallet = wallet
        self.window = window
    }

    /// Asks for a key, shows what it holds, and sends it.
    ///
    /// - Parameters:
    ///   - account: The account that is proposed as the recipient.
    ///   - image: The path of an image that is filled in.
    /// - Returns: The transaction, also if it is not known whether it was sent; `nil` if the user closed the form.
    /// - Throws: That another key is being swept.
    func run(to account: AccountID? = nil, image: String = "") async throws(WalletError) -> SentTransaction? {
        if let form {
            form.present()
            throw WalletError(localized("A private key is being swept already. Close its window first."))
        }
        let form = ScreenWindow(over: window, mark: window.screens.mark)
        self.form = form
        defer {
            self.form = nil
            form.close()
        }
        return await withTaskCancellationHandler {
            guard let found = await find(form, image) else { return nil }
            return await send(found, to: account, form)
        } onCancel: {
            Task { @MainActor in form.close() }
        }
    }

    /// A key, and what it holds.
    private struct Found {
        let sweep: CoinSweep
        let holdings: [(utxoChain: UTXOChain, holding: CoinSweep.Holding)]
    }

    /// Asks for the key until one is entered that holds something.
    private func find(_ form: ScreenWindow, _ image: String) async -> Found? {
        var answers = await form.ask(SweepScreens.key(image: image))
        while let given = answers {
            form.work(localized("The servers are asked what the key holds…"), canBeClosed: true)
            do throws(WalletError) {
                return try await found(by: sweep(of: given))
            } catch {
                answers = await form.complain([error.field ?? .key: error.description])
            }
        }
        return nil
    }

    private func found(by sweep: CoinSweep) async throws(WalletError) -> Found {
        let coins = wallet.services.coins
        let chains = (sweep.isTest ? UTXOChain.testnets : [.bitcoin, .bitcoinCash])
            .filter { coins.servers[$0] != nil }
        guard !chains.isEmpty else {
            throw WalletError(
                field: .key,
                sweep.isTest
                    ? localized(
                        "The key is for a test network, and no server for one is set. Set one under “Servers…”.")
                    : localized("No server for Bitcoin or Bitcoin Cash is set. Set one under “Servers…”."))
        }
        do throws(RPCError) {
            var holdings: [(utxoChain: UTXOChain, holding: CoinSweep.Holding)] = []
            for chain in chains { holdings += try await sweep.holdings(on: chain).map { (chain, $0) } }
            guard !holdings.isEmpty else {
                let names = chains.map(\.name).joined(separator: ", ")
                throw RPCError(.failed, sentence: localizable("The key holds nothing on \(names, as: "networks")."))
            }
            return Found(sweep: sweep, holdings: holdings)
        } catch {
            throw WalletError(field: .key, error.sentence)
        }
    }

    /// Asks what is swept to which account, and shows the approval.
    private func send(_ found: Found, to proposed: AccountID?, _ form: ScreenWindow) async -> SentTransaction? {
        let chains = Set(found.holdings.map(\.utxoChain.chainID))
        let accounts = wallet.services.holdings.accounts.filter { chains.contains($0.id.chain) && !$0.isWatchOnly }
        let screens = SweepScreens(holdings: found.holdings, accounts: accounts, proposed: proposed)
        var answers = await form.ask(screens.choice)
        while let given = answers {
            do throws(WalletError) {
                let (place, target) = try screens.read(given.values)
                let (_, holding) = found.holdings[place]
                form.work(
                    localized("The payment is prepared. Confirm it in the window that opens."), canBeClosed: true)
                return try await send(found.sweep, holding.scriptType, to: target)
            } catch {
                answers = await form.complain([error.field ?? .holding: error.description])
            }
        }
        return nil
    }

    private func send(
        _ sweep: CoinSweep, _ scriptType: ScriptType, to target: AccountID
    ) async throws(WalletError) -> SentTransaction {
        do throws(RPCError) {
            return try await wallet.headless.send("sweep", on: target.chain) { request throws(RPCError) in
                try await sweep.sweep(scriptType, to: target, for: request)
            }
        } catch {
            throw WalletError(field: .holding, error.sentence)
        }
    }

    /// The key that was entered, or that is in the image that was chosen.
    private func sweep(of answers: ScreenAnswers) async throws(WalletError) -> CoinSweep {
        let image = EnteredText.trimmed(answers[.image])
        let isTyped = answers.withSecret(.key) { text in !text.allSatisfy { $0 <= 0x20 } }
        let extra = answers.withSecret(.extension) { SharedValue(copying: $0) }
        guard !image.isEmpty else {
            guard isTyped else { throw WalletError(field: .key, localized("Enter a private key or a seed.")) }
            return try await sweep(of: answers.withSecret(.key) { SharedValue(copying: $0) }, extra, field: .key)
        }
        guard !isTyped else {
            throw WalletError(field: .image, localized("Enter a key or choose an image, not both."))
        }
        var bytes: [UInt8]
        do throws(QRError) {
            bytes = try await QRImageReader.usual.bytes(inFileAt: image)
        } catch {
            throw WalletError(field: .image, "\(error)")
        }
        defer {
            bytes.withUnsafeMutableBytes { bytes in
                if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
            }
        }
        return try await sweep(of: SharedValue(SecretBytes(copying: bytes)), extra, field: .image)
    }

    /// The sweep of a key, or of a seed of Electrum, which has several words and takes long to derive.
    private func sweep(
        of text: SharedValue<SecretBytes>, _ extra: SharedValue<SecretBytes>, field: FieldID
    ) async throws(WalletError) -> CoinSweep {
        let words = text.value.withUnsafeBytes { text in text.split { $0 <= 0x20 }.count }
        let isExtended = extra.value.count > 0
        let keys: SweptKeys
        if words > 1 {
            do throws(KeyError) {
                keys = try await aside { () throws(KeyError) in try Self.keys(ofSeed: text.value, extra.value) }
            } catch .twoFactorSeed {
                throw WalletError(field: field, KeyError.twoFactorSeed.description)
            } catch .noElectrumSeed where isExtended {
                throw WalletError(
                    field: .extension,
                    localized("These words are not a seed of Electrum 2.0 or later, which can be extended."))
            } catch {
                throw WalletError(
                    field: field,
                    localized(
                        """
                        These words are not a seed of Electrum or Electron Cash. A recovery phrase of another wallet can \
                        be restored as a wallet.
                        """))
            }
        } else {
            guard !isExtended else {
                throw WalletError(field: .extension, localized("Only a seed has extension words, not a key."))
            }
            let key = try Self.read(text.value, field: field)
            do throws(KeyError) {
                keys = try SweptKeys(key: key)
            } catch {
                throw WalletError(field: field, localized("This private key cannot be used."))
            }
        }
        return CoinSweep(wallet.services.holdings.coinWallet, keys)
    }

    /// The keys of a seed of Electrum or Electron Cash; those before version 2.0 have no extension.
    private nonisolated static func keys(
        ofSeed text: borrowing SecretBytes, _ extra: borrowing SecretBytes
    ) throws(KeyError) -> SweptKeys {
        if extra.count == 0, let old = try? OldElectrumSeed(utf8: text) { return try SweptKeys(old) }
        return try SweptKeys(ElectrumSeed(utf8: text), passphrase: extra)
    }

    private static func read(_ text: borrowing SecretBytes, field: FieldID) throws(WalletError) -> KeySource {
        let key: KeySource
        do throws(KeyError) {
            key = KeySource(try WIF(text))
        } catch {
            // The prefix of keys that are encrypted with a passphrase.
            let isEncrypted = text.withUnsafeBytes { $0.count == 58 && $0.starts(with: Array("6P".utf8)) }
            throw WalletError(
                field: field,
                isEncrypted
                    ? localized("This key is encrypted with a passphrase (BIP-38), which the wallet does not support.")
                    : localized(
                        """
                        This is not a private key in the wallet import format (WIF): 51 or 52 letters and digits that \
                        begin with 5, K or L, or with 9 or c on test networks.
                        """))
        }
        return key
    }
}
