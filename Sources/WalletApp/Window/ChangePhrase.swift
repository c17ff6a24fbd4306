import Bridge
import WalletUI

/// Lets the user choose another security phrase.
@MainActor struct ChangePhrase {
    let mark: PhraseMark
    let window: any FormPresenter

    /// Keeps the new phrase.
    let keep: @MainActor (SecurityPhrase) throws -> Void

    private static let rule =
        "Use \(SecurityPhrase.lengths.lowerBound) to \(SecurityPhrase.lengths.upperBound) visible characters."

    /// Asks until there is a phrase, or the user closes the form.
    func run() async throws {
        var answers = await window.ask(form(mark.phrase))
        while let given = answers {
            if given.other != nil {
                answers = await window.ask(form(.random()))
            } else if let phrase = SecurityPhrase(given["phrase"]) {
                try keep(phrase)
                mark.phrase = phrase
                return
            } else {
                answers = await window.complain(["phrase": Self.rule])
            }
        }
    }

    private func form(_ phrase: SecurityPhrase) -> Form {
        Form(
            title: "Drawbridge – security phrase", heading: "Change your security phrase",
            paragraphs: [
                """
                Every window of this wallet that asks you for something shows this phrase. A website cannot know it, so \
                a window without it, or with another one, is not from this wallet.
                """,
                "It does not unlock anything. Do not use your passphrase or words of your recovery phrase.",
            ],
            fields: [
                FormField("phrase", label: "Security phrase", .text(initial: phrase.text), hint: Self.rule)
            ], verb: "Change", others: [Form.Other("random", label: "Suggest Another")])
    }
}
