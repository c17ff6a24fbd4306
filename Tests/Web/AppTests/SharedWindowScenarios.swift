import Ethereum
import Foundation
import Harness
import Simulators
import WindowTesting

/// Several processes on one wallet, by a person's means.
@MainActor let sharedWindowScenarios = [
    Scenario("what one window or the terminal takes from a site, the other window's page no longer has") { workshop in
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let origin = String(site.url.dropLast(site.url.hasSuffix("/") ? 1 : 0))
        let driver = try await HomeDriver(workshop, hasNode: false, ["open", site.url])
        defer { driver.end() }
        let second = try driver.start("open", "--new-window", site.url)
        defer { second.end() }
        let other = try AccessibilityDriver(using: second.id, patience: .seconds(60))
        try await unlock(other)
        let (first, page) = (driver.person.inside("document web"), other.inside("document web"))
        try await first.press("push button", "Connect")
        try await approve("Connect", driver.person)
        let account = try await first.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[\(account.dropFirst(3))]") }
        try await page.press("push button", "Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0 == account }
        // A question that is open is taken away.
        try await page.press("push button", "Sign")
        try await other.see("dialog", .holding("Approval"))
        try expectHolds(try driver.run("sites", "block", origin), "blocked")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("error 4001") }
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
        _ = try await first.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
        try expectEqual(other.sees("dialog", .holding("Approval")), false)
        // What was connected in one window is disconnected in the other.
        _ = try driver.run("sites", "unblock", origin)
        try await other.press("push button", "Reload")
        try await page.press("push button", "Connect")
        try await approve("Connect", other)
        _ = try await page.text(of: "status bar", "Outcome") { $0 == account }
        _ = try await first.text(of: "status bar", "Events") { $0.hasSuffix("[\(account.dropFirst(3))]") }
        // One lock for both.
        try await driver.person.press("push button", "Lock the wallet")
        try await other.see("push button", "Unlock the wallet")
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
    },
    Scenario("what the terminal or another window changes is shown by every window at once, and after the unlock") {
        workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let second = try driver.start("open", "--new-window")
        defer { second.end() }
        let other = try AccessibilityDriver(using: second.id, patience: .seconds(60))
        try await unlock(other)
        try await other.see("push button", .holding("1000000 ETH"))
        // Contacts.
        try await other.press("push button", "Contacts")
        try await other.see("label", .holding("There is no contact yet."))
        _ = try driver.run("contacts", "add", "Carol", EthereumJourney.other)
        try await other.see("push button", .holding("Carol"))
        _ = try driver.run("contacts", "rename", "Carol", "Dora")
        try await other.see("push button", .holding("Dora"))
        _ = try driver.run("contacts", "remove", "Dora")
        try await other.see("label", .holding("There is no contact yet."))
        try await other.inside("panel", "Contacts").press("push button", "Back")
        // Accounts that are watched, and accounts of the wallet.
        let watched = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
        let key = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        _ = try await driver.node.fund(watched, "5", asset: "USDC")
        for (address, row) in [(watched, "USDC, Cold"), (key, "Cold, Bitcoin")] {
            _ = try driver.run("accounts", "add", "--watch", address, "--name", "Cold")
            try await other.findAtEnd(of: .holding("Savings"), "push button", .holding(row))
            _ = try driver.run("accounts", "remove", address)
            try await other.waitUntilGone("push button", .holding(row))
        }
        try await driver.person.choose("Add account…", from: .holding("Wallet: Savings"))
        try await driver.person.inside("dialog", .holding("accounts")).press("push button", "Add")
        try await driver.person.waitUntilGone("dialog", .holding("accounts"))
        try await other.press("toggle button", .holding("Wallet: Savings"))
        try await other.see("check menu item", "Account 2")
        try await other.press("check menu item", "Account 1")
        // A wallet's file.
        let wallets = "\(driver.home)/data/drawbridge/wallets"
        let files = try FileManager.default.contentsOfDirectory(atPath: wallets).filter { $0.hasSuffix(".vault") }
        try FileManager.default.copyItem(atPath: "\(wallets)/\(files[0])", toPath: "\(wallets)/copy.vault")
        try await waitUntil("the other wallet is in the menu") {
            try await other.press("toggle button", .holding("Wallet: Savings"))
            defer { other.pressIfShown("check menu item", "Account 1") }
            return other.sees("check menu item", .holding("copy.vault"))
        }
        // Servers and the proxy.
        let node = try await EthereumChain.started(1)
        defer { Task { await node.stop() } }
        try await other.press("push button", "Servers…")
        _ = try driver.run("endpoint", "set", "1", node.address)
        let shown = node.address.replacing("http://", with: "")
        try await other.see("push button", .holding("Ethereum: \(shown)"))
        _ = try driver.run("proxy", "set", "socks5://127.0.0.1:9")
        try await other.see("label", .holding("All connections use the proxy socks5://127.0.0.1:9"))
        // The same while the wallet is locked.
        try await driver.person.press("push button", "Lock the wallet")
        try await other.see("push button", "Unlock the wallet")
        _ = try driver.run("contacts", "add", "Carol", EthereumJourney.other)
        _ = try driver.run("endpoint", "set", "1", driver.node.address)
        _ = try driver.run("proxy", "none")
        try await other.press("push button", "Unlock the wallet")
        try await unlock(other)
        try await other.press("push button", "Contacts")
        try await other.see("push button", .holding("Carol"))
        try await other.inside("panel", "Contacts").press("push button", "Back")
        try await other.press("push button", "Servers…")
        let first = driver.node.address.replacing("http://", with: "")
        try await other.see("push button", .holding("Ethereum: \(first)"))
        try await other.see("label", .holding("Connections use no proxy"))
    },
    Scenario("a passphrase that the terminal changes locks every window, which only the new one unlocks") { workshop in
        let driver = try await HomeDriver(workshop, hasNode: false)
        defer { driver.end() }
        let new = Sample.otherPassphrase
        try Program.wallet(
            ["wallet", "passwd"], typing: [Sample.passphrase, new, new], with: driver.variables)
        try await driver.person.see("push button", "Unlock the wallet")
        try await driver.person.see("label", .holding("The passphrase was changed. Unlock"))
        try await portray("passphrase-changed")
        let file = "\(driver.home)/data/drawbridge/wallets/savings.vault"
        let bytes = try Data(contentsOf: URL(filePath: file))
        try await driver.person.press("push button", "Unlock the wallet")
        try await driver.unlock()
        let form = driver.person.inside("dialog", .holding("unlock"))
        try await form.see("label", .holding("does not open the wallet"))
        try await form.type(new, into: "password text", "Passphrase")
        try await form.press("push button", "Unlock")
        try await driver.person.see("push button", "Lock the wallet")
        // No window has written with the earlier key.
        try expectEqual(try Data(contentsOf: URL(filePath: file)), bytes)
    },
    Scenario("a token that one window adds or removes is shown, or no longer, by the other window") { workshop in
        let wallet = try await EthereumJourney(workshop)
        defer { wallet.driver.end() }
        let second = try wallet.driver.start("open", "--new-window")
        defer { second.end() }
        let other = try AccessibilityDriver(using: second.id, patience: .seconds(60))
        try await unlock(other)
        try await other.see("push button", .holding("ETH, Ethereum"))
        let token = wallet.token.description
        _ = try wallet.driver.run("tokens", "add", token)
        try await other.see("push button", .holding("“PRACT”"))
        _ = try wallet.driver.run("tokens", "remove", token)
        try await other.waitUntilGone("push button", .holding("“PRACT”"))
    },
    Scenario("the window that shows a recovery phrase has the user's security phrase, and ends with the wallet's") {
        workshop in
        let driver = try await HomeDriver(workshop, hasWallet: false, hasNode: false)
        defer { driver.end() }
        try await driver.person.see("heading", .holding("Set up a wallet"))
        let file = "\(driver.home)/state/drawbridge/security-phrase"
        let phrase = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").joined()
        try await driver.person.see("label", .exactly(phrase))
        try await driver.person.press("push button", .holding("Create a new wallet"))
        let child = try await WalletCommandDriver.child(of: driver.program.id)
        let maker = try AccessibilityDriver(using: child, patience: .seconds(60))
        try await maker.see("label", .exactly(phrase))
        try expectEqual(FileManager.default.fileExists(atPath: "\(driver.home)/data/drawbridge/wallets.state"), false)
        try await maker.type("Pocket", into: "text", "Name of the wallet")
        try await maker.press("push button", "Show recovery phrase")
        try await maker.see("heading", .holding("Write down your recovery phrase"))
        driver.program.kill()
        // A process that has ended may wait for its parent, and has no command line then.
        try await waitUntil("the recovery phrase is gone") {
            (try? Data(contentsOf: URL(filePath: "/proc/\(child)/cmdline")))?.isEmpty ?? true
        }
    },
    Scenario("of two starts at the same moment, one opens a window and the other shows it") { workshop in
        let home = "\(workshop.folder)/home"
        try Sample.make(in: "\(home)/data/drawbridge/wallets")
        let variables = [
            "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_CONFIG_HOME": "\(home)/config",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(home)/cache",
        ]
        for _ in 0..<5 {
            let programs = try (0..<2).map { _ in
                try Program([], of: "drawbridge", with: variables, keepsOutput: true, hidesErrors: true)
            }
            defer { for program in programs { program.end() } }
            try await waitUntil("one has ended") { programs.count(where: \.isRunning) == 1 }
            guard let ended = programs.first(where: { !$0.isRunning }), let left = programs.first(where: \.isRunning)
            else { throw Failure("both have ended") }
            let end = try await ended.ended()
            try expectEqual(end.status, 0)
            try expectHolds(end.output, "already open")
            let person = try AccessibilityDriver(using: left.id, patience: .seconds(60))
            try await person.see("heading", .holding("Unlock “Savings”"))
        }
    },
    Scenario("the account in use is the same after a restart, and a site stays connected when one is added") {
        workshop in
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let driver = try await HomeDriver(workshop, hasNode: false, ["open", site.url])
        defer { driver.end() }
        let person = driver.person
        let page = person.inside("document web")
        try await page.press("push button", "Connect")
        try await approve("Connect", person)
        let account = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await person.choose("Add account…", from: .holding("Wallet: Savings"))
        try await person.inside("dialog", .holding("accounts")).press("push button", "Add")
        try await person.waitUntilGone("dialog", .holding("accounts"))
        try await page.press("push button", "Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0 == account }
        try await person.choose("Account 2", role: "check menu item", from: .holding("Wallet: Savings, Account 1"))
        try await person.see("toggle button", "Wallet: Savings, Account 2")
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
        driver.program.end()
        let next = try driver.start("open", site.url)
        defer { next.end() }
        let again = try AccessibilityDriver(using: next.id, patience: .seconds(60))
        try await unlock(again)
        try await again.see("toggle button", "Wallet: Savings, Account 2")
    },
]

/// Types the passphrase into the form of a window.
@MainActor private func unlock(_ person: AccessibilityDriver) async throws {
    let form = person.inside("dialog", .holding("unlock"))
    try await form.type(Sample.passphrase, into: "password text", "Passphrase")
    try await form.press("push button", "Unlock")
}
