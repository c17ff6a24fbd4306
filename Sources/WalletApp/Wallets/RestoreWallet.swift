import Keys
import Messages
import WalletUI

/// Restores a wallet from its recovery words.
@MainActor struct RestoreWallet {
    let steps: WalletForms

    /// The choices in a form for the number of words.
    static func choices(of counts: [Int]) -> [FormField.Choice] {
        counts.map {
            FormField.Choice(
                "\($0)",
                label: localized("\($0, as: "count") word", plural: "\($0, as: "count") words", count: $0))
        }
    }

    /// - Returns: The wallet's name; `nil` if the user cancels.
    func run() async throws -> VaultName? {
        let count = FormField(
            "count", label: localized("Number of words"),
            .choice(Self.choices(of: [12, 15, 18, 21, 24]), selected: "12"))
        let beginning = await steps.begin(
            localized("Restore a wallet from its recovery phrase"), asking: count, verb: localized("Continue"))
        guard let beginning else { return nil }
        return await words(Int(beginning.answer) ?? 12, of: beginning.name)
    }

    private func words(_ count: Int, of name: VaultName) async -> VaultName? {
        let form = Form(
            title: WalletForms.title, heading: localized("Enter the recovery phrase of “\(name, as: "wallet")”"),
            paragraphs: [
                Form.Paragraph(
                    localized(
                        "Type or paste the words in their order, in any language of BIP-39. A space moves to the next word."
                    ))
            ],
            fields: [
                FormField(
                    "words", label: localized("Words"), .typedWords(count, lists: Language.allCases.map(\.words))),
                FormField(
                    "extra", label: localized("Extra word (BIP-39 passphrase)"), .secret,
                    hint: localized("Leave empty unless you set one. A different one opens a different wallet.")),
            ], verb: localized("Continue"))
        let given = await steps.ask(form, complainingAt: "words") { answers throws(KeyError) in
            let text = answers.withSecret("words") { SharedValue(copying: $0) }
            _ = try Mnemonic(utf8: text.value)
            return (words: text, extra: answers.withSecret("extra") { SharedValue(copying: $0) })
        }
        guard let given else { return nil }
        return await steps.make(name) { [folder = steps.folder] passphrase throws(KeyError) in
            try folder.create(
                name: name, phrase: Mnemonic(utf8: given.words.value), extraWord: given.extra.value,
                passphrase: passphrase)
        }
    }
}
