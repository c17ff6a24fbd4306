import Foundation
import Harness
import Simulators
import WindowTesting

/// The wallet without any page, with a person at its window.
@MainActor let homeScenarios = [
    Scenario("the first start asks once which servers may be contacted, and contacts none before the answer") {
        workshop in
        let driver = try await HomeDriver(workshop, hasNode: false)
        defer { driver.end() }
        let person = driver.person
        try await person.see("heading", "Which servers may the wallet ask?")
        // Without a page, there is nothing to go back to and nothing to load again.
        for name in ["Back", "Reload"] {
            try expectEqual(try await person.isSensitive("push button", .exactly(name)), false, of: name)
        }
        try await person.see("label", .holding("A server learns your addresses"))
        try await portray("home-servers-question")
        try await person.press("push button", .holding("Use my own servers"))
        try await person.see("heading", "Servers")
        try await portray("home-servers")
        try await person.press("push button", .holding("Ethereum: no node"))
        try await driver.person.type(driver.node.address, into: "text", "Address of the node")
        try await person.press("push button", "Add node")
        try await person.see("push button", .holding("Ethereum: 127.0.0.1"))
        try await driver.goBack(from: "Servers")
        try await person.see("push button", .holding("1000000 ETH"))
        // The answer is kept.
        let kept = try String(contentsOfFile: "\(driver.home)/config/drawbridge/config.json", encoding: .utf8)
        try expectHolds(kept, "\"serversChosen\": true")
    },
    Scenario("the wallet shows balances with their source, also while no server can be reached") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.see("heading", "Savings, Account 1")
        try await person.see("push button", .holding("1000000 ETH, Ethereum"))
        try await person.see("push button", .holding("from 127.0.0.1"))
        try await person.see("push button", .holding("BTC: not known"))
        try await portray("home")
        try await person.press("push button", .holding("1000000 ETH"))
        try await person.see("heading", "1000000 ETH")
        try await person.see("label", "According to")
        try await portray("home-balance")
        try await driver.goBack(from: "1000000 ETH")
        try await person.focus("push button", "Refresh")
        await driver.node.stop()
        try await person.press("push button", "Refresh")
        try await person.see("label", .holding("No server can be reached."))
        // The button keeps the focus, although the screen is drawn again.
        try await person.seeFocus("push button", "Refresh")
        try await person.see("push button", .holding("1000000 ETH"))
        try await portray("home-offline")
        // A locked wallet shows nothing, and the balances come back from the store.
        try await person.press("push button", "Lock the wallet")
        try await person.see("heading", "The wallet is locked")
        try expectEqual(person.sees("push button", .holding("ETH")), false)
        try await person.press("push button", "Unlock")
        try await driver.unlock()
        try await person.see("push button", .holding("1000000 ETH"))
    },
    Scenario("every account of the wallet has its balances, and any of them can pay and be used") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.choose("Add account…", from: .holding("Wallet: Savings"))
        let form = person.inside("dialog", .holding("accounts"))
        try await form.press("check box", "Use this account now")
        try await form.press("push button", "Add")
        try await person.see("heading", "Savings, Account 2")
        try await person.see("push button", .holding("from 127.0.0.1"))
        // The other account may be below the end of the screen.
        let last = AccessibilityDriver.Name.holding("Use “Savings, Account 1”")
        try await person.findAtEnd(of: "Savings, Account 2", "push button", last)
        try await person.see("push button", .holding("Some balances not known"))
        try await portray("home-accounts")
        let listed = try driver.run("balance")
        try expectHolds(listed, "Savings, Account 1")
        try expectHolds(listed, "Savings, Account 2")
        // The other account pays, although it is not in use.
        try await person.press("push button", .holding("USDC, Savings, Account 1"))
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
        try await person.type("0x52908400098527886E0F7030069857D2E4169EE7", into: "text", "Recipient")
        try await person.type("5", into: "text", "Amount in USDC")
        try await person.press("push button", "Review")
        try await driver.approval.see("label", .holding("Savings, Account 1"))
        try await driver.approve("Send")
        try await person.see("heading", "Sent")
        try await person.press("push button", "Done")
        try await person.findAtEnd(of: "Savings, Account 2", "push button", last)
        try await person.press("push button", last)
        try await person.see("heading", "Savings, Account 1")
        try await person.findAtEnd(
            of: "Savings, Account 1", "push button", .holding("Use “Savings, Account 2”"))
    },
    Scenario("a message is signed after the approval, and its signature is verified") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.see("push button", .holding("BTC: not known"))
        try await person.press("push button", "Tools…")
        try await person.press("push button", .holding("Sign or verify a message"))
        try await person.type("Tea\nat five", into: "text", "Message")
        try await person.press("push button", "Sign…")
        try await driver.approval.see("heading", .holding("Sign a message with"))
        try await driver.approve("Sign")
        let signature = try await person.text(of: "label") { $0.utf8.count == 88 }
        try await portray("home-message")
        try await person.type(signature, into: "text", "Signature")
        try await person.press("push button", "Verify")
        try await person.see("label", .holding("The signature is valid"))
        try await person.type("Tea at six", into: "text", "Message")
        try await person.press("push button", "Verify")
        try await person.see("label", .holding("The signature is not valid"))
        // Without its line break, it is another message.
        try await person.type("Tea at five", into: "text", "Message")
        try await person.press("push button", "Verify")
        try await person.see("label", .holding("The signature is not valid"))
        // The terminal checks the same signature.
        let address = try await person.text(of: "text") { $0.hasPrefix("bc1q") }
        try expectEqual(try await driver.status(of: "message", "verify", address, "Tea\nat five", signature), 0)
        try expectEqual(try await driver.status(of: "message", "verify", address, "Tea at five", signature), 1)
    },
    Scenario("an address is shown as text, QR code and link with amount") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.press("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Receive…")
        try await person.see("heading", "Receive ETH on Ethereum")
        try await person.see("icon", .holding("QR code of ethereum:0x"))
        try await person.type("half", into: "text", "Amount")
        try await person.press("push button", "Update QR code")
        try await person.see("label", .holding("Enter an amount of ETH"))
        // Started with `LC_ALL=de_DE.UTF-8`, the program understands a comma; without it, it names the number with a point.
        let writesComma = ProcessInfo.processInfo.environment["LC_ALL"]?.hasPrefix("de_") == true
        try await person.type("0,5", into: "text", "Amount")
        try await person.press("push button", "Update QR code")
        if !writesComma {
            try await person.see("label", .holding("Use a decimal point instead of a comma: 0.5."))
            try await person.type("0.5", into: "text", "Amount")
            try await person.press("push button", "Update QR code")
        }
        try await person.see("icon", .holding("@1?value=500000000000000000"))
        // The same number could be one and a half or 1,500.
        try await person.type("1,500", into: "text", "Amount")
        try await person.press("push button", "Update QR code")
        try await person.see("label", .holding("Is this 1.500 or 1500?"))
        try await person.type("0.5", into: "text", "Amount")
        try await person.press("push button", "Update QR code")
        try await person.see("icon", .holding("@1?value=500000000000000000"))
        try await portray("home-receive")
        try await driver.person.press("push button", "Show the wallet")
        try await person.press("push button", .holding("BCH: not known"))
        try await person.press("push button", "Receive…")
        // Without a server, the wallet does not know which addresses were used.
        try await person.see("label", .holding("cannot check which addresses were used"))
        try await person.see("icon", .holding("QR code of bitcoincash:q"))
        try await person.press("radio button", .holding("Legacy form"))
        try await person.press("push button", "Update QR code")
        // Without a prefix: as “bitcoin:1…”, another wallet would pay to the same address on Bitcoin.
        try await person.see("icon", .holding("QR code of 1"))
        try expectEqual(person.sees("label", .holding("bitcoin:1")), false)
        try await portray("home-receive-cash")
    },
    Scenario("a payment is entered, approved, listed with its note, and exported") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.press("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Send…")
        try await person.see("heading", "Send ETH on Ethereum")
        try await person.see("radio button", .holding("Normal"))
        for (to, amount, problem) in [
            ("", "1", "Enter a recipient."), ("0x1234", "1", "This is not an Ethereum address."),
            (
                "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@424242", "1",
                "a network that this wallet does not use"
            ),
            ("0x52908400098527886E0F7030069857D2E4169EE7", "1.5.2", "Enter an amount of ETH"),
            ("0x52908400098527886E0F7030069857D2E4169EE7", "0", "Enter an amount of ETH"),
        ] {
            try await person.type(to, into: "text", "Recipient")
            try await person.type(amount, into: "text", "Amount in ETH")
            try await person.press("push button", "Review")
            try await person.see("label", .holding(problem))
        }
        try await portray("home-send-problem")
        try await person.type("0x52908400098527886E0F7030069857D2E4169EE7", into: "text", "Recipient")
        try await person.type("1.5", into: "text", "Amount in ETH")
        try await person.type("Rent", into: "text", "Note")
        try await portray("home-send")
        try await person.press("push button", "Review")
        try await driver.approval.see("heading", .holding("Send 1.5 ETH"))
        try await driver.approval.see("label", .holding("You have never sent anything of value to this address"))
        try await portray("home-send-approval")
        try await driver.approval.press("push button", "Reject")
        // A rejected payment stays in the form.
        try await person.see("push button", "Review")
        try expectEqual(try await person.text(of: "text", "Recipient").contains("0x5290"), true)
        try await person.press("push button", "Review")
        try await driver.approve("Send")
        try await person.see("heading", "Sent")
        try await portray("home-sent")
        try await person.press("push button", "History")
        try await person.see("push button", .holding("Rent"))
        try await person.closeApproval()
        try await portray("home-history")
        try await person.type("nothing like it", into: "text", "Search")
        try await person.press("push button", "Search")
        try await person.see("label", "No transaction matches.")
        try await person.type("rent", into: "text", "Search")
        try await person.press("push button", "Search")
        try await person.press("push button", .holding("Rent"))
        try await person.see("label", "Transaction ID")
        try await portray("home-transaction")
        try await person.press("push button", "Explorer…")
        try await person.type("https://explorer.example/tx/", into: "text", "Address of the explorer")
        try await person.press("push button", "Save")
        try await person.see("label", .holding("must begin with https:// and contain {txid}"))
        try await person.type("https://explorer.example/tx/{txid}", into: "text", "Address of the explorer")
        try await person.press("push button", "Save")
        try await person.see("label", .holding("https://explorer.example/tx/0x"))
        try await driver.goBack(from: .holding("Send 1.5 ETH"))
        try await person.press("push button", "Export…")
        try await person.type("\(driver.home)/history.csv", into: "text", "File")
        try await person.press("push button", "Export")
        try await person.see("label", .holding("The history was written to"))
        let written = try String(contentsOfFile: "\(driver.home)/history.csv", encoding: .utf8)
        try expectHolds(written, "ETH -1.5")
        try expectHolds(written, "Rent")
    },
    Scenario("a site is shown with what it sees, disconnected, blocked and forgotten") { workshop in
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let driver = try await HomeDriver(workshop, ["open", site.url])
        defer { driver.end() }
        let (person, page) = (driver.person, driver.person.inside("document web"))
        try await page.press("push button", "Connect")
        try await driver.approve("Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await person.closeApproval()
        try await person.press("push button", "What this site may see and do")
        try await person.see("heading", .holding("127.0.0.1"))
        try await person.see("label", "Connected")
        try await person.see("label", "First used")
        // A screen reader must not read the page behind the screen.
        try await person.waitUntilGone("document web")
        try await portray("home-site")
        // The page has a button of this name, too.
        let screen = person.inside("panel", .holding("127.0.0.1:"))
        try await person.press("push button", "Mute until restart")
        try await screen.see("label", "Muted")
        try expectHolds(try driver.run("sites"), "muted")
        try await person.press("push button", "Unmute")
        try await screen.see("label", "Connected")
        try await person.press("push button", "Change network…")
        try await person.see("heading", .holding("Network of"))
        try await person.press("push button", .holding("Ethereum"))
        try await screen.see("label", "Connected")
        // A locked wallet lists and changes what a site may do.
        let origin = String(site.url.prefix { $0 != "?" }.split(separator: "/").prefix(2).joined(separator: "//"))
        try await person.press("push button", "Lock the wallet")
        try await person.see("push button", "Unlock the wallet")
        try expectHolds(try driver.run("sites"), "connected")
        try expectEqual(try await driver.status(of: "sites", "block", origin), 0)
        try expectHolds(try driver.run("sites"), "blocked")
        try expectEqual(try await driver.status(of: "sites", "unblock", origin), 0)
        try expectEqual(try await driver.status(of: "sites", "accounts", origin, "--show", "0x00"), 2)
        try await person.press("push button", "Unlock the wallet")
        try await driver.unlock()
        try await person.see("push button", "Lock the wallet")
        try await person.press("push button", "What this site may see and do")
        try await screen.see("label", "Not connected")
        try await person.press("push button", "Show the wallet")
        try await person.press("push button", "Back")
        try await page.press("push button", "Connect")
        try await driver.approve("Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await person.closeApproval()
        try await person.press("push button", "What this site may see and do")
        try await screen.press("push button", "Disconnect")
        try await screen.see("label", "Not connected")
        try await screen.press("push button", "Block")
        try await person.see("label", .holding("The site is blocked"))
        try expectHolds(try driver.run("sites"), "blocked")
        try await person.press("push button", "Show the wallet")
        try await person.press("push button", "Back")
        // The requests of a blocked site are rejected without a question.
        try await page.press("push button", "Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("error 4001") }
        try expectEqual(person.sees("dialog", .holding("Approval")), false)
        try await person.press("push button", "Show the wallet")
        try await person.press("push button", "Sites")
        try await portray("home-sites")
        try await person.press("push button", .holding("Blocked"))
        try await person.press("push button", "Unblock")
        try await person.press("push button", "Forget")
        try await person.see("label", .holding("No site or app is connected"))
        try expectEqual(try driver.run("sites").contains("127.0.0.1"), false)
        try await person.press("push button", .holding("pay.walletconnect.com"))
        try await person.press("push button", "Stop opening links")
        try await person.see("label", "Payment links are not opened")
        try expectHolds(try driver.run("payments"), "not opened")
        _ = try driver.run("payments", "set", "--enable-links")
        try expectHolds(try driver.run("sites", "--json"), "\"opensLinks\":true")
    },
    Scenario("the terminal asks the open window, and reads the store without one") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        try await driver.person.see("push button", .holding("1000000 ETH"))
        try expectHolds(try driver.run("balance"), "1000000\tETH\tEthereum")
        let json = try driver.run("balance", "--json")
        try expectHolds(json, "\"units\":\"1000000000000000000000000\"")
        try expectHolds(try driver.run("accounts"), "Ethereum\t0x")
        try expectHolds(try driver.run("receive", "ETH", "--amount", "0.25"), "@1?value=250000000000000000")
        let address = "0x52908400098527886E0F7030069857D2E4169EE7"
        try expectEqual(try await driver.status(of: "send", "1", "NONE", address), 1)
        try expectEqual(try await driver.status(of: "send", "x", "ETH", address), 64)
        let sending = try driver.start("send", "0.25", "ETH", address, "--note", "From the terminal")
        defer { sending.end() }
        try await driver.approval.see("heading", .holding("Send 0.25 ETH"))
        try await driver.approve("Send")
        let sent = try await sending.ended()
        try expectEqual(sent.status, 0)
        try expectEqual(sent.output.hasPrefix("0x"), true)
        let rejected = try driver.start("send", "0.5", "ETH", address)
        defer { rejected.end() }
        try await driver.approval.see("heading", .holding("Send 0.5 ETH"))
        try await driver.approval.press("push button", "Reject")
        try expectEqual(try await rejected.ended().status, 3)
        try expectHolds(try driver.run("history"), "From the terminal")
        // A command that is interrupted takes its question with it.
        let interrupted = try driver.start("send", "0.75", "ETH", address)
        try await driver.approval.see("heading", .holding("Send 0.75 ETH"))
        interrupted.end()
        try await driver.person.waitUntilGone("heading", .holding("Send 0.75 ETH"))
        try await driver.person.press("push button", "Lock the wallet")
        try await driver.person.see("push button", "Unlock the wallet")
        try expectEqual(try await driver.status(of: "balance"), 2)
        driver.program.end()
        try expectHolds(try driver.run("balance"), "earlier")
        try expectHolds(try driver.run("export"), "From the terminal")
        try expectHolds(try driver.run("receive", "ETH"), "0x")
        try expectEqual(try await driver.status(of: "send", "1", "ETH", address), 2)
    },
]
