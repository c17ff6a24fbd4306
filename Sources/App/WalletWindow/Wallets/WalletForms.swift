import HeadlessWallet
import Bridge
import Keys
import Messages
import WalletUI

/// The common questions for creating and opening wallets: for a name and for a new passphrase.
@MainActor struct WalletForms {
    let presenter: any ScreenPresenter
    let folder: VaultFolder

    static let title = localized("Drawbridge – wallets")

    /// Asks `form` until `read` accepts the answers, and shows next to `field` why it does not.
    ///
    /// - Returns: The result; `nil` if the user cancels.
    func ask<Value>(
        _ form: Screen, complainingAt field: FieldID, _ read: (ScreenAnswers) async throws(KeyError) -> Value
    ) async -> Value? {
        var answers = await presenter.ask(form)
        while let given = answers {
            do throws(KeyError) {
                return try await read(given)
            } catch {
                answers = await presenter.complain([place(of: error, in: field): error.description])
            }
        }
        return nil
    }

    private func place(of error: KeyError, in field: FieldID) -> FieldID {
        if case .unknownWord(let position, _) = error { field.word(position) } else { field }
    }

    /// Asks for the name of a new wallet, which no other wallet has, and for the value of `field`.
    ///
    /// - Returns: The name, and the other answer; `nil` if the user cancels.
    func begin(
        _ heading: String, about paragraphs: [Screen.Paragraph] = [], asking field: FormField, verb: String
    ) async -> (name: VaultName, answer: String)? {
        let usual = localized("Savings")
        let free = (try? folder.freeName(like: usual)) ?? usual
        let name = FormField(.name, label: localized("Name of the wallet"), .text(initial: free))
        let form = Screen(
            title: Self.title, heading: heading, paragraphs: paragraphs, fields: [name, field], verb: verb)
        return await ask(form, complainingAt: name.id) { answers throws(KeyError) in
            let chosen = try VaultName(answers[name.id])
            try folder.checkIsFree(chosen)
            return (chosen, answers[field.id])
        }
    }

    /// Asks for a new passphrase until it is accepted and `make` succeeds with it.
    ///
    /// - Returns: The result; `nil` if the user cancels.
    func protect<Value: Sendable>(
        _ name: VaultName?, heading: String, work: String,
        _ make: @escaping @Sendable (borrowing SecretBytes) throws(KeyError) -> Value
    ) async -> Value? {
        let form = Screen(
            title: Self.title, heading: heading,
            paragraphs: [
                Screen.Paragraph(
                    name == nil
                        ? localized(
                            "It encrypts the key in the file and cannot be reset. You need it to open the file.")
                        : localized(
                            """
                            It encrypts the wallet on this computer and cannot be reset. If you forget it, restore the \
                            wallet from your recovery phrase or private key.
                            """)),
                Screen.Paragraph(localized("Four or more random words are easy to remember and hard to guess.")),
            ],
            fields: [
                FormField(.passphrase, label: localized("Passphrase"), .secret),
                FormField(.again, label: localized("Confirm passphrase"), .secret),
            ], verb: localized("Encrypt"))
        var answers = await presenter.ask(form)
        while let given = answers {
            let passphrase = given.withSecret(.passphrase) { SharedValue(copying: $0) }
            let isSame = given.withSecret(.again) { passphrase.value.matches(SecretBytes(copying: $0)) }
            do throws(KeyError) {
                try PassphraseRule.check(passphrase.value, name: name)
                guard isSame else {
                    // Both fields are empty again, so the user starts with the first.
                    answers = await presenter.complain([
                        .passphrase: localized("The passphrases don’t match. Enter both again.")
                    ])
                    continue
                }
                presenter.work(work)
                return try await aside { () throws(KeyError) in try make(passphrase.value) }
            } catch {
                answers = await presenter.complain([.passphrase: error.description])
            }
        }
        return nil
    }

    /// Creates the wallet `name` with a new passphrase.
    ///
    /// - Returns: Its name; `nil` if the user cancels.
    func make(
        _ name: VaultName, _ create: @escaping @Sendable (borrowing SecretBytes) throws(KeyError) -> Vault
    ) async -> VaultName? {
        await protect(
            name, heading: localized("Choose a passphrase for “\(name, as: "wallet")”"),
            work: localized("Encrypting the wallet…")
        ) { passphrase throws(KeyError) in
            let vault = try create(passphrase)
            defer { vault.lock() }
            return vault.name
        }
    }

    /// Opens the wallet of `entry` with the passphrase that the user gives, and locks it after `body`.
    ///
    /// - Returns: The result of `body`; false if the user cancels.
    func open(
        _ entry: VaultEntry, to purpose: (VaultName) -> String,
        _ body: (Vault, SharedValue<SecretBytes>) async throws -> Bool
    ) async throws -> Bool {
        let vault = try folder.open(entry)
        defer { vault.lock() }
        let form = Screen(
            title: Self.title, heading: purpose(vault.name),
            fields: [
                FormField(
                    .passphrase, label: localized("Passphrase of “\(vault.name, as: "wallet")”"), .secret)
            ], verb: localized("Continue"))
        let passphrase = await ask(form, complainingAt: .passphrase) { answers throws(KeyError) in
            let passphrase = answers.withSecret(.passphrase) { SharedValue(copying: $0) }
            presenter.work(localized("Opening the wallet…"))
            try await aside { () throws(KeyError) in try vault.unlock(passphrase: passphrase.value) }
            return passphrase
        }
        guard let passphrase else { return false }
        return try await body(vault, passphrase)
    }

    /// Shows how it ended.
    func conclude(_ heading: String, _ paragraphs: [Screen.Paragraph] = []) async {
        _ = await presenter.ask(
            Screen(title: Self.title, heading: heading, paragraphs: paragraphs, verb: localized("Done"), refusal: nil))
    }
}
