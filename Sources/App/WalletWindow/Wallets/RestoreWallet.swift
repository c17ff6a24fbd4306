import HeadlessWallet
import Keys
import Messages
import WalletUI

/// Restores a wallet from its recovery words, or from a seed of Electrum or Electron Cash.
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
            .count, label: localized("Number of words"),
            .choice(
                Self.choices(of: [12, 15, 18, 21, 24]) + [
                    FormField.Choice(Self.electrum, label: localized("A seed of Electrum or Electron Cash"))
                ], selected: "12"))
        let beginning = await steps.begin(
            localized("Restore a wallet from its recovery phrase"), asking: count, verb: localized("Continue"))
        guard let beginning else { return nil }
        guard beginning.answer != Self.electrum else { return await seed(of: beginning.name) }
        return await words(Int(beginning.answer) ?? 12, of: beginning.name)
    }

    private static let electrum = "electrum"

    private func seed(of name: VaultName) async -> VaultName? {
        let form = Screen(
            title: WalletForms.title, heading: localized("Enter the Electrum seed of “\(name, as: "wallet")”"),
            paragraphs: [
                Screen.Paragraph(
                    localized(
                        """
                        The wallet gets the addresses of Electrum and Electron Cash, and accounts on the other networks, \
                        which only Drawbridge derives from such a seed.
                        """))
            ],
            fields: [
                FormField(.seed, label: localized("Words of the seed"), .secret),
                FormField(
                    .extra, label: localized("Extension words of the seed"), .secret,
                    hint: localized("Leave empty unless you set some. Others open a different wallet.")),
            ], verb: localized("Continue"))
        let given = await steps.ask(form, complainingAt: .seed) { answers throws(KeyError) in
            let text = answers.withSecret(.seed) { SharedValue(copying: $0) }
            let extra = answers.withSecret(.extra) { SharedValue(copying: $0) }
            do throws(KeyError) {
                try VaultFolder.checkElectrumSeed(text.value, extraWords: extra.value)
            } catch .noElectrumSeed {
                throw (try? Mnemonic(utf8: text.value).wordCount) == nil ? .noElectrumSeed : .phraseInsteadOfSeed
            }
            return (text: text, extra: extra)
        }
        guard let given else { return nil }
        return await steps.make(name) { [folder = steps.folder] passphrase throws(KeyError) in
            try folder.create(
                name: name, electrumSeed: given.text.value, extraWords: given.extra.value, passphrase: passphrase)
        }
    }

    private func words(_ count: Int, of name: VaultName) async -> VaultName? {
        let form = Screen(
            title: WalletForms.title, heading: localized("Enter the recovery phrase of “\(name, as: "wallet")”"),
            paragraphs: [
                Screen.Paragraph(
                    localized(
                        "Type or paste the words in their order, in any language of BIP-39."
                    ))
            ],
            fields: [
                FormField(
                    .words, label: localized("Words"), .typedWords(count, lists: Language.allCases.map(\.words))),
                FormField(
                    .extra, label: localized("Extra word (BIP-39 passphrase)"), .secret,
                    hint: localized("Leave empty unless you set one. A different one opens a different wallet.")),
            ], verb: localized("Continue"))
        let given = await steps.ask(form, complainingAt: .words) { answers throws(KeyError) in
            let text = answers.withSecret(.words) { SharedValue(copying: $0) }
            _ = try Mnemonic(utf8: text.value)
            return (words: text, extra: answers.withSecret(.extra) { SharedValue(copying: $0) })
        }
        guard let given else { return nil }
        return await steps.make(name) { [folder = steps.folder] passphrase throws(KeyError) in
            try folder.create(
                name: name, phrase: Mnemonic(utf8: given.words.value), extraWord: given.extra.value,
                passphrase: passphrase)
        }
    }
}
