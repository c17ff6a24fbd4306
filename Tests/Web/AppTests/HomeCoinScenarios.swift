import Bitcoin
import Harness
import Keys
import Network
import Simulators
import WindowTesting

/// Coins and tokens in the wallet's window.
@MainActor let homeCoinScenarios = [
    Scenario("coins are listed, labelled, frozen, and chosen for a payment") { _ in
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        let own = try demoScript("m/44'/145'/0'/0/0")
        for value in [1_100_000, 1_200_000, 1_300_000] as [UInt64] {
            try ledger.pay(value, to: own.bytes, confirmations: 1)
        }
        try await openCash(person)
        try await person.press("push button", "Coins…")
        try await person.see("heading", "Coins on Bitcoin Cash")
        try await person.press("push button", .holding("0.012 BCH"))
        try await person.type("From the fair", into: "text", "Label")
        try await portray("home-coin")
        try await person.press("push button", "Save label")
        try await person.press("push button", .holding("From the fair"))
        try await person.press("push button", "Freeze")
        try await person.see("push button", .holding("confirmations, Frozen"))
        try await portray("home-coins")
        try await person.type("no such coin", into: "text", "Search")
        try await person.press("push button", "Search")
        try await person.see("label", "No coin matches.")
        try await person.type("fair", into: "text", "Search")
        try await person.press("push button", "Search")
        try await person.see("push button", .holding("0.012 BCH"))
        try expectEqual(person.sees("push button", .holding("0.011 BCH")), false)
        try await person.press("push button", "Choose coins to send…")
        try await person.see("check box", .holding("0.011 BCH"))
        // A frozen coin cannot be chosen.
        try expectEqual(person.sees("check box", .holding("0.012 BCH")), false)
        try await person.press("check box", .holding("0.013 BCH"))
        try await portray("home-choose-coins")
        try await person.press("push button", "Use these coins")
        try await person.see("push button", "1 coin chosen…")
        try await person.type(cashRecipient(), into: "text", "Recipient")
        try await person.type("0.005", into: "text", "Amount in BCH")
        try await person.press("push button", "Review")
        let approval = served.approval
        try await approval.see("heading", .holding("Send 0.005 BCH"))
        try await approve("Send", in: approval)
        try await person.see("heading", "Sent")
        let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
        try expectEqual(ledger.waiting.contains(sent), true)
        try ledger.mine()
        try await person.press("push button", "Done")
        try await openCash(person)
        try await person.press("push button", "Coins…")
        try await person.see("push button", .holding("confirmations, Frozen"))
        try expectEqual(person.sees("push button", .holding("0.013 BCH")), false)
        try await person.press("push button", .holding("From the fair"))
        try await person.press("push button", "Unfreeze")
        try await person.see("push button", .holding("0.012 BCH"))
    },
    Scenario("after a search, a long list is shown from its start") { _ in
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        let own = try demoScript("m/44'/145'/0'/0/0")
        for number in 1...16 as ClosedRange<UInt64> {
            try ledger.pay(1_000_000 + number * 10_000, to: own.bytes, confirmations: 1)
        }
        try await openCash(person)
        try await person.press("push button", "Coins…")
        try await person.see("heading", "Coins on Bitcoin Cash")
        try await person.type("bitcoincash", into: "text", "Search")
        try await person.focus("push button", .holding("0.0116 BCH"))
        try await waitUntil("the list is scrolled", trying: { try await person.pressKey(.pageDown) }) {
            !person.sees("text", "Search")
        }
        try await person.press("push button", "Search")
        try await person.see("text", "Search")
        try await person.see("push button", .holding("0.0116 BCH"))
    },
    Scenario("fungible tokens of Bitcoin Cash are shown and sent, and the rest returns") { _ in
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        let category = try ledger.mint(
            to: demoScript("m/44'/145'/0'/0/1").bytes, 1_000, amount: 500
        ).category
        try ledger.pay(2_000_000, to: demoScript("m/44'/145'/0'/0/2").bytes, confirmations: 1)
        let symbol = "“\(category.prefix(8))”"
        try await person.press("push button", .holding("500 \(symbol)"))
        try await person.see("label", .holding("knows this token only by its category"))
        try await portray("home-token")
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
        // The amount of such a link is one of coins, so it leads to their form.
        try await person.type("\(cashRecipient())?amount=0.5", into: "text", "Recipient")
        try await person.press("push button", "Review")
        try await person.see("heading", "Send BCH on Bitcoin Cash")
        try expectEqual(try await person.text(of: "text", "Amount in BCH"), "0.5")
        try await person.press("push button", "Show the wallet")
        try await person.press("push button", .holding("500 \(symbol)"))
        try await person.press("push button", "Send…")
        try await person.type(cashRecipient(), into: "text", "Recipient")
        try await person.type("501", into: "text", .holding("Amount in"))
        try await person.press("push button", "Review")
        try await person.see("label", .holding("does not have enough of these tokens"))
        try await person.type("120", into: "text", .holding("Amount in"))
        try await person.press("push button", "Review")
        let approval = served.approval
        try await approval.see("heading", .holding("Send 120 tokens"))
        try await approval.see("label", .holding("The address does not say that its wallet can hold tokens."))
        try await portray("home-send-token")
        try await approve("Send", in: approval)
        try await person.see("heading", "Sent")
        let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
        // The node has verified the tokens of each input and output.
        try expectEqual(ledger.waiting.contains(sent), true)
        try ledger.mine()
        try await person.press("push button", "Done")
        try await person.see("push button", .holding("380 \(symbol)"))
    },
    Scenario("a non-fungible token is sent from the list of coins, with what it carries in the approval") { _ in
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        let category = try ledger.mint(
            to: demoScript("m/44'/145'/0'/0/3").bytes, 1_000, capability: 2, commitment: [0xC0, 0xFF, 0xEE]
        ).category
        try ledger.pay(2_100_000, to: demoScript("m/44'/145'/0'/0/4").bytes, confirmations: 1)
        try await person.see("push button", .holding("1 item of “\(category.prefix(8))”"))
        try await openCash(person)
        try await person.press("push button", "Coins…")
        try await person.press("push button", .holding("Item"))
        try await person.see("label", "c0ffee")
        try await person.see("label", .holding("Minting: "))
        try await portray("home-item")
        try await person.press("push button", "Send this item…")
        try await person.see("radio button", .holding("Slow"))
        try expectEqual(person.sees("text", .holding("Amount")), false)
        try await person.type(cashRecipient(), into: "text", "Recipient")
        try await person.press("push button", "Review")
        let approval = served.approval
        try await approval.see("heading", .holding("Send a non-fungible token"))
        try await approval.see("label", "c0ffee")
        try await approval.see("label", .holding("This item can mint"))
        try await portray("home-send-item")
        try await approve("Send", in: approval)
        try await person.see("heading", "Sent")
        let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
        try expectEqual(ledger.waiting.contains(sent), true)
        try ledger.mine()
    },
    Scenario("a child pays for an incoming payment that waits") { _ in
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        try await person.see("push button", .holding(" BCH, Bitcoin Cash"))
        let parent = try ledger.pay(1_543_210, to: demoScript("m/44'/145'/0'/0/5").bytes)
        try await person.press("push button", "History")
        try await person.press("push button", .holding("+0.0154321 BCH"))
        try await person.see("label", "Received at")
        try await portray("home-pending")
        try await person.press("push button", "Child pays for parent…")
        let approval = served.approval
        try await approval.see("heading", .holding("Bump the fee of a transaction with a child payment."))
        try await approval.see("label", .exactly(parent))
        try await approve("Send", in: approval)
        try await person.see("push button", .holding("with a child payment"))
        try expectEqual(ledger.waiting.count >= 2, true)
        try ledger.mine()
    },
    Scenario("several recipients are paid at a fee by hand, and then everything to the address in an image") {
        workshop in
        let image = try await image(of: cashRecipient(), in: workshop)
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        try ledger.pay(3_000_000, to: demoScript("m/44'/145'/0'/0/6").bytes, confirmations: 1)
        let approval = served.approval
        try await openCash(person)
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
        try await person.press("push button", "Add recipient")
        try await person.see("text", "Recipient 2")
        try await person.type(cashRecipient(), into: "text", .exactly("Recipient"))
        try await person.type("0.001", into: "text", "Amount in BCH")
        let second = try required(
            Destination.publicKey(hash: [UInt8](repeating: 8, count: 20)).address(on: .bitcoinCash))
        try await person.type(second, into: "text", "Recipient 2")
        try await person.type("0.002", into: "text", "Amount 2")
        // The field is below the visible part of the form, which scrolls to it.
        try expectEqual(person.sees("text", .holding("Custom fee")), false)
        try await person.type("3.5", into: "text", .holding("Custom fee"))
        try await person.press("push button", "Review")
        // A fee that is typed while a speed is chosen is not ignored.
        try await person.see("label", .holding("Choose “Custom” to use this fee"))
        try await person.press("radio button", .holding("Custom"))
        try await portray("home-send-several")
        try await person.press("push button", "Review")
        try await approval.see("heading", .holding("Send 0.003 BCH to 2 recipients"))
        try await approve("Send", in: approval)
        try await person.see("heading", "Sent")
        let paid = try await person.text(of: "label") { $0.utf8.count == 64 }
        try expectEqual(ledger.waiting.contains(paid), true)
        try await person.press("push button", "History")
        try await person.press("push button", .holding("0.003 BCH to 2 recipients"))
        try await person.see("label", .exactly(cashRecipient()))
        try await person.see("label", .exactly(second))
        try ledger.mine()
        try await person.inside("panel", .holding("Send 0.003 BCH")).press("push button", "Back")
        try await person.inside("panel", "History").press("push button", "Back")
        try await openCash(person)
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
        try await person.press("check box", "Send everything")
        try await person.type(image, into: "text", "Image of a QR code")
        try await person.press("push button", "Review")
        try await approval.see("heading", .holding("Send everything to"))
        try await approve("Send", in: approval)
        try await person.see("heading", "Sent")
        try ledger.mine()
        try await person.press("push button", "Done")
        try await person.see("push button", .holding("0 BCH, Bitcoin Cash"))
    },
]

/// The locking script of the demo key at `path`.
func demoScript(_ path: String) throws -> Script {
    try Destination(DemoKeys().publicKey(at: DerivationPath(path)), on: .bitcoinCash).script
}

/// An address of somebody else on Bitcoin Cash.
func cashRecipient() throws -> String {
    try required(Destination.publicKey(hash: [UInt8](repeating: 9, count: 20)).address(on: .bitcoinCash))
}

func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Failure("A value is missing.") }
    return value
}

/// Shows the balance of the account on Bitcoin Cash, whatever it is.
@MainActor func openCash(_ person: AccessibilityDriver) async throws {
    try await person.press("push button", .holding(" BCH, Bitcoin Cash"))
    try await person.see("push button", "Coins…")
}
