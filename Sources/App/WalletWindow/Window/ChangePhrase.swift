import Bridge
import Messages
import WalletUI

/// Lets the user choose another security phrase.
@MainActor struct ChangePhrase {
    private enum Action: Hashable {
        case suggest
    }

    let mark: PhraseMark
    let window: any ScreenPresenter

    /// Stores the new phrase.
    let keep: @MainActor (SecurityPhrase) throws -> Void

    private static let rule = localized(
        """
        Use \(SecurityPhrase.lengths.lowerBound, as: "minimum") to \
        \(SecurityPhrase.lengths.upperBound, as: "maximum") visible characters.
        """)

    /// Asks until there is a phrase, or the user closes the form.
    func run() async throws {
        var answers = await window.ask(screen(mark.phrase))
        while let given = answers {
            if given.action.of(Action.self) == .suggest {
                answers = await window.ask(screen(.random()))
            } else if let phrase = SecurityPhrase(given[.phrase]) {
                try keep(phrase)
                mark.phrase = phrase
                return
            } else {
                answers = await window.complain([.phrase: Self.rule])
            }
        }
    }

    private func screen(_ phrase: SecurityPhrase) -> Screen {
        Screen(
            title: localized("Drawbridge – security phrase"), heading: localized("Change your security phrase"),
            paragraphs: [
                Screen.Paragraph(
                    localized(
                        """
                        Every window of this wallet that asks you for something shows this phrase. A website cannot know \
                        it, so a window without it, or with another one, is not from this wallet.
                        """)),
                Screen.Paragraph(
                    localized(
                        "It does not unlock anything. Do not use your passphrase or words of your recovery phrase.")),
            ],
            fields: [
                FormField(.phrase, label: localized("Security phrase"), .text(initial: phrase.text), hint: Self.rule)
            ], verb: localized("Change"), others: [Screen.Button(Action.suggest, label: localized("Suggest another"))])
    }
}
