import Foundation
import Harness
import Scenes

/// Wallets of one's own in the window, by a person's means.
@MainActor let vaultScenarios = [
    Scenario("a locked wallet lets a page wait, goes on after the passphrase, and keeps nothing after the lock") {
        workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(
            ["open", site.url, "--folder", "\(workshop.folder)/wallets"], of: "drawbridge")
        defer { program.end() }
        let person = try Person(using: program.id, patience: .seconds(60))
        let page = person.inside("document web")
        let unlock = person.inside("dialog", .holding("unlock"))
        // At first the form is there by itself; to close it leaves the wallet locked.
        try await unlock.see("heading", .holding("Unlock “Savings”"))
        try await unlock.press("push button", "Not now")
        try await person.see("push button", "Unlock the wallet")
        // The page's wish brings up no form, only a question in the window; a no is the page's no.
        try await page.press("push button", "Connect")
        try await person.see("label", .holding("wants to use the wallet. Unlock it to answer."))
        try await portray("unlock-question")
        try expectEqual(person.sees("dialog", .holding("unlock")), false)
        try await person.press("push button", "Not now")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("error 4001") }
        // The form comes when the user wants it, says who waits, and stays when nobody waits any more.
        try await page.press("push button", "Connect")
        try await person.press("push button", "Unlock")
        try await unlock.see("label", .holding("wants to use the wallet."))
        try await unlock.type("half of the pass", into: "password text", "Passphrase")
        try await person.press("push button", "Reload")
        try await unlock.see("label", "Nobody is waiting for the wallet any more.")
        try expectEqual(try await unlock.text(of: "password text", "Passphrase").count, 16)
        try await portray("unlock")
        // A wrong passphrase is told; the right one lets the wish go on.
        try await page.press("push button", "Connect")
        try await unlock.see("label", .holding("wants to use the wallet."))
        try await unlock.type("not the passphrase", into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await unlock.see("label", .holding("does not open the wallet"))
        try await portray("unlock-wrong")
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await approve("Connect", person)
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await page.press("push button", "Sign")
        try await approve("Sign", person)
        _ = try await page.text(of: "status bar", "Outcome") { $0.count > 120 }
        // Only the superuser may look into a process that closed itself.
        guard geteuid() == 0 else { return print("  not the superuser: the memory was not searched") }
        // The control: the search finds what the open wallet holds.
        let open = try ProcessMemory.count(Sample.secrets.map(\.bytes), in: program.id)
        print("  open: \(zip(Sample.secrets, open).map { "\($0.name) \($1)" }.joined(separator: ", "))")
        try expectEqual(open.contains { $0 > 0 }, true)
        try await person.press("push button", "Lock the wallet")
        try await person.see("push button", "Unlock the wallet")
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
        let locked = try ProcessMemory.count(Sample.secrets.map(\.bytes), in: program.id)
        print("  locked: \(zip(Sample.secrets, locked).map { "\($0.name) \($1)" }.joined(separator: ", "))")
        try expectEqual(locked, Array(repeating: 0, count: Sample.secrets.count))
    },
    Scenario("a wallet locks by itself when nobody uses it, and its pages hear of it") { workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(
            ["open", site.url, "--folder", "\(workshop.folder)/wallets", "--lock-after", "0.25"], of: "drawbridge")
        defer { program.end() }
        let person = try Person(using: program.id, patience: .seconds(60))
        let page = person.inside("document web")
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
        try await page.press("push button", "Connect")
        try await approve("Connect", person)
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await person.see("push button", "Unlock the wallet")
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
    },
    Scenario("a wallet locks with the session and before sleep, and not when the machine wakes") { workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        let session = try FakeSession(in: workshop.folder)
        defer { session.end() }
        let program = try Program(
            ["open", "http://127.0.0.1:9/", "--folder", "\(workshop.folder)/wallets"], of: "drawbridge",
            with: ["DBUS_SYSTEM_BUS_ADDRESS": session.address])
        defer { program.end() }
        let person = try Person(using: program.id, patience: .seconds(60))
        let unlock = person.inside("dialog", .holding("unlock"))
        for word in ["lock", "sleep"] {
            if word == "sleep" { try await person.press("push button", "Unlock the wallet") }
            try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
            try await unlock.press("push button", "Unlock")
            try await person.see("push button", "Lock the wallet")
            session.say("wake")
            session.say(word)
            try await person.see("push button", "Unlock the wallet")
        }
        try await person.press("push button", "Unlock the wallet")
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
        session.say("wake")
        try await Task.sleep(for: .milliseconds(500))
        try expectEqual(person.sees("push button", "Lock the wallet"), true)
    },
    Scenario("another account begins with no site, and the first one's are still its own") { workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(["open", site.url, "--folder", "\(workshop.folder)/wallets"], of: "drawbridge")
        defer { program.end() }
        let person = try Person(using: program.id, patience: .seconds(60))
        let page = person.inside("document web")
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await page.press("push button", "Connect")
        try await approve("Connect", person)
        let first = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await person.press("toggle button", .holding("Wallet: Savings"))
        try await person.press("menu item", "Add an account …")
        let form = person.inside("dialog", .holding("accounts"))
        try await form.type("Shopping", into: "text", "Name of the account")
        try await form.press("push button", "Add")
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
        try await person.see("toggle button", "Wallet: Savings, Shopping")
        try await page.press("push button", "Connect")
        try await approve("Connect", person)
        let second = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") && $0 != first }
        try expectEqual(second == first, false)
        try await person.press("toggle button", .holding("Wallet: Savings"))
        try await portray("menu")
        try await person.press("check menu item", "Account 1")
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[\(first.dropFirst(3))]") }
    },
    Scenario("a person makes a wallet of twelve words at the first start") { workshop in
        let wallets = "\(workshop.folder)/wallets"
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(["open", site.url, "--folder", wallets], of: "drawbridge")
        defer { program.end() }
        let person = try Person(using: program.id, patience: .seconds(60))
        try await person.see("heading", .holding("There is no wallet yet"))
        try await portray("first")
        try await person.press("push button", "Create a wallet")
        let maker = try Person(using: try await Errand.child(of: program.id), patience: .seconds(60))
        try await maker.type("Pocket", into: "text", "Name of the wallet")
        try await portray("create-1")
        try await maker.press("push button", "Show the words")
        try await maker.see("heading", .holding("Write these words down"))
        try await portray("create-2")
        let words = maker.descriptions(of: "label", .any).filter { $0.summary.hasPrefix("Word ") }
        try expectEqual(words.count, 12)
        try await maker.press("push button", "I have written them down")
        try await maker.see("heading", .holding("Which words did you write down?"))
        for word in words where maker.sees("text", .exactly(word.summary)) {
            try await maker.type(word.text, into: "text", .exactly(word.summary))
        }
        try await portray("create-3")
        try await maker.press("push button", "Go on")
        try await maker.type(Sample.passphrase, into: "password text", "Passphrase")
        try await maker.type("another one entirely", into: "password text", "The same again")
        try await maker.press("push button", "Protect")
        try await maker.see("label", .holding("The two are not the same."))
        try await portray("create-4")
        try await maker.type(Sample.passphrase, into: "password text", "Passphrase")
        try await maker.type(Sample.passphrase, into: "password text", "The same again")
        try await maker.press("push button", "Protect")
        try await person.see("heading", .holding("Unlock “Pocket”"))
        try await person.type(Sample.passphrase, into: "password text", "Passphrase")
        try await person.inside("dialog", .holding("unlock")).press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
        try await portray("open")
    },
]

/// Reads a question to its end and approves it.
@MainActor private func approve(_ verb: String, _ person: Person) async throws {
    let dialog = person.inside("dialog", .holding("Approval"))
    try await dialog.see("push button", .exactly(verb))
    dialog.readToEnd()
    try await dialog.press("push button", .exactly(verb))
}
