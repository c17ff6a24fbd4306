import Foundation
import Harness
import WindowTesting
import Simulators

/// Wallets of one's own in the window, by a person's means.
@MainActor let vaultScenarios = [
    Scenario("a locked wallet makes a page wait, continues after the passphrase, and keeps nothing once locked") {
        workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(
            ["open", site.url, "--folder", "\(workshop.folder)/wallets"], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        let page = person.inside("document web")
        let unlock = person.inside("dialog", .holding("unlock"))
        // At first the form is there by itself; to close it leaves the wallet locked.
        try await unlock.see("heading", .holding("Unlock “Savings”"))
        try await unlock.press("push button", "Not now")
        try await person.see("push button", "Unlock the wallet")
        // The page's request opens no form, only a question in the window; rejecting it rejects the request.
        try await page.press("push button", "Connect")
        try await person.see("label", .holding("wants to use the wallet. Unlock it to answer."))
        try await portray("unlock-question")
        try expectEqual(person.sees("dialog", .holding("unlock")), false)
        try await person.press("push button", "Not now")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("error 4001") }
        // The form opens when the user wants it, says who waits, and stays when no site waits any more.
        try await page.press("push button", "Connect")
        try await person.press("push button", "Unlock")
        try await unlock.see("label", .holding("wants to use the wallet."))
        try await unlock.type("half of the pass", into: "password text", "Passphrase")
        try await person.press("push button", "Reload")
        try await unlock.see("label", "No site is waiting for the wallet any more.")
        try expectEqual(try await unlock.text(of: "password text", "Passphrase").count, 16)
        try await portray("unlock")
        // A wrong passphrase is reported; the right one lets the request continue.
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
    Scenario("an idle wallet locks automatically, and its pages are notified") { workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(
            ["open", site.url, "--folder", "\(workshop.folder)/wallets", "--lock-after", "0.25"], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
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
    Scenario("a wallet locks with the session and before suspend, and not on resume") { workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        let session = try FakeSession(in: workshop.folder)
        defer { session.end() }
        let program = try Program(
            ["open", "http://127.0.0.1:9/", "--folder", "\(workshop.folder)/wallets"], of: "drawbridge",
            with: ["DBUS_SYSTEM_BUS_ADDRESS": session.address])
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
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
    Scenario("a new account starts with no connected sites, and the first account keeps its own") { workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(["open", site.url, "--folder", "\(workshop.folder)/wallets"], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        let page = person.inside("document web")
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await page.press("push button", "Connect")
        try await approve("Connect", person)
        let first = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await person.choose("Add account…", from: .holding("Wallet: Savings"))
        let form = person.inside("dialog", .holding("accounts"))
        try await form.type("Shopping", into: "text", "Name of the account")
        try await form.press("check box", "Use this account now")
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
        // It sees both, because the user has connected it to both.
        let both = "[\(first.dropFirst(3)),\(second.dropFirst(3))]"
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix(both) }
    },
    Scenario("a person creates a wallet of twelve words at the first start") { workshop in
        let wallets = "\(workshop.folder)/wallets"
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let program = try Program(["open", site.url, "--folder", wallets], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.see("heading", .holding("Set up a wallet"))
        try await portray("first")
        try await person.press("push button", .holding("Create a new wallet"))
        let maker = try AccessibilityDriver(
            using: try await WalletCommandDriver.child(of: program.id), patience: .seconds(60))
        try await maker.type("Pocket", into: "text", "Name of the wallet")
        try await portray("create-1")
        try await maker.press("push button", "Show recovery phrase")
        try await maker.see("heading", .holding("Write down your recovery phrase"))
        try await portray("create-2")
        let words = maker.descriptions(of: "label", .any).filter { $0.summary.hasPrefix("Word ") }
        try expectEqual(words.count, 12)
        try await maker.press("push button", "I have written it down")
        try await maker.see("heading", .holding("Confirm your recovery phrase"))
        for word in words where maker.sees("text", .exactly(word.summary)) {
            try await maker.type(word.text, into: "text", .exactly(word.summary))
        }
        try await portray("create-3")
        try await maker.press("push button", "Continue")
        try await maker.type(Sample.passphrase, into: "password text", "Passphrase")
        try await maker.type("another one entirely", into: "password text", "Confirm passphrase")
        try await maker.press("push button", "Encrypt")
        try await maker.see("label", .holding("The passphrases don’t match."))
        try await portray("create-4")
        try await maker.type(Sample.passphrase, into: "password text", "Passphrase")
        try await maker.type(Sample.passphrase, into: "password text", "Confirm passphrase")
        try await maker.press("push button", "Encrypt")
        try await person.see("heading", .holding("Unlock “Pocket”"))
        try await person.type(Sample.passphrase, into: "password text", "Passphrase")
        try await person.inside("dialog", .holding("unlock")).press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
        try await portray("open")
    },
    Scenario("a chain without a node is reported in the window, and the node is set there") { workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let (polygon, ethereum) = (try await EthereumChain.started(137), try await EthereumChain.started(1))
        let program = try Program(
            ["open", site.url, "--folder", "\(workshop.folder)/wallets"], of: "drawbridge",
            with: ["XDG_CONFIG_HOME": "\(workshop.folder)/config"])
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        let page = person.inside("document web")
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await page.press("push button", "Connect")
        try await approve("Connect", person)
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await page.press("push button", "Block")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("error 4900") }
        try await person.see("label", .holding("No node is set for Ethereum."))
        try await portray("no-node")
        try await person.press("push button", "Set node…")
        for (address, problem) in [
            ("", "This is required."), ("http://203.0.113.1:8545", "must begin with https://"),
            ("http://127.0.0.1:9/", "This node cannot be used."),
            (polygon.address, "This node serves Polygon (chain 137), not Ethereum."),
        ] {
            try await person.type(address, into: "text", "Address of the node")
            try await person.press("push button", "Add node")
            try await person.see("label", .holding(problem))
        }
        try await portray("set-node")
        try await person.type(ethereum.address, into: "text", "Address of the node")
        // The page is shown again.
        try await person.press("push button", "Add node")
        try await person.waitUntilGone("label", .holding("No node is set for Ethereum."))
        try await page.press("push button", "Block")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x1") }
        let kept = try String(contentsOfFile: "\(workshop.folder)/config/drawbridge/config.json", encoding: .utf8)
        try expectHolds(kept, ethereum.address)
        await polygon.stop()
        await ethereum.stop()
    },
    Scenario("a broken configuration file is reported in a window, not only on the terminal") { workshop in
        try Sample.make(in: workshop.wallets)
        let file = "config/drawbridge/config.json"
        try workshop.write("{ broken", to: file)
        let program = try Program(
            ["open", "https://shop.example/", "--folder", workshop.wallets], of: "drawbridge",
            with: ["XDG_CONFIG_HOME": "\(workshop.folder)/config"], hidesErrors: true)
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.see("heading", "Drawbridge could not start")
        try await person.see("label", .holding("\(workshop.folder)/\(file)"))
        try await portray("start-fault")
        try await person.press("push button", "Close")
        try expectEqual(try await program.ended().status, 1)
    },
    Scenario("a home folder that cannot be used is named in a window, with the reason") { workshop in
        try workshop.write("text", to: "notes")
        for (home, folder, reason) in [
            ("\(workshop.folder)/notes", "\(workshop.folder)/notes", "Not a directory"),
            ("/proc/nothing", "/proc/nothing", "No such file or directory"),
        ] {
            let program = try Program(
                [], of: "drawbridge",
                with: [
                    "HOME": home, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "",
                    "XDG_CACHE_HOME": "",
                ], hidesErrors: true)
            defer { program.end() }
            let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
            try await person.see("heading", "Drawbridge could not start")
            try await person.see("label", .holding("The folder \(folder) cannot be used: \(reason)."))
            // A phrase that could not be stored is not called the user's.
            try expectEqual(person.sees("label", .holding("This is your security phrase")), false)
            try await portray("home-folder")
            try await person.press("push button", "Close")
            try expectEqual(try await program.ended().status, 1)
        }
    },
    Scenario("an unreachable node is reported in the window and replaced there, and so are Electrum servers") {
        workshop in
        try Sample.make(in: "\(workshop.folder)/wallets")
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let ethereum = try await EthereumChain.started(1)
        let folders = ["XDG_CONFIG_HOME": "\(workshop.folder)/config"]
        try Program.wallet(["endpoint", "set", "1", "http://127.0.0.1:9/"], with: folders)
        let program = try Program(
            ["open", site.url, "--folder", "\(workshop.folder)/wallets"], of: "drawbridge", with: folders)
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        let page = person.inside("document web")
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await page.press("push button", "Connect")
        try await approve("Connect", person)
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await page.press("push button", "Block")
        try await person.see("label", .holding("The node for Ethereum cannot be used: 127.0.0.1:9."))
        try await portray("dead-node")
        try await person.press("push button", "Set node…")
        try await person.press("push button", .holding("127.0.0.1:9"))
        try await person.see("label", "http://127.0.0.1:9/")
        try await person.press("push button", "Remove node")
        try await person.press("push button", "Add node…")
        try await person.type(ethereum.address, into: "text", "Address of the node")
        try await person.press("push button", "Add node")
        try await person.inside("panel", "Nodes of Ethereum").press("push button", "Back")
        try await person.waitUntilGone("label", .holding("The node for Ethereum cannot be used"))
        try await page.press("push button", "Block")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x1") }
        // The menu leads to all networks.
        try await person.choose("Servers…", from: .holding("Wallet: Savings"))
        try await person.see("push button", .holding("Bitcoin: no server"))
        try await portray("networks")
        try await person.press("push button", .holding("Bitcoin: no server"))
        try await person.see("heading", "Add a server for Bitcoin")
        for (host, port, problem) in [
            ("", "50002", "This is required."), ("a b", "50002", "This is not the name or the IP address of a server."),
            ("127.0.0.1", "0", "The port must be a number from 1 to 65535."),
            ("127.0.0.1", "9", "This server cannot be used. The Electrum server cannot be reached."),
        ] {
            try await person.type(host, into: "text", "Host")
            try await person.type(port, into: "text", "Port")
            try await person.press("push button", "Add server")
            try await person.see("label", .holding(problem))
        }
        try await portray("set-server")
        let kept = try String(contentsOfFile: "\(workshop.folder)/config/drawbridge/config.json", encoding: .utf8)
        try expectHolds(kept, ethereum.address)
        try expectEqual(kept.contains("BTC"), false)
        await ethereum.stop()
    },
    Scenario("while another window creates the first wallet, this one points to it, and starts no second one") {
        workshop in
        let wallets = "\(workshop.folder)/wallets"
        let program = try Program(["open", "http://127.0.0.1:9/", "--folder", wallets], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.see("label", "You have no wallet yet.")
        let first = person.inside("dialog", .holding("Set up a wallet"))
        try await first.press("push button", .holding("Create a new wallet"))
        let child = try await WalletCommandDriver.child(of: program.id)
        let maker = try AccessibilityDriver(using: child, patience: .seconds(60))
        try await maker.see("text", "Name of the wallet")
        try await first.see("label", "Continue in the other window.")
        try await first.press("push button", "Show")
        try await portray("first-waits")
        // A form that was closed meanwhile leads to the same window, and to no other process.
        try await first.focus("push button", "Show")
        try await first.pressKey(.escape)
        try await first.waitUntilGone("heading", .holding("Set up a wallet"))
        try await person.press("push button", "Set up")
        try expectEqual(try await WalletCommandDriver.child(of: program.id), child)
        try expectEqual(first.sees("heading", .holding("Set up a wallet")), false)
        try await maker.see("text", "Name of the wallet")
        try await maker.press("push button", "Cancel")
        try await waitUntil("the other process has ended") { kill(child, 0) == -1 }
    },
    Scenario("a damaged wallet is reported as damaged, wherever it is requested") { workshop in
        let wallets = "\(workshop.folder)/wallets"
        try Sample.make(in: wallets)
        let file = "\(wallets)/savings.vault"
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        try whole.prefix(60).write(to: URL(fileURLWithPath: file))
        let problem = "“savings.vault” cannot be opened. The wallet file is damaged"
        for command in [["export"], ["passwd", "--wallet", "Savings"]] {
            let errand = try WalletCommandDriver(command[0], more: Array(command.dropFirst()), in: workshop)
            defer { errand.close() }
            try await errand.form.see("label", .holding(problem))
            try await errand.form.press("push button", "Done")
            try expectEqual(try await errand.end().status, 1)
        }
        let program = try Program(["open", "http://127.0.0.1:9/", "--folder", wallets], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.see("heading", "Your wallet cannot be opened")
        try await person.see("label", .holding(problem))
        try await person.see("label", "Your wallet cannot be opened.")
        try await portray("damaged")
        // What lies in its place is looked at again.
        try whole.write(to: URL(fileURLWithPath: file))
        try await person.press("push button", .holding("Try again"))
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
    },
    Scenario("a damaged wallet next to an intact one is reported in the window and in its menu") { workshop in
        let wallets = "\(workshop.folder)/wallets"
        try Sample.make(in: wallets)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(wallets)/old.vault"))
        chmod("\(wallets)/old.vault", 0o600)
        let program = try Program(["open", "http://127.0.0.1:9/", "--folder", wallets], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.see("heading", "Unlock “Savings”")
        try await person.see("label", .holding("“old.vault” cannot be opened."))
        try await person.inside("dialog", .holding("unlock")).press("push button", "Not now")
        try await person.press("toggle button", .holding("Wallet: Savings"))
        try await person.see("menu item", "old.vault cannot be opened")
        try await portray("damaged-menu")
    },
]

/// Reads a question to its end and approves it.
@MainActor func approve(_ verb: String, _ person: AccessibilityDriver) async throws {
    let dialog = person.inside("dialog", .holding("Approval"))
    try await dialog.see("push button", .exactly(verb))
    try await dialog.readToEnd()
    try await dialog.press("push button", .exactly(verb))
}
