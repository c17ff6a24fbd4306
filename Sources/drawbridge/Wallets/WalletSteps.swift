import Keys
import WebHost

/// What making and opening wallets have in common: the questions for a name and a new passphrase.
@MainActor struct WalletSteps {
    let asker: any FormAsker
    let folder: VaultFolder

    static let title = "Drawbridge – wallets"

    /// What keeps the user from going on, where it belongs to a field.
    typealias Problems = [String: String]

    static let name = FormField("name", label: "Name of the wallet", .text(initial: "Savings"))

    /// Reads a name, or says what is wrong with it.
    static func name(in answers: FormAnswers) throws(KeyError) -> VaultName {
        try VaultName(answers["name"])
    }

    /// Asks for a new passphrase until it is one, and calls `make` with it, until that succeeds.
    ///
    /// - Returns: What was made; `nil` where the user does not want to go on.
    func protect<Value: Sendable>(
        _ name: VaultName?, heading: String, work: String,
        _ make: @escaping @Sendable (borrowing SecretBytes) throws(KeyError) -> Value
    ) async -> Value? {
        let form = Form(
            title: Self.title, heading: heading,
            paragraphs: [
                "It encrypts the wallet on this machine. Nobody can tell you what it was, and nothing but the words or the key brings the wallet back without it.",
                "A few words that have nothing to do with each other are easy to keep and hard to guess.",
            ],
            fields: [
                FormField("passphrase", label: "Passphrase", .secret),
                FormField("again", label: "The same again", .secret),
            ], verb: "Protect")
        var answers = await asker.ask(form)
        while let given = answers {
            let passphrase = given.withSecret("passphrase") { Held(copying: $0) }
            let isSame = given.withSecret("again") { passphrase.value.matches(SecretBytes(copying: $0)) }
            do throws(KeyError) {
                try PassphraseRule.check(passphrase.value, name: name)
                guard isSame else {
                    answers = await asker.complain(["again": "The two are not the same."])
                    continue
                }
                asker.work(work)
                return try await aside { () throws(KeyError) in try make(passphrase.value) }
            } catch {
                answers = await asker.complain(["passphrase": error.description])
            }
        }
        return nil
    }

    /// Asks for the passphrase of `vault` until it opens.
    ///
    /// - Returns: The passphrase; `nil` where the user does not want to go on.
    func open(_ vault: Vault, to purpose: String, verb: String) async -> Held<SecretBytes>? {
        let form = Form(
            title: Self.title, heading: purpose,
            fields: [FormField("passphrase", label: "Passphrase of “\(vault.name)”", .secret)], verb: verb)
        var answers = await asker.ask(form)
        while let given = answers {
            let passphrase = given.withSecret("passphrase") { Held(copying: $0) }
            asker.work("Opening the wallet …")
            do throws(KeyError) {
                try await aside { () throws(KeyError) in try vault.unlock(passphrase: passphrase.value) }
                return passphrase
            } catch {
                answers = await asker.complain(["passphrase": error.description])
            }
        }
        return nil
    }

    /// Says how it ended.
    func conclude(_ heading: String, _ paragraphs: [Form.Paragraph] = []) async {
        _ = await asker.ask(
            Form(title: Self.title, heading: heading, paragraphs: paragraphs, verb: "Done", refusal: ""))
    }
}
