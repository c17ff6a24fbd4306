import Bitcoin
import Harness
import Keys
import LocalServer
import Network
import Simulators
import TestServers
import WindowTesting

/// The wallet's window with Electrum servers, in front of chains that verify each input.
@MainActor let homeServerScenarios = [
    Scenario("coins arrive, are shown at once, and are sent on with a fee that is bumped later") { _ in
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person, approval) = (served.bitcoin.ledger, served.person, served.approval)
        func goBack(from heading: AccessibilityDriver.Name) async throws {
            try await person.inside("panel", heading).press("push button", "Back")
        }
        try await person.press("push button", .holding("0 BTC, Bitcoin"))
        try await person.press("push button", "Receive…")
        let address = try await person.text(of: "label") { $0.hasPrefix("bc1q") }
        try await person.see("icon", .holding("QR code of bitcoin:"))
        try await portray("home-receive-bitcoin")
        try await person.type("For the fair", into: "text", "Your name or purpose")
        try await person.press("push button", "Update QR code")
        try await person.see("icon", .holding("label=For"))
        // The payment is on the screen of its address at once.
        try ledger.pay(2_000_000, to: Destination(address, on: .bitcoin).script.bytes)
        try await person.see("label", .holding("+0.02 BTC"))
        try await portray("home-arrived")
        try await person.press("push button", "Show the wallet")
        try await person.see("push button", .holding("+0.02 BTC unconfirmed"))
        try await portray("home-unconfirmed")
        try ledger.mine()
        try await person.press("push button", .holding("0.02 BTC, Bitcoin"))
        // The next sender gets another address.
        try await person.press("push button", "Receive…")
        let next = try await person.text(of: "label") { $0.hasPrefix("bc1q") }
        try expectEqual(next == address, false)
        try await person.press("push button", "Addresses")
        try await person.see("label", "used in 1 transaction")
        try await person.see("label", "For the fair")
        try await portray("home-addresses")
        try await goBack(from: "Addresses of this account")
        try await person.press("push button", "Show the wallet")
        try await person.press("push button", .holding("0.02 BTC, Bitcoin"))
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
        try await person.type("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", into: "text", "Recipient")
        try await person.type("0.005", into: "text", "Amount in BTC")
        try await person.type("Boots", into: "text", "Note")
        try await person.press("radio button", .holding("Slow"))
        try await portray("home-send-bitcoin")
        try await person.press("push button", "Review")
        try await approval.see("heading", .holding("Send 0.005 BTC"))
        try await approve("Send", in: approval)
        try await person.see("heading", "Sent")
        let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
        try expectEqual(ledger.waiting.contains(sent), true)
        try await person.press("push button", "History")
        try await person.press("push button", .holding("Boots"))
        // Both ways are offered.
        try await person.see("push button", "Child pays for parent…")
        try await person.press("push button", "Bump fee…")
        try await approval.see("heading", .holding("Replace a payment"))
        try await portray("home-bump-fee")
        try await approve("Replace", in: approval)
        try await person.see("push button", .holding("Replace the payment"))
        try await portray("home-history-bitcoin")
        let waiting = ledger.waiting
        try expectEqual(waiting.contains(sent), false)
        try expectEqual(waiting.isEmpty, false)
        try ledger.mine()
        try await goBack(from: "History")
        try await person.see("push button", .holding("0.0149"))
    },
    Scenario("a server with a self-signed certificate is used once the user trusts it, together with another one") {
        _ in
        let identity = ServerIdentity(
            chain: try TestIdentity.file("server.pem"), key: try TestIdentity.file("server.key"))
        let served = try await ServedCoins(identity: identity, clock: { 1_700_000_000 })
        defer { served.end() }
        let (person, port) = (served.person, "\(try required(served.bitcoin.securePort))")
        let secure = "localhost:\(port)"
        let fingerprint = CertificateFingerprint(of: try TestIdentity.server.certificate())
        try await person.press("push button", "Servers…")
        // The list of networks says it, too, although the server answers.
        try await person.see(
            "push button", .holding("behind: the newest block of this server"))
        try await person.see("push button", .holding("Behind"))
        try await portray("home-servers-behind")
        try await person.press("push button", .holding("Bitcoin: localhost"))
        try await person.see("heading", "Servers of Bitcoin")
        // Its newest block is years old, which a server of a chain with value never may be.
        try await person.see("push button", .holding("behind: the newest block of this server"))
        try await person.press("push button", "Add server…")
        try await person.type("localhost", into: "text", "Host")
        try await person.type(port, into: "text", "Port")
        try await person.press("push button", "Add server")
        try await person.see("heading", "Trust this certificate?")
        try await person.see("label", .exactly(fingerprint.grouped))
        try await portray("home-certificate")
        // To go back keeps what was entered, and sets nothing.
        try await person.inside("panel", "Trust this certificate?").press("push button", "Back")
        try await person.see("heading", "Add a server for Bitcoin")
        try expectEqual(try await person.text(of: "text", "Port") { !$0.isEmpty }, port)
        try await person.press("push button", "Add server")
        try await person.press("push button", "Trust this certificate")
        try await person.see("heading", "Servers of Bitcoin")
        try await person.see("push button", .holding("\(secure), behind: the newest block"))
        try await person.see("push button", .holding("In reserve"))
        try await portray("home-electrum-servers")
        try await person.press("push button", .holding(secure))
        try await person.see("label", .exactly(fingerprint.grouped))
        try await person.see("label", .holding("so the wallet misses newer payments. Use another server."))
        try await portray("home-server-behind")
        try await person.press("push button", "Ask this server first")
        try await person.see("push button", .holding("\(secure), behind: the newest block"))
        try await person.press("push button", .holding("localhost:\(served.bitcoin.port)"))
        try await person.press("push button", "Remove server")
        try await person.see("push button", .holding("Asked first"))
        try expectEqual(person.sees("push button", .holding("localhost:\(served.bitcoin.port)")), false)
        try await person.inside("panel", "Servers of Bitcoin").press("push button", "Back")
        try await person.inside("panel", "Servers").press("push button", "Back")
        try await person.see("push button", .holding("from \(secure)"))
    },
    Scenario("coins on the paths of other wallets are found, and their accounts are added") { _ in
        let served = try await ServedCoins()
        defer { served.end() }
        let person = served.person
        // Where wallets kept Bitcoin Cash before it had a number of its own in SLIP-44.
        let key = try DemoKeys().publicKey(at: DerivationPath("m/44'/0'/0'/0/2"))
        try served.cash.ledger.pay(
            700_000, to: Destination(key, on: .bitcoinCash).script.bytes, confirmations: 1)
        try await person.press("push button", "Find accounts…")
        try await portray("home-find")
        try await person.press("push button", "Search")
        try await person.see("check box", .holding("0.007 BCH"))
        try await portray("home-found")
        try await person.press("push button", "Add accounts")
        try await person.see("push button", .holding("0.007 BCH, Bitcoin Cash"))
    },
]

/// Presses the button of a question, once it can be pressed.
@MainActor func approve(_ verb: String, in approval: AccessibilityDriver) async throws {
    try await approval.see("push button", .exactly(verb))
    try await approval.readToEnd()
    if approval.sees("check box") { try await approval.press("check box", .holding("I understand")) }
    try await approval.press("push button", .exactly(verb))
    try await approval.waitUntilGone("push button", .exactly(verb))
}
