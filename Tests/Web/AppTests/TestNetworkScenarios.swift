import Bitcoin
import Harness
import Network
import Simulators
import WindowTesting

/// A person who uses a test network: the wallet itself with its own settings, and a simulated chain.
@MainActor let testNetworkScenarios = [
    Scenario("coins of a test network arrive and are sent, and are marked on every screen and in the terminal") {
        workshop in
        let chain = try await CoinSimulator(isBitcoin: true)
        defer { Task { await chain.stop() } }
        let ledger = chain.ledger
        let mark = AccessibilityDriver.Name.holding("This is a test network. Its coins have no value.")
        let other = try Destination("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", on: .bitcoin)
        let recipient = other.address(on: .regtest) ?? ""
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.see("push button", .holding("1000000 ETH"))
        try expectEqual(person.sees("push button", .holding("tBTC")), false)
        // A server makes the network appear; one of the other ledger's networks does not count.
        try await person.press("push button", "Servers…")
        try await setServer(of: "Bitcoin signet", port: chain.port, driver)
        try await person.see("label", .holding("This server cannot be used."))
        try await driver.goBack(from: .holding("Add a server for"))
        try await setServer(of: "Bitcoin regtest", port: chain.port, driver)
        try await person.see("heading", "Servers")
        // It is with those in use now, at the beginning of the list.
        try await driver.goBack(from: "Servers")
        try await person.press("push button", "Servers…")
        try await person.see("push button", .holding("Bitcoin regtest (test network): localhost"))
        try await portray("test-network-servers")
        try await driver.goBack(from: "Servers")
        try await person.see("push button", .holding("0 tBTC, Bitcoin regtest (test network)"))
        try await person.press("push button", .holding("0 tBTC, Bitcoin regtest (test network)"))
        try await person.see("label", mark)
        try await person.press("push button", "Receive…")
        try await person.see("label", mark)
        let address = try await person.text(of: "label") { $0.hasPrefix("bcrt1q") && !$0.contains(" ") }
        try await person.see("icon", .holding("QR code of bitcoin:bcrt1q"))
        try ledger.pay(3_000_000, to: Destination(address, on: .regtest).script.bytes)
        try await person.see("label", .holding("+0.03 tBTC"))
        try await portray("test-network-receive")
        try ledger.mine()
        try await driver.person.press("push button", "Show the wallet")
        try await person.see("push button", .holding("0.03 tBTC"))
        try await person.see("push button", .holding("Test network"))
        try await portray("test-network-home")
        try await person.press("push button", .holding("0.03 tBTC"))
        try await person.press("push button", "Send…")
        try await person.see("radio button", .holding("Slow"))
        try await person.see("label", mark)
        // Addresses and links of other networks, which are as real as they look.
        for (text, problem) in [
            ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "(test network), but of another network."),
            (other.address(on: .signet) ?? "", "not an address of Bitcoin regtest"),
            ("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "This link is for another network."),
            ("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "This link is for another network."),
        ] {
            try await person.type(text, into: "text", "Recipient")
            try await person.type("0.01", into: "text", "Amount in tBTC")
            try await person.press("push button", "Review")
            try await person.see("label", .holding(problem))
        }
        try await portray("test-network-refused")
        try await person.type("bitcoin:\(recipient)?amount=0.01", into: "text", "Recipient")
        try await portray("test-network-send")
        try await person.press("push button", "Review")
        try await driver.approval.see("heading", .holding("Send 0.01 tBTC"))
        try await driver.approval.see("label", .holding("Test network. Its coins have no value."))
        try await portray("test-network-approval")
        try await driver.approve("Send")
        try await person.see("heading", "Sent")
        let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
        try expectEqual(ledger.waiting.contains(sent), true)
        try await person.press("push button", "History")
        try await person.see("push button", .holding("Test network · Pending"))
        try await portray("test-network-history")
        try await person.press("push button", .holding("Send 0.01 tBTC"))
        try await person.see("label", mark)
        // The terminal asks the window.
        try expectHolds(try driver.run("balance"), "tBTC\tBitcoin regtest (test network)")
        try expectEqual(
            try driver.run("balance").split(separator: "\n").filter { $0.contains("\ttest\t") }.count, 1)
        try expectHolds(try driver.run("history"), "\ttest")
        // A token with value has the same symbol, which does not change what the command means.
        try expectHolds(try driver.run("receive", "tBTC"), "bcrt1q")
        try expectHolds(try driver.run("receive", "tBTC", "--network", "regtest"), "bcrt1q")
        try expectHolds(try driver.run("receive", "tBTC", "--network", "regtest", "--json"), "\"test\":true")
        try expectHolds(
            try driver.run("endpoint", "list"), "regtest\tBitcoin regtest (test network)\ttcp://localhost")
        try ledger.mine()
    }
]

/// Enters a server of this computer for a network, on the page that the list of servers opens.
@MainActor private func setServer(of network: String, port: Int, _ driver: HomeDriver) async throws {
    // The networks without a server are at the end of a long list.
    try await driver.person.press("push button", .holding("\(network) (test network): no server"))
    try await driver.person.type("localhost", into: "text", "Host")
    try await driver.person.type("\(port)", into: "text", "Port")
    try await driver.person.press("radio button", .holding("No TLS"))
    try await driver.person.press("push button", "Add server")
}
