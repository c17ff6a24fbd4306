import Keys
import WebHost

/// Makes a new wallet: words from the system's randomness, shown, asked back, and protected by a passphrase.
@MainActor struct CreateWallet {
    let steps: WalletSteps

    /// - Returns: The new wallet's name; `nil` where the user went away.
    func run() async throws -> VaultName? {
        let form = Form(
            title: WalletSteps.title, heading: "Create a wallet",
            paragraphs: [
                "Its keys come from a phrase of words. Whoever has the words has the money, and without them a lost machine or passphrase is the end of it."
            ],
            fields: [
                WalletSteps.name,
                FormField(
                    "count", label: "How many words",
                    .choice(
                        [FormField.Choice("12", label: "12 words"), FormField.Choice("24", label: "24 words")],
                        selected: "12")),
            ], verb: "Show the words")
        var answers = await steps.asker.ask(form)
        while let given = answers {
            let name: VaultName
            do throws(KeyError) {
                name = try WalletSteps.name(in: given)
            } catch {
                answers = await steps.asker.complain(["name": error.description])
                continue
            }
            return try await make(name, count: given["count"] == "24" ? 24 : 12)
        }
        return nil
    }

    private func make(_ name: VaultName, count: Int) async throws -> VaultName? {
        let phrase = try Mnemonic(randomWords: count)
        repeat {
            guard await show(phrase) else { return nil }
        } while try await ask(phrase) == false
        if Task.isCancelled { return nil }
        let text = Held(phrase.shown())
        let folder = steps.folder
        return await steps.protect(
            name, heading: "Choose a passphrase for “\(name)”", work: "Encrypting the wallet …"
        ) { passphrase throws(KeyError) in
            let vault = try folder.create(name: name, phrase: Mnemonic(utf8: text.value), passphrase: passphrase)
            defer { vault.lock() }
            return vault.name
        }
    }

    /// Shows the words; false where the user went away.
    private func show(_ phrase: borrowing Mnemonic) async -> Bool {
        var words: [String] = []
        for position in 1...phrase.wordCount {
            guard let word = phrase.word(at: position) else { return false }
            words.append(word.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        }
        let form = Form(
            title: WalletSteps.title, heading: "Write these words down",
            paragraphs: [
                "In this order, on paper. You will be asked for some of them.",
                Form.Paragraph(
                    "Show them to nobody, type them nowhere, take no picture. Drawbridge never asks for them except to restore a wallet.",
                    tone: .caution),
            ],
            fields: [FormField("words", label: "The words", .shownWords(words))], verb: "I have written them down")
        return await steps.asker.ask(form) != nil
    }

    /// Asks for some of the words; false where the user wants to see them again, an error where the user went away.
    private func ask(_ phrase: borrowing Mnemonic) async throws -> Bool {
        let quiz = try PhraseQuiz(wordCount: phrase.wordCount)
        let form = Form(
            title: WalletSteps.title, heading: "Which words did you write down?",
            fields: quiz.positions.map { FormField("\($0)", label: "Word \($0)", .text()) }, verb: "Go on",
            others: [Form.Other("show", label: "Show the words again")])
        var answers = await steps.asker.ask(form)
        while let given = answers {
            if given.other == "show" { return false }
            var problems: WalletSteps.Problems = [:]
            for position in quiz.positions {
                let answer = SecretBytes(copying: given["\(position)"].utf8)
                if !quiz.accepts(answer, at: position, of: phrase) {
                    problems["\(position)"] = "This is not word \(position)."
                }
            }
            if problems.isEmpty { return true }
            answers = await steps.asker.complain(problems)
        }
        throw WalletFault(description: "Nothing was made.")
    }
}
