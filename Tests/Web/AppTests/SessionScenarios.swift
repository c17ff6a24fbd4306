import Bridge
import Foundation
import Harness
import TestServers
import WalletConnect
import WindowTesting

/// Apps that use the wallet by WalletConnect, with a person at its window.
@MainActor let sessionScenarios = [
    Scenario("an app is connected by a pasted link, gets a signature and a rejection, and is disconnected") {
        workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        // Nothing is contacted before the user connects something.
        try expectEqual(driver.relay.connections, 0)
        let (link, proposed) = try await driver.propose()
        try await driver.openApps()
        try await driver.person.see("label", .holding("No site or app is connected"))
        try await portray("sessions-empty")
        try await driver.person.press("push button", "Connect an app…")
        for (text, problem) in [
            ("", "Enter a link, or choose an image."), ("https://dapp.example", "This is not a WalletConnect link."),
            ("wc:abc@3?x=1", "has a version that this wallet does not support"),
            (link.replacing("@2", with: "@2?"), "WalletConnect link"),
        ] {
            try await driver.person.type(text, into: "text", "Link")
            try await driver.connectPage.press("push button", "Connect")
            try await driver.person.see("label", .holding(problem))
        }
        try await portray("sessions-connect")
        try await driver.person.type(" \(link)\n", into: "text", "Link")
        try await driver.connectPage.press("push button", "Connect")
        try await driver.approval.see("heading", .holding("“Colourful Dapp” wants to connect to this wallet."))
        try await driver.approval.see("label", "A WalletConnect session")
        try await driver.approval.see("label", .holding("Not verified"))
        try await driver.approval.see("label", .holding("Ethereum, Base"))
        try await portray("sessions-proposal")
        try await driver.approve("Connect")
        let session = try await proposed.value
        try expectEqual(await session.accounts().map(\.chain.reference).sorted(), ["1", "8453"])
        try await driver.person.closeApproval()
        // A request is asked like that of a page, and named by its session.
        let signed = driver.sign("Hello", in: session)
        try await driver.approval.see("heading", .holding("Sign a message"))
        try await portray("sessions-sign")
        try await driver.approve("Sign")
        try expectEqual(try await signed.value.string?.count, 132)
        try await driver.person.closeApproval()
        let rejected = driver.sign("Again", in: session)
        try await driver.approval.see("heading", .holding("Sign a message"))
        try await driver.approval.press("push button", "Reject")
        try expectEqual(await SessionDriver.code(of: rejected), 4_001)
        try await driver.person.closeApproval()
        // What the session does not include is not asked.
        do {
            _ = try await session.request("eth_sign", [], on: ChainID(eip155: 1))
            throw Failure("it was signed")
        } catch WalletConnectError.namespaces(.unauthorizedMethod) {}
        try await driver.openApps()
        try await portray("sessions-list")
        try await driver.person.press("push button", .holding("Colourful Dapp"))
        try await driver.person.see("heading", .holding("Connected to “Colourful Dapp”"))
        try await portray("sessions-details")
        try await driver.person.press("push button", "Disconnect")
        try await driver.person.see("label", .holding("No site or app is connected"))
        try await waitUntil("the app knows it") { await session.accounts().isEmpty }
    },
    Scenario("an app is connected by a link in a page, after a question, and rejected") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let (link, proposed) = try await driver.propose()
        try await driver.offer(link)
        let page = driver.person.inside("document web")
        try await page.press("link", "Connect")
        try await driver.question.see("heading", "Connect this page to the wallet by WalletConnect?")
        try await portray("sessions-page-question")
        try await driver.question.press("push button", "Don’t connect")
        try expectEqual(driver.relay.connections, 1)
        try await page.press("link", "Connect")
        try await driver.question.see("heading", "Connect this page to the wallet by WalletConnect?")
        try await driver.question.press("push button", "Continue")
        try await driver.approval.see("heading", .holding("wants to connect to this wallet."))
        // The page is not at the address that the app names.
        try await driver.approval.see("label", "The request comes from another address.")
        try await driver.approval.see("label", .holding("but the app says that it is at"))
        try await portray("sessions-other-page")
        try await driver.approval.press("push button", "Reject")
        do {
            _ = try await proposed.value
            throw Failure("it was connected")
        } catch WalletConnectError.session(.rejected(let response)) {
            try expectEqual(response.code, 5_000)
        }
        try expectEqual(try driver.run(["sessions"]), "")
    },
    Scenario("an app is connected by an image of its QR code, and by the code on the screen") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let (first, session) = try await driver.propose()
        try await driver.openApps()
        try await driver.person.press("push button", "Connect an app…")
        try await driver.person.type("\(workshop.folder)/nothing.png", into: "text", "Image of a QR code")
        try await driver.connectPage.press("push button", "Connect")
        try await driver.person.see("label", .holding("The file cannot be opened."))
        var file = ""
        try await driver.showCode(of: first) { file = $0 }
        try await driver.person.type(file, into: "text", "Image of a QR code")
        try await driver.connectPage.press("push button", "Connect")
        try await driver.approve("Connect")
        _ = try await session.value
        try await driver.person.closeApproval()
        let (second, other) = try await driver.propose()
        try await driver.openApps()
        try await driver.person.press("push button", "Connect an app…")
        try await driver.person.press("push button", "Read from the screen")
        try await driver.person.see("label", .holding("The image has no readable QR code."))
        try await driver.showCode(of: second) { _ in
            try await driver.person.press("push button", "Read from the screen")
            try await driver.approval.see("push button", "Connect")
        }
        try await driver.approve("Connect")
        _ = try await other.value
        try expectEqual(try driver.run(["sessions"]).split(separator: "\n").count, 2)
    },
    Scenario("a request to a locked wallet waits, several are counted, and none is lost") { workshop in
        let driver = try await SessionDriver(workshop)
        defer { driver.end() }
        let session = try await driver.connect()
        try await driver.person.press("push button", "Lock the wallet")
        try await driver.person.see("push button", "Unlock the wallet")
        let requests = ["One", "Two", "Three"].map { driver.sign($0, in: session) }
        try await Task.sleep(for: .seconds(2))
        try expectEqual(driver.person.sees("dialog", .holding("Approval")), false)
        try await portray("sessions-locked")
        try await driver.person.press("push button", "Unlock the wallet")
        try await driver.unlock()
        for count in ["2 more requests from this app", "1 more request from this app"] {
            try await driver.approval.see("label", .exactly(count))
            if count.hasPrefix("2") { try await portray("sessions-queue") }
            try await driver.approve("Sign")
            try await driver.person.waitUntilGone("label", .exactly(count))
        }
        try await driver.approve("Sign")
        try await driver.person.closeApproval()
        for request in requests { try expectEqual(try await request.value.string?.count, 132) }
        // The question of a request that is open when the wallet is locked comes back.
        let again = driver.sign("Four", in: session)
        try await driver.approval.see("push button", "Sign")
        try await driver.person.press("push button", "Lock the wallet")
        try await driver.person.waitUntilGone("dialog", .holding("Approval"))
        try await driver.person.see("label", .holding("“Colourful Dapp” is waiting for you."))
        try await portray("sessions-waiting")
        try await driver.person.press("push button", "Unlock")
        try await driver.unlock()
        try await driver.approve("Sign")
        try expectEqual(try await again.value.string?.count, 132)
    },
    Scenario("a proposal that expires closes its question and says so") { workshop in
        let driver = try await SessionDriver(workshop, delay: 270)
        defer { driver.end() }
        let (link, proposed) = try await driver.propose()
        try await driver.paste(link)
        try await driver.approval.see("heading", .holding("wants to connect to this wallet."))
        try await driver.person.waitUntilGone("dialog", .holding("Approval"))
        try await driver.person.see("label", .holding("its request expired. Nothing was shared."))
        try await portray("sessions-expired")
        do {
            _ = try await proposed.value
            throw Failure("it was connected")
        } catch WalletConnectError.session {}
        try expectEqual(try driver.run(["sessions"]), "")
    },
    Scenario("a link from another program asks for a relay first, and the terminal lists and ends sessions") {
        workshop in
        let driver = try await SessionDriver(workshop, hasRelay: false)
        defer { driver.end() }
        let (link, proposed) = try await driver.propose()
        // A second instance hands the link to the window.
        _ = try driver.run(["link", link])
        try await driver.person.see("label", .holding("Set a relay to connect the app of the link."))
        for (relay, problem) in [
            ("", "This is required."), ("https://relay.example", "address of a relay begins with wss://"),
            ("ws://relay.example", "address of a relay begins with wss://"),
        ] {
            try await driver.person.type(relay, into: "text", "Relay")
            try await driver.person.press("push button", "Save")
            try await driver.person.see("label", .holding(problem))
            // The same answer has the same problem.
            try await driver.person.press("push button", "Save")
            try await driver.person.see("label", .holding(problem))
        }
        try await driver.person.type(driver.relay.address, into: "text", "Relay")
        // A problem with the old answer does not stay beside a new one.
        try await driver.person.waitUntilGone("label", .holding("begins with wss://, or with ws:// for one"))
        try await portray("sessions-settings")
        try await driver.person.press("push button", "Save")
        try await driver.approve("Connect")
        let session = try await proposed.value
        try await driver.person.closeApproval()
        try expectHolds(try driver.run(["sessions", "settings"]), "relay\t\(driver.relay.address)\n")
        let listed = try JSON(parsing: Array(driver.run(["sessions", "--json"]).utf8))
        try expectEqual(listed[0]?["name"], .string(SessionDriver.name))
        try expectEqual(listed[0]?["chains"], ["eip155:1", "eip155:8453"])
        let topic = listed[0]?["topic"]?.string ?? ""
        try expectEqual(driver.fails(["sessions", "end", "0000"]), true)
        _ = try driver.run(["sessions", "end", String(topic.prefix(8))])
        try await waitUntil("the app knows it") { await session.accounts().isEmpty }
        try expectEqual(try driver.run(["sessions"]), "")
        // The address field takes a link, too.
        let (other, again) = try await driver.propose()
        try await driver.person.type(other, into: "text", "Address")
        try await driver.person.press("text", "Address")
        try await driver.approve("Connect")
        _ = try await again.value
    },
]
