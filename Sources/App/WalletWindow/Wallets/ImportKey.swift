import HeadlessWallet
import Foundation
import Keys
import Messages
import Primitives
import WalletUI

/// Creates a wallet from one key: hexadecimal digits, the wallet import format, or a file of Web3 secret storage.
@MainActor struct ImportKey {
    let steps: WalletForms

    /// - Returns: The wallet's name; `nil` if the user cancels.
    func run() async throws -> VaultName? {
        let form = FormField(
            .form, label: localized("What you have"),
            .choice(
                [
                    FormField.Choice("hex", label: localized("A private key: 64 hexadecimal digits, or WIF")),
                    FormField.Choice("file", label: localized("A keystore file (Web3 secret storage, version 3)")),
                ], selected: "hex"))
        let beginning = await steps.begin(
            localized("Import a private key"),
            about: [
                Screen.Paragraph(
                    localized(
                        """
                        A wallet of one private key has one address on each chain and no recovery phrase. The key itself \
                        is the only backup.
                        """))
            ],
            asking: form, verb: localized("Continue"))
        guard let beginning else { return nil }
        return beginning.answer == "file" ? await file(beginning.name) : await digits(beginning.name)
    }

    private func digits(_ name: VaultName) async -> VaultName? {
        let form = Screen(
            title: WalletForms.title, heading: localized("Enter the private key of “\(name, as: "wallet")”"),
            fields: [FormField(.key, label: localized("Private key"), .secret)], verb: localized("Continue"))
        let text = await steps.ask(form, complainingAt: .key) { answers throws(KeyError) in
            let text = answers.withSecret(.key) { SharedValue(copying: $0) }
            _ = try Self.key(text.value)
            return text
        }
        guard let text else { return nil }
        return await make(name) { () throws(KeyError) in try Self.key(text.value) }
    }

    /// The key in hexadecimal digits or in the wallet import format.
    ///
    /// - Throws: Also for an uncompressed key, whose coins are at addresses that a wallet does not show: it can be swept.
    private nonisolated static func key(_ text: borrowing SecretBytes) throws(KeyError) -> PrivateKey {
        // The reason for what is neither is that of hexadecimal digits.
        guard let wif = try? WIF(text) else { return try PrivateKey(hex: text) }
        guard wif.isCompressed, !wif.isTest else { throw .unusualKey }
        return wif.takeKey()
    }

    private func file(_ name: VaultName) async -> VaultName? {
        let form = Screen(
            title: WalletForms.title, heading: localized("Choose the keystore file of “\(name, as: "wallet")”"),
            fields: [
                FormField(.path, label: localized("File"), .file()),
                FormField(.passphrase, label: localized("Passphrase of the file"), .secret),
            ], verb: localized("Open the file"))
        var answers = await steps.presenter.ask(form)
        while let given = answers {
            guard let text = Self.read(given[.path]) else {
                answers = await steps.presenter.complain([
                    .path: given[.path].isEmpty
                        ? localized("Choose a file.")
                        : localized("This file cannot be read, or is too long for a keystore.")
                ])
                continue
            }
            let passphrase = given.withSecret(.passphrase) { SharedValue(copying: $0) }
            steps.presenter.work(localized("Opening the file…"))
            do throws(KeyError) {
                _ = try await aside { () throws(KeyError) in
                    SharedValue(try Keystore.open(text, passphrase: passphrase.value))
                }
                return await make(name) { () throws(KeyError) in
                    try Keystore.open(text, passphrase: passphrase.value)
                }
            } catch {
                answers = await steps.presenter.complain(
                    error == .wrongPassphrase
                        ? [.passphrase: localized("This passphrase does not open the file.")]
                        : [.path: error.description])
            }
        }
        return nil
    }

    private func make(
        _ name: VaultName, _ key: @escaping @Sendable () throws(KeyError) -> PrivateKey
    ) async -> VaultName? {
        await steps.make(name) { [folder = steps.folder] passphrase throws(KeyError) in
            try folder.create(name: name, key: key(), passphrase: passphrase)
        }
    }

    /// The bytes of a file that is at most as long as a keystore.
    private static func read(_ path: String) -> [UInt8]? {
        try? PlainFile.read((path as NSString).expandingTildeInPath, limit: Keystore.longest)
    }
}
