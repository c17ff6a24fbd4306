import Keys
import WebHost

/// Brings a wallet back from its words.
@MainActor struct RestoreWallet {
    let steps: WalletSteps

    private static let counts = ["12", "15", "18", "21", "24"]

    /// - Returns: The wallet's name; `nil` where the user went away.
    func run() async throws -> VaultName? {
        let form = Form(
            title: WalletSteps.title, heading: "Restore a wallet from its words",
            fields: [
                WalletSteps.name,
                FormField(
                    "count", label: "How many words",
                    .choice(Self.counts.map { FormField.Choice($0, label: "\($0) words") }, selected: "12")),
            ], verb: "Go on")
        var answers = await steps.asker.ask(form)
        while let given = answers {
            do throws(KeyError) {
                let name = try WalletSteps.name(in: given)
                return await words(Int(given["count"]) ?? 12, of: name)
            } catch {
                answers = await steps.asker.complain(["name": error.description])
            }
        }
        return nil
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
        var answers = await steps.asker.ask(form)
        while let given = answers {
            let text = given.withSecret("words") { Held(copying: $0) }
            let extra = given.withSecret("extra") { Held(copying: $0) }
            do throws(KeyError) {
                _ = try Mnemonic(utf8: text.value)
            } catch {
                answers = await steps.asker.complain(["words": error.description])
                continue
            }
            let folder = steps.folder
            return await steps.protect(
                name, heading: "Choose a passphrase for “\(name)”", work: "Encrypting the wallet …"
            ) { passphrase throws(KeyError) in
                let vault = try folder.create(
                    name: name, phrase: Mnemonic(utf8: text.value), extraWord: extra.value, passphrase: passphrase)
                defer { vault.lock() }
                return vault.name
            }
        }
        return nil
    }
}
