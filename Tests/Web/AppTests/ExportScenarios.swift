import Foundation
import Harness
import WindowTesting

/// Secrets that are taken out of a wallet, and its new passphrase, in windows, by a person's means.
@MainActor let exportScenarios = [
    Scenario("words and keys are shown only after the passphrase, and leave nothing in the window") { workshop in
        try Sample.make(in: workshop.wallets)
        let words = try WalletCommandDriver("export", in: workshop)
        defer { words.close() }
        try await words.form.see("heading", .holding("Export from “Savings”"))
        try await portray("export-1")
        try await words.open("Savings")
        try await words.form.see("radio button", .holding("Recovery phrase"))
        try await portray("export-2")
        try words.expectNothing(of: ["cradle", Sample.key])
        try await words.form.press("push button", "Continue")
        try await words.form.see("heading", .holding("Recovery phrase of “Savings”"))
        try await portray("export-3")
        try expectEqual(words.shownWords.joined(separator: " "), Sample.words)
        try await words.form.press("push button", "Done")
        try expectEqual(try await words.end().status, 0)
        let key = try WalletCommandDriver("export", "--wallet", "Savings", in: workshop)
        defer { key.close() }
        try await key.open("Savings")
        try await key.form.press("radio button", .holding("Private key"))
        try await key.form.press("push button", "Continue")
        try await key.form.see("label", .exactly("0x" + Sample.key))
        try await portray("export-4")
        try await key.escape()
        let end = try await key.end()
        try expectEqual(end.status, 0)
        try expectEqual(end.output, "")
    },
    Scenario("a keystore file is written only to a new path, for its owner only, and can be imported") { workshop in
        try Sample.make(in: workshop.wallets)
        try workshop.write("mine", to: "there.json")
        let file = "\(workshop.folder)/key.json"
        let errand = try WalletCommandDriver("export", in: workshop)
        defer { errand.close() }
        try await errand.open("Savings")
        try await errand.form.press("radio button", .holding("Keystore file"))
        try await errand.form.press("push button", "Continue")
        for (path, problem) in [
            ("key.json", "Choose a new file by its full path"),
            ("\(workshop.folder)/there.json", "Files that exist are not replaced"),
            (workshop.folder, "Files that exist are not replaced"),
            ("\(workshop.folder)/none/key.json", "You cannot write to the folder"),
        ] {
            try await errand.form.type(path, into: "text", "File")
            try await errand.form.press("push button", "Continue")
            try await errand.form.see("label", .holding(problem))
        }
        try await portray("export-5")
        try await errand.form.type(file, into: "text", "File")
        try await errand.form.press("push button", "Continue")
        try await errand.protect("Savings", with: Sample.otherPassphrase)
        try await errand.form.see("heading", .holding("The keystore file was saved"))
        try await portray("export-6")
        try await errand.form.press("push button", "Done")
        try expectEqual(try await errand.end().status, 0)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        try expectEqual(mode, 0o600)
        let other = "\(workshop.folder)/other"
        try Program.wallet(
            ["wallet", "import", "--folder", other],
            typing: ["Pocket", "2", file, Sample.otherPassphrase, Sample.passphrase, Sample.passphrase])
        try expectEqual(try TestPageFolder.key(in: other, behind: Sample.passphrase), Sample.key)
    },
    Scenario("a new passphrase replaces the old one, and cancelling keeps the old one") { workshop in
        try Sample.make(in: workshop.wallets)
        for answered in 0...1 {
            let errand = try WalletCommandDriver("passwd", in: workshop)
            defer { errand.close() }
            if answered > 0 {
                try await errand.open("Savings")
                try await errand.form.type(Sample.otherPassphrase, into: "password text", "Passphrase")
            }
            try await errand.form.press("push button", "Cancel")
            try expectEqual(try await errand.end().status, 1)
        }
        let errand = try WalletCommandDriver("passwd", in: workshop)
        defer { errand.close() }
        try await errand.form.see("heading", .holding("Change the passphrase of “Savings”"))
        try await errand.open("Savings")
        try await errand.form.see("heading", .holding("Choose a new passphrase for “Savings”"))
        try await portray("passwd-1")
        try await errand.protect("Savings", with: Sample.otherPassphrase)
        try await errand.form.see("heading", .holding("The passphrase was changed"))
        try await portray("passwd-2")
        try await errand.form.press("push button", "Done")
        try expectEqual(try await errand.end().status, 0)
        try expectEqual(try workshop.key(behind: Sample.otherPassphrase), Sample.key)
        do {
            _ = try workshop.key(behind: Sample.passphrase)
            throw Failure("the first passphrase still opens it")
        } catch let failure as Failure {
            try expectHolds(failure.description, "ended with")
        }
    },
    Scenario("a window says why an action cannot be done") { workshop in
        let errand = try WalletCommandDriver("export", in: workshop)
        defer { errand.close() }
        try await errand.form.see("label", .holding("There is no wallet yet"))
        try await portray("export-none")
        try await errand.form.press("push button", "Done")
        try expectEqual(try await errand.end().status, 1)
    },
    Scenario("the menu opens these windows, and the wallet stays open after them") { workshop in
        try Sample.make(in: workshop.wallets)
        let program = try Program(["open", "http://127.0.0.1:9/", "--folder", workshop.wallets], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        // A separate process shows the words; the process of the page window never has them.
        try await person.choose("Export recovery phrase or keys…", from: .holding("Wallet: Savings"))
        let teller = try await WalletCommandDriver.child(of: program.id)
        let words = try AccessibilityDriver(using: teller, patience: .seconds(60))
        try await words.type(Sample.passphrase, into: "password text", .holding("Passphrase"))
        try await words.press("push button", "Continue")
        try await words.see("radio button", .holding("Recovery phrase"))
        try await words.press("push button", "Continue")
        try await words.see("label", "cradle")
        try expectEqual(person.tree().contains("cradle"), false)
        try await words.press("push button", "Done")
        try await words.isGone()
        // Another passphrase: the wallet is locked, and opens with the new one only.
        try await person.choose("Change passphrase…", from: .holding("Wallet: Savings"))
        let changer = try AccessibilityDriver(
            using: try await WalletCommandDriver.child(of: program.id), patience: .seconds(60))
        try await changer.type(Sample.passphrase, into: "password text", .holding("Passphrase"))
        try await changer.press("push button", "Continue")
        try await changer.type(Sample.otherPassphrase, into: "password text", "Passphrase")
        try await changer.type(Sample.otherPassphrase, into: "password text", "Confirm passphrase")
        try await changer.press("push button", "Encrypt")
        try await changer.press("push button", "Done")
        try await changer.isGone()
        try await person.press("push button", "Unlock the wallet")
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await unlock.see("label", .holding("does not open the wallet"))
        try await unlock.type(Sample.otherPassphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
        // Closing one of these windows leads back to where the user was.
        try await person.choose("Restore wallet from recovery phrase…", from: .holding("Wallet: Savings"))
        let maker = try AccessibilityDriver(
            using: try await WalletCommandDriver.child(of: program.id), patience: .seconds(60))
        try await maker.press("push button", "Cancel")
        try await maker.isGone()
        try expectEqual(person.sees("push button", "Lock the wallet"), true)
        try expectEqual(workshop.vaults.count, 1)
        try expectEqual(person.tree().contains(Sample.passphrase), false)
    },
]

extension AccessibilityDriver {
    /// Waits until the program no longer shows a window.
    fileprivate func isGone() async throws {
        try await waitUntil("the program shows nothing") { tree() == "the program shows nothing\n" }
    }
}
