import Foundation
import Harness
import Simulators
import WindowTesting

/// A wallet that comes back from its words, in windows, by a person's means.
@MainActor let restoreScenarios = [
    Scenario("a wallet is restored from its words; a wrong word is named, and no word stays in the window") {
        workshop in
        let errand = try WalletCommandDriver("restore", in: workshop)
        defer { errand.close() }
        try await errand.form.see("radio button", .holding("24 words"))
        try await portray("restore-1")
        try await errand.begin("12 words")
        try await errand.form.see("heading", .holding("Enter the recovery phrase of “Pocket”"))
        try await errand.form.press("push button", "Continue")
        try await errand.form.see("label", .holding("this one has 0"))
        // The keyboard leads from one word to the next.
        for number in 1...12 {
            try await errand.form.seeFocus("text", .exactly("Word \(number)"))
            try await errand.form.pressKey(.tab)
        }
        var words = Sample.words.split(separator: " ").map(String.init)
        for (wrong, problem) in [
            (words.replacing(["device"], with: ["deviec"]), "Word 7 is not in the English word list."),
            (words.replacing(["borrow"], with: [""]), "this one has 11"),
            (["spot", "scheme"] + words.dropFirst(2), "a word is wrong, or two words are swapped"),
        ] {
            try await errand.type(wrong)
            try await errand.form.press("push button", "Continue")
            try await errand.form.see("label", .holding(problem))
            guard problem.contains("Word 7") else { continue }
            try await portray("restore-2")
            try await errand.form.seeFocus("text", .exactly("Word 7"))
        }
        // Space around a word, as after pasting, is ignored.
        words[0] = " scheme "
        try await errand.type(words)
        try await errand.form.press("push button", "Continue")
        try await errand.form.see("heading", .holding("Choose a passphrase for “Pocket”"))
        try errand.expectNothing(of: ["cradle", "device", "deviec"])
        try await errand.protect("Pocket", with: Sample.passphrase)
        let end = try await errand.end()
        try expectEqual(end.status, 0)
        try expectEqual(end.output, "Pocket\n")
        try expectEqual(workshop.vaults, ["pocket.vault"])
        try expectEqual(try workshop.key(behind: Sample.passphrase), Sample.key)
    },
    Scenario(
        "twenty-four words fit, an extra word makes another wallet, and all words may be pasted into one field"
    ) {
        workshop in
        let errand = try WalletCommandDriver("restore", in: workshop)
        defer { errand.close() }
        try await errand.begin("24 words")
        try await errand.form.see("text", "Word 24")
        try await portray("restore-24")
        try await errand.form.type(Sample.words, into: "text", "Word 1")
        try await errand.form.type("harbour", into: "password text", .holding("Extra word"))
        try await errand.form.press("push button", "Continue")
        try await errand.protect("Pocket", with: Sample.passphrase)
        try expectEqual(try await errand.end().status, 0)
        try expectEqual(try workshop.key(behind: Sample.passphrase) == Sample.key, false)
    },
    Scenario("words can be typed with spaces between them, pasted at once, and completed from the list") {
        workshop in
        let errand = try WalletCommandDriver("restore", in: workshop)
        defer { errand.close() }
        try await errand.begin("12 words")
        let words = Sample.words.split(separator: " ").map(String.init)
        try await errand.form.see("text", "Word 12")
        // With the keyboard: the beginning of a word and a space are enough.
        try await errand.form.seeFocus("text", .exactly("Word 1"))
        try await errand.form.typeKeys(words.map { String($0.prefix(4)) }.joined(separator: " ") + " ")
        for (number, word) in zip(1..., words) {
            _ = try await errand.form.text(of: "text", .exactly("Word \(number)")) { $0 == word }
        }
        try await portray("restore-completed")
        // Pasted, with line breaks and a capital letter: the fields that follow are filled, too.
        for number in 1...12 { try await errand.form.type("", into: "text", .exactly("Word \(number)")) }
        let lines = "Scheme " + words.dropFirst().joined(separator: "\n")
        try await errand.form.type(lines, into: "text", "Word 1")
        for (number, word) in zip(2..., words.dropFirst()) {
            _ = try await errand.form.text(of: "text", .exactly("Word \(number)")) { $0 == word }
        }
        try await errand.form.press("push button", "Continue")
        try await errand.protect("Pocket", with: Sample.passphrase)
        try expectEqual(try await errand.end().status, 0)
        try expectEqual(try workshop.key(behind: Sample.passphrase), Sample.key)
        // The name is taken now, and another one is proposed.
        let again = try WalletCommandDriver("restore", in: workshop)
        defer { again.close() }
        try expectEqual(try await again.form.text(of: "text", "Name of the wallet"), "Savings")
        try await again.form.type("POCKET", into: "text", "Name of the wallet")
        try await again.form.press("push button", "Continue")
        try await again.form.see("label", .holding("You already have a wallet with this name."))
    },
    Scenario("a seed of Electrum is restored and shown again, and a recovery phrase is sent to its own form") {
        workshop in
        // The words of Electrum's own tests, of the forms since and before version 2.0.
        for (words, extra) in [
            ("wild father tree among universe such mobile favorite target dynamic credit identify", "harbour"),
            ("powerful random nobody notice nothing important anyway look away hidden message over", ""),
        ] {
            try? FileManager.default.removeItem(atPath: workshop.wallets)
            let errand = try WalletCommandDriver("restore", in: workshop)
            defer { errand.close() }
            try await errand.begin("A seed of Electrum")
            try await errand.form.see("heading", .holding("Enter the Electrum seed of “Pocket”"))
            try await errand.form.press("push button", "Continue")
            try await errand.form.see("label", .holding("not a seed of Electrum"))
            try await errand.form.type(Sample.words, into: "password text", "Words of the seed")
            try await errand.form.press("push button", "Continue")
            try await errand.form.see("label", .holding("recovery phrase"))
            try await portray("restore-seed")
            try await errand.form.type(words, into: "password text", "Words of the seed")
            try await errand.form.type(extra, into: "password text", "Extension words of the seed")
            try await errand.form.press("push button", "Continue")
            try await errand.form.see("heading", .holding("Choose a passphrase for “Pocket”"))
            try errand.expectNothing(of: [words, "harbour"])
            try await errand.protect("Pocket", with: Sample.passphrase)
            try expectEqual(try await errand.end().status, 0)
            let export = try WalletCommandDriver("export", in: workshop)
            defer { export.close() }
            try await export.open("Pocket")
            try await export.form.see("radio button", .holding("Electrum seed"))
            try await export.form.press("push button", "Continue")
            try await export.form.see("heading", .holding("Electrum seed of “Pocket”"))
            try await portray("export-seed")
            try expectEqual(export.shownWords.joined(separator: " "), words)
            if !extra.isEmpty { try await export.form.see("label", .exactly(extra)) }
            try await export.form.press("push button", "Done")
            try expectEqual(try await export.end().status, 0)
        }
    },
    Scenario("restoring or creating a wallet that is cancelled halfway creates none") { workshop in
        // How many windows are answered before, and how the next one is left.
        for (answered, isEscape) in [(0, false), (1, true), (2, false), (2, true)] {
            let errand = try WalletCommandDriver("restore", in: workshop)
            defer { errand.close() }
            if answered > 0 {
                try await errand.begin("12 words")
                try await errand.form.see("text", "Word 12")
                try await errand.type(Sample.words.split(separator: " ").map(String.init))
            }
            if answered > 1 {
                try await errand.form.press("push button", "Continue")
                try await errand.form.type(Sample.passphrase, into: "password text", "Passphrase")
            }
            if isEscape { try await errand.escape() } else { try await errand.form.press("push button", "Cancel") }
            let end = try await errand.end()
            try expectEqual(end.status, 1)
            try expectEqual(end.output, "")
            try expectEqual(workshop.vaults, [])
        }
        let errand = try WalletCommandDriver("create", in: workshop)
        defer { errand.close() }
        try await errand.begin("24 words", verb: "Show recovery phrase")
        try await errand.form.see("heading", .holding("Write down your recovery phrase"))
        try await portray("create-24")
        let words = errand.shownWords
        try expectEqual(words.count, 24)
        // The control: what is looked for below is there now.
        try expectEqual(errand.shows("“\(words[0])”"), true)
        try await errand.form.press("push button", "I have written it down")
        try await errand.form.see("push button", "Show the words again")
        // Roles and sentences have words of the list in them, such as “button”: alone, or beside its neighbour, none
        // has.
        try errand.expectNothing(of: words.map { "“\($0)”" } + zip(words, words.dropFirst()).map { "\($0) \($1)" })
        try await errand.escape()
        try expectEqual(try await errand.end().status, 1)
        try expectEqual(workshop.vaults, [])
    },
    Scenario("after a restore, the search for accounts of the phrase is offered once, and finds them") { workshop in
        let home = "\(workshop.folder)/home"
        let variables = [
            "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_CONFIG_HOME": "\(home)/config",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(home)/cache",
        ]
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        // The address of the phrase at m/44'/60'/1'/0/0, as in Ledger Live.
        let node = try await EthereumChain.started(1, paying: "0x67be68E4eF7298307343d6F063C2F5b166e7B1af")
        try Program.wallet(["endpoint", "set", "1", node.address], with: variables)
        let program = try Program([], of: "drawbridge", with: variables)
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.press("push button", .holding("Restore a wallet"))
        let maker = try AccessibilityDriver(
            using: try await WalletCommandDriver.child(of: program.id), patience: .seconds(60))
        try await maker.type("Pocket", into: "text", "Name of the wallet")
        try await maker.press("radio button", .holding("12 words"))
        try await maker.press("push button", "Continue")
        try await maker.type(Sample.words, into: "text", "Word 1")
        try await maker.press("push button", "Continue")
        try await maker.type(Sample.passphrase, into: "password text", "Passphrase")
        try await maker.type(Sample.passphrase, into: "password text", "Confirm passphrase")
        try await maker.press("push button", "Encrypt")
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("heading", "Find accounts")
        try await person.see("label", .holding("The wallet was restored"))
        try await portray("restore-find")
        try await person.press("push button", "Search")
        try await person.see("check box", .holding("1000000 ETH"))
        try await portray("restore-found")
        // The terminal finds the same account.
        let found = try Program.wallet(["accounts", "find"], with: variables)
        try expectHolds(
            found, "Ethereum\tm/44'/60'/1'/0/0\t0x67be68E4eF7298307343d6F063C2F5b166e7B1af\t0\t1000000 ETH")
        try await person.press("push button", "Add accounts")
        try await person.see("push button", "Find accounts…")
        try expectHolds(try Program.wallet(["accounts", "find", "--json"], with: variables), "\"added\":true")
        // It is offered only once.
        try await person.press("push button", "Lock the wallet")
        try await person.press("push button", "Unlock")
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Find accounts…")
    },
]

extension WalletCommandDriver {
    /// Types the words, each into its field.
    fileprivate func type(_ words: [String]) async throws {
        for (index, word) in words.enumerated() {
            try await form.type(word, into: "text", .exactly("Word \(index + 1)"))
        }
    }
}
