import Bridge
import Harness
import WalletConnect
import WindowTesting

/// `drawbridge sessions` and `drawbridge connect`, with and without a window.
@MainActor let sessionCommandScenarios = [
    Scenario("the terminal ends a session without a window, and tells the app") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let session = try await driver.connect()
        driver.program.end()
        let listed = try JSON(parsing: Array(driver.run(["sessions", "list", "--json"]).utf8))
        try expectEqual(listed[0]?["name"], .string(SessionDriver.name))
        // Without the passphrase nothing ends, and nothing is left for the next window.
        try expectEqual(driver.fails(["sessions", "end", "--all"], typing: ["not the passphrase"]), true)
        try expectEqual(try driver.run(["sessions", "--json"]) == "[]\n", false)
        let answer = try driver.run(["sessions", "end", "--all", "--json"], typing: [Sample.passphrase])
        let line = answer.split(separator: "\n").last.map(String.init) ?? ""
        let ended = try JSON(parsing: Array(line.utf8))
        try expectEqual(ended["ended"], true)
        try expectEqual(ended["topics"], .array([listed[0]?["topic"] ?? .null]))
        try await waitUntil("the app knows it") { await session.accounts().isEmpty }
        try expectEqual(try driver.run(["sessions", "--json"]), "[]\n")
        try expectHolds(try driver.run(["sessions", "end", "--all"]), "No app is connected.")
    },
    Scenario("a locked window ends a session that the terminal wants to end when it is unlocked") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let session = try await driver.connect()
        try await driver.person.press("push button", "Lock the wallet")
        try await driver.person.see("push button", "Unlock the wallet")
        let waiting = try await driver.end(of: ["sessions", "end", "--all", "--json"])
        try expectEqual(waiting.status, 2)
        try expectEqual(try JSON(parsing: Array(waiting.output.utf8))["ended"], false)
        try expectEqual(await session.accounts().isEmpty, false)
        try await driver.person.press("push button", "Unlock the wallet")
        try await driver.unlock()
        try await waitUntil("the app knows it") { await session.accounts().isEmpty }
    },
    Scenario("the terminal passes a link or an image of it to the open window, or opens one") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let (link, first) = try await driver.propose()
        try expectHolds(try driver.run(["connect", link]), "passed to the open wallet window")
        try await driver.approval.see("heading", .holding("wants to connect to this wallet."))
        try await driver.approval.press("push button", "Reject")
        _ = await first.result
        try await driver.person.closeApproval()
        let (second, session) = try await driver.propose()
        var image = ""
        try await driver.showCode(of: second) { image = $0 }
        try expectHolds(try driver.run(["connect", "--qr", image]), "passed to the open wallet window")
        try await driver.approve("Connect")
        _ = try await session.value
        try expectEqual(try await driver.end(of: ["connect", "--qr", "\(workshop.folder)/none.png"]).status, 1)
        let expired = link.replacing(/expiryTimestamp=[0-9]+/, with: "expiryTimestamp=1000000000")
        try expectEqual(try await driver.end(of: ["connect", expired]).status, 1)
        // Without an open window, the command opens one, which asks for the passphrase first.
        let (third, other) = try await driver.propose()
        try await driver.restart(["connect", third])
        try await driver.approve("Connect")
        _ = try await other.value
    },
]
