import Foundation
import Glibc
import HeadlessWallet
import Keys
import Messages
import WalletUI

/// Exports the recovery words or a key of a wallet, after its passphrase was entered.
@MainActor struct ExportWallet {
    let steps: WalletForms
    let entry: VaultEntry

    /// - Returns: Whether something was shown or written.
    func run() async throws -> Bool {
        try await steps.open(entry, to: { localized("Export from “\($0, as: "wallet")”") }, choose)
    }

    private func choose(_ vault: Vault, _ passphrase: SharedValue<SecretBytes>) async throws -> Bool {
        let isPhrase = vault.kind != .key
        let isSeed =
            switch vault.kind {
            case .electrum, .oldElectrum: true
            case .phrase, .key, nil: false
            }
        let name = isSeed ? localized("Electrum seed") : localized("Recovery phrase")
        let choices =
            (isPhrase ? [FormField.Choice("phrase", label: name)] : [])
            + [
                FormField.Choice("key", label: localized("Private key of an Ethereum account")),
                FormField.Choice(
                    "file", label: localized("Keystore file of an Ethereum account (Web3 secret storage, version 3)")),
            ]
        var fields = [
            FormField(.what, label: localized("What"), .choice(choices, selected: isPhrase ? "phrase" : "key"))
        ]
        let accounts = vault.accounts.map { FormField.Choice("\($0.index)", label: $0.name.description) }
        if isPhrase, accounts.count > 1 {
            fields.append(
                FormField(.account, label: localized("Account"), .choice(accounts, selected: accounts[0].id)))
        }
        let form = Screen(
            title: WalletForms.title, heading: localized("What do you want to export?"),
            paragraphs: [
                Screen.Paragraph(
                    localized(
                        "Anyone who sees it can take everything in the wallet, at any time. No support staff ever needs it."
                    ), tone: .danger)
            ], fields: fields, verb: localized("Continue"))
        guard let answers = await steps.presenter.ask(form) else { return false }
        let account = vault.accounts.first { String($0.index) == answers[.account] } ?? vault.accounts.first
        guard let path = try isPhrase ? account?.pathOnEthereum() : DerivationPath("m") else { return false }
        switch answers[.what] {
        case "phrase" where isSeed: return try await showSeed(vault, passphrase)
        case "phrase": return try await showPhrase(vault, passphrase)
        case "file": return try await writeFile(vault, passphrase, path)
        default: return try await showKey(vault, passphrase, path)
        }
    }

    private func showPhrase(_ vault: Vault, _ passphrase: SharedValue<SecretBytes>) async throws -> Bool {
        steps.presenter.work(localized("Reading the wallet…"))
        let phrase = try await aside { () throws(KeyError) in
            SharedValue(try vault.exportPhrase(passphrase: passphrase.value))
        }
        let extra = try await aside { () throws(KeyError) in
            SharedValue(try vault.exportExtraWord(passphrase: passphrase.value))
        }
        var words: [String] = []
        for position in 1...phrase.value.wordCount {
            guard let word = phrase.value.word(at: position) else { return false }
            words.append(Self.text(word))
        }
        var fields = [FormField(.words, label: localized("Recovery phrase"), .shownWords(words))]
        if extra.value.count > 0 {
            fields.append(
                FormField(
                    .extra, label: localized("Extra word (BIP-39 passphrase)"),
                    .shownWords([Self.text(extra.value)])))
        }
        return await show(localized("Recovery phrase of “\(vault.name, as: "wallet")”"), fields)
    }

    private func showSeed(_ vault: Vault, _ passphrase: SharedValue<SecretBytes>) async throws -> Bool {
        steps.presenter.work(localized("Reading the wallet…"))
        let seed = try await aside { () throws(KeyError) in
            SharedValue(try vault.exportElectrumSeed(passphrase: passphrase.value))
        }
        let extra = try await aside { () throws(KeyError) in
            SharedValue(try vault.exportElectrumSeed(passphrase: passphrase.value, isExtension: true))
        }
        let words = Self.text(seed.value).split(separator: " ").map(String.init)
        var fields = [FormField(.words, label: localized("Electrum seed"), .shownWords(words))]
        if extra.value.count > 0 {
            fields.append(
                FormField(
                    .extra, label: localized("Extension words of the seed"), .shownWords([Self.text(extra.value)])))
        }
        return await show(localized("Electrum seed of “\(vault.name, as: "wallet")”"), fields)
    }

    private func showKey(_ vault: Vault, _ passphrase: SharedValue<SecretBytes>, _ path: DerivationPath) async throws
        -> Bool
    {
        steps.presenter.work(localized("Reading the wallet…"))
        let key = try await aside { () throws(KeyError) in
            SharedValue(try vault.exportKey(at: path, passphrase: passphrase.value))
        }
        return await show(
            localized("Private key of “\(vault.name, as: "wallet")”"),
            [FormField(.key, label: localized("Private key"), .shownWords([Self.text(key.value)]))])
    }

    private func show(_ heading: String, _ fields: [FormField]) async -> Bool {
        _ = await steps.presenter.ask(
            Screen(title: WalletForms.title, heading: heading, fields: fields, verb: localized("Done"), refusal: ""))
        return true
    }

    private func writeFile(
        _ vault: Vault, _ passphrase: SharedValue<SecretBytes>, _ path: DerivationPath
    ) async throws -> Bool {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        let form = Screen(
            title: WalletForms.title, heading: localized("Where do you want to save the keystore file?"),
            fields: [
                FormField(
                    .path, label: localized("File"),
                    .file(initial: "\(home)/keystore-\(vault.name).json", saves: true))
            ], verb: localized("Continue"))
        var answers = await steps.presenter.ask(form)
        while let given = answers {
            let target = (given[.path] as NSString).expandingTildeInPath
            if let problem = Self.problem(with: target) {
                answers = await steps.presenter.complain([.path: problem])
                continue
            }
            let file = await steps.protect(
                nil, heading: localized("Choose a passphrase for the file"), work: localized("Encrypting the file…")
            ) { filePassphrase throws(KeyError) in
                try vault.exportKeystore(at: path, passphrase: passphrase.value, filePassphrase: filePassphrase)
            }
            guard let file else { return false }
            try Self.write(file, to: target)
            await steps.conclude(localized("The keystore file was saved"), [.init(target)])
            return true
        }
        return false
    }

    /// Why a file cannot be created at `path`.
    private static func problem(with path: String) -> String? {
        guard path.hasPrefix("/"), !path.hasSuffix("/"), !FileManager.default.fileExists(atPath: path) else {
            return localized("Choose a new file by its full path. Files that exist are not replaced.")
        }
        let folder = (path as NSString).deletingLastPathComponent
        return access(folder, W_OK | X_OK) == 0
            ? nil : localized("You cannot write to the folder “\(folder, as: "folder")”.")
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WalletError(localized("The file cannot be written.")) }
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count, fsync(descriptor) == 0 else {
            unlink(path)
            throw WalletError(localized("The file could not be written completely, so it was removed."))
        }
    }

    private static func text(_ secret: borrowing SecretBytes) -> String {
        secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
