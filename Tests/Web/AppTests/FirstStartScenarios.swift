import Foundation
import Harness
import Simulators
import TestServers
import WindowTesting

/// The first start of the wallet, with nothing on the computer yet.
@MainActor let firstStartScenarios: [Scenario] = [firstReceive, noServerBefore, practiceFirst]

/// Nothing is asked for before the user said which servers may be.
@MainActor private let noServerBefore = Scenario(
    "no server is contacted before the answer, and the built-in servers only if they are chosen"
) { workshop in
    // Everything that leaves this computer goes through the proxy, which tells what was wanted.
    let proxy = try await ProxyPeer(.socks5, routes: [:])
    let driver = try await HomeDriver(
        workshop, hasNode: false, settings: [["proxy", "set", "socks5://127.0.0.1:\(proxy.port)"]])
    defer { driver.end() }
    let person = driver.person
    try await person.see("heading", "Which servers may the wallet ask?")
    // Longer than each interval at which the wallet asks servers.
    try await Task.sleep(for: .seconds(20))
    try expectEqual(proxy.wanted, [])
    try await person.press("push button", .holding("Use public servers"))
    for wanted in [
        "name ethereum-rpc.publicnode.com:443", "name eth.drpc.org:443",
        "name electrum.blockstream.info:50002", "name bch.imaginary.cash:50002",
    ] {
        try await waitUntil("\(wanted) is contacted") { proxy.wanted.contains(wanted) }
    }
    try expectEqual(proxy.wanted.allSatisfy { $0.hasPrefix("name ") }, true)
    try await person.see("label", .holding("No server can be reached through the proxy"))
    try await person.see("label", .holding("Your balances are not known."))
    try await person.see("label", .holding("The servers of several networks cannot be used: "))
    try await portray("first-start-offline")
    try await person.press("push button", "Servers…")
    try await person.see("heading", "Servers")
    try expectHolds(try driver.run("endpoint", "list"), "1\tEthereum\thttps://eth.drpc.org")
    await proxy.close()
}

/// From nothing to the first coins; the time is printed, because a slow computer is no failure.
@MainActor private let firstReceive = Scenario(
    "a first start leads to the first coins: a wallet, a server of one's own, an address"
) { workshop in
    let node = try await EthereumChain.started(1)
    defer { Task { await node.stop() } }
    let start = ContinuousClock.now
    let driver = try await HomeDriver(workshop, hasWallet: false, hasNode: false)
    defer { driver.end() }
    let person = driver.person
    try await person.see("heading", .holding("Set up a wallet"))
    try await person.see("heading", "You have no wallet yet")
    try await person.press("push button", .holding("Create a new wallet"))
    let maker = try AccessibilityDriver(
        using: try await WalletCommandDriver.child(of: driver.program.id), patience: .seconds(60))
    try await maker.type("Pocket", into: "text", "Name of the wallet")
    try await maker.press("push button", "Show recovery phrase")
    try await maker.see("heading", .holding("Write down your recovery phrase"))
    let words = maker.descriptions(of: "label", .any).filter { $0.summary.hasPrefix("Word ") }
    try await maker.press("push button", "I have written it down")
    try await maker.see("heading", .holding("Confirm your recovery phrase"))
    for word in words where maker.sees("text", .exactly(word.summary)) {
        try await maker.type(word.text, into: "text", .exactly(word.summary))
    }
    try await maker.press("push button", "Continue")
    try await maker.type(Sample.passphrase, into: "password text", "Passphrase")
    try await maker.type(Sample.passphrase, into: "password text", "Confirm passphrase")
    try await maker.press("push button", "Encrypt")
    try await person.see("heading", .holding("Unlock “Pocket”"))
    try expectEqual(person.sees("label", "Your wallet cannot be opened."), false)
    try await person.see("label", "The wallet is locked. Unlock it to continue.")
    try await driver.unlock()
    try await person.see("heading", "Which servers may the wallet ask?")
    try await portray("home-servers-question")
    try await person.press("push button", .holding("Use my own servers"))
    try await person.press("push button", .holding("Ethereum: no node"))
    try await driver.person.type(node.address, into: "text", "Address of the node")
    try await person.press("push button", "Add node")
    try await person.see("push button", .holding("Ethereum: 127.0.0.1"))
    try await driver.goBack(from: "Servers")
    try await person.press("push button", .holding("0 ETH, Ethereum"))
    try await person.press("push button", "Receive…")
    let address = try await person.text(of: "label") { $0.hasPrefix("0x") && $0.utf8.count == 42 }
    try await person.see("icon", .holding("QR code of"))
    try await portray("home-first-receive")
    _ = try await node.fund(address, "1", asset: nil)
    try await driver.person.press("push button", "Show the wallet")
    try await person.press("push button", "Refresh")
    try await person.see("push button", .holding("1 ETH, Ethereum"))
    let seconds = (ContinuousClock.now - start).components.seconds
    print("# from the first start to the first coins: \(seconds) seconds")
}

/// Whoever has no wallet yet can try one without money.
@MainActor private let practiceFirst = Scenario("the first start offers to practise without a wallet") { workshop in
    let driver = try await HomeDriver(workshop, hasWallet: false, hasNode: false)
    defer { driver.end() }
    try await portray("first-start")
    try await driver.person.press("push button", .holding("Practise first"))
    let practice = try await WalletCommandDriver.child(of: driver.program.id, running: "drawbridge-practice\0")
    let person = try AccessibilityDriver(using: practice, patience: .seconds(60))
    try await person.see("push button", .holding("1 tBTC"))
    try await driver.person.see("heading", "You have no wallet yet")
    try await person.press("push button", "Close")
    try await waitUntil("the practice program has ended") { kill(practice, 0) == -1 }
}
