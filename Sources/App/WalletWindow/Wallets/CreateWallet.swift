import Bridge
import HeadlessWallet
import Keys
import Messages
import WalletUI

/// Creates a new wallet: the recovery words are generated at random, shown, checked with a quiz, and protected by a
/// passphrase.
@MainActor struct CreateWallet {
    private enum Action: Hashable {
        case showAgain
    }

    let steps: WalletForms

    /// - Returns: The new wallet's name; `nil` if the user cancels.
    func run() async throws -> VaultName? {
        let count = FormField(
            .count, label: localized("Number of words"),
            .choice(RestoreWallet.choices(of: [12, 24]), selected: "12"))
        let beginning = await steps.begin(
            localized("Create a wallet"),
            about: [
                Screen.Paragraph(
                    localized("A wallet has a recovery phrase of 12 or 24 words. You write it down next.")),
                Screen.Paragraph(
                    localized(
                        """
                        Your recovery phrase is the backup of your keys. Anyone who has it can take your money; if you \
                        lose it, no one can restore the wallet.
                        """)),
            ], asking: count, verb: localized("Show recovery phrase"))
        guard let beginning else { return nil }
        return try await make(beginning.name, count: beginning.answer == "24" ? 24 : 12)
    }

    private func make(_ name: VaultName, count: Int) async throws -> VaultName? {
        let phrase = try Mnemonic(randomWords: count)
        repeat {
            guard await show(phrase) else { return nil }
        } while try await ask(phrase) == false
        if Task.isCancelled { return nil }
        let text = SharedValue(phrase.shown())
        return await steps.make(name) { [folder = steps.folder] passphrase throws(KeyError) in
            try folder.create(name: name, phrase: Mnemonic(utf8: text.value), passphrase: passphrase)
        }
    }

    /// Shows the words; false if the user cancels.
    private func show(_ phrase: borrowing Mnemonic) async -> Bool {
        var words: [String] = []
        for position in 1...phrase.wordCount {
            guard let word = phrase.word(at: position) else { return false }
            words.append(word.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        }
        let form = Screen(
            title: WalletForms.title, heading: localized("Write down your recovery phrase"),
            paragraphs: [
                Screen.Paragraph(
                    localized("Write the words on paper, in this order. Next, you are asked for some of them.")),
                Screen.Paragraph(
                    localized(
                        """
                        Do not show them to anyone, and do not photograph them or type them into a website. Later, \
                        Drawbridge asks for them only to restore a wallet.
                        """), tone: .caution),
            ],
            fields: [FormField(.words, label: localized("Recovery phrase"), .shownWords(words))],
            verb: localized("I have written it down"))
        return await steps.presenter.ask(form) != nil
    }

    /// Asks for some of the words; false if the user wants to see them again; it throws if the user cancels.
    private func ask(_ phrase: borrowing Mnemonic) async throws -> Bool {
        let quiz = try PhraseQuiz(wordCount: phrase.wordCount)
        let form = Screen(
            title: WalletForms.title, heading: localized("Confirm your recovery phrase"),
            paragraphs: [Screen.Paragraph(localized("Enter these words as you wrote them down."))],
            fields: quiz.positions.map {
                FormField(Self.word($0), label: localized("Word \($0, as: "number")"), .text())
            },
            verb: localized("Continue"),
            others: [Screen.Button(Action.showAgain, label: localized("Show the words again"))])
        var answers = await steps.presenter.ask(form)
        while let given = answers {
            if given.action.of(Action.self) == .showAgain { return false }
            var problems: [FieldID: String] = [:]
            for position in quiz.positions {
                let answer = SecretBytes(copying: given[Self.word(position)].utf8)
                if !quiz.accepts(answer, at: position, of: phrase) {
                    let isEmpty = given[Self.word(position)].allSatisfy(\.isWhitespace)
                    problems[Self.word(position)] =
                        isEmpty
                        ? localized("Enter word \(position, as: "number").")
                        : localized("This is not word \(position, as: "number").")
                }
            }
            if problems.isEmpty { return true }
            answers = await steps.presenter.complain(problems)
        }
        throw WalletError(localized("No wallet was created."))
    }

    private static func word(_ position: Int) -> FieldID { FieldID("word\(position)") }
}
