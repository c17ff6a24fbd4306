import Keys
import WebHost

/// Brings a wallet back from its words.
@MainActor struct RestoreWallet {
    let steps: WalletSteps

    private static let counts = ["12", "15", "18", "21", "24"]

    /// - Returns: The wallet's name; `nil` where the user went away.
    func run() async throws -> VaultName? {
        let count = FormField(
            "count", label: "How many words",
            .choice(Self.counts.map { FormField.Choice($0, label: "\($0) words") }, selected: "12"))
        let beginning = await steps.begin("Restore a wallet from its words", asking: count, verb: "Go on")
        guard let beginning else { return nil }
        return await words(Int(beginning.answer) ?? 12, of: beginning.name)
    }

    private func words(_ count: Int, of name: VaultName) async -> VaultName? {
        let form = Form(
            title: WalletSteps.title, heading: "Type the words of “\(name)”",
            paragraphs: ["In their order. Any language of BIP-39 is understood."],
            fields: [
                FormField("words", label: "Words", .typedWords(count)),
                FormField(
                    "extra", label: "Extra word (BIP-39 passphrase)", .secret,
                    hint: "Only if the wallet was made with one; most were not. Another one makes another wallet."),
            ], verb: "Go on")
        let given = await steps.ask(form, complainingAt: "words") { answers throws(KeyError) in
            let text = answers.withSecret("words") { Held(copying: $0) }
            _ = try Mnemonic(utf8: text.value)
            return (words: text, extra: answers.withSecret("extra") { Held(copying: $0) })
        }
        guard let given else { return nil }
        return await steps.make(name) { [folder = steps.folder] passphrase throws(KeyError) in
            try folder.create(
                name: name, phrase: Mnemonic(utf8: given.words.value), extraWord: given.extra.value,
                passphrase: passphrase)
        }
    }
}
