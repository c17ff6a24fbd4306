import Foundation
import Harness
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
        let unlock = other.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
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
        try await person.press("toggle button", .holding("Wallet: Savings"))
        try await person.press("menu item", "Add account…")
        try await person.inside("dialog", .holding("accounts")).press("push button", "Add")
        try await person.waitUntilGone("dialog", .holding("accounts"))
        try await page.press("push button", "Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0 == account }
        try await person.press("toggle button", .holding("Wallet: Savings, Account 1"))
        try await person.press("check menu item", "Account 2")
        try await person.see("toggle button", "Wallet: Savings, Account 2")
        _ = try await page.text(of: "status bar", "Events") { $0.hasSuffix("[]") }
        driver.program.end()
        let next = try driver.start("open", site.url)
        defer { next.end() }
        let again = try AccessibilityDriver(using: next.id, patience: .seconds(60))
        let unlock = again.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await again.see("toggle button", "Wallet: Savings, Account 2")
    },
]
