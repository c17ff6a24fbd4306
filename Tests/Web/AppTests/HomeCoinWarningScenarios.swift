import Bitcoin
import Harness
import Network
import Simulators
import WindowTesting

/// The warnings to which the form to send leads on Bitcoin and Bitcoin Cash.
@MainActor let homeCoinWarningScenarios = [bitcoinWarnings, cashWarnings]

/// Two addresses of Bitcoin whose first and last characters are the same.
private let (friend, twin) = (
    "bcrt1qtfd95kj6tfd95kj6tfd95kj6tfd95kj6qz56sc", "bcrt1qtfd95qqhneh45kj6tfd95kj6tfd95kj6hu56sc"
)

/// The same on Bitcoin Cash.
private let (cashFriend, cashTwin) = (
    "bchreg:qpd95kj6tfd95kj6tfd95kj6tfd95kj6tgxat4vjns", "bchreg:qpd95ksqpzpwxkj6tfd95kj6tfd95kj6tgjwc9vjns"
)

private let isNew = WarnedForm.Said.exactly("Caution: You have never sent to this address before.")

@MainActor private let bitcoinWarnings = Scenario(
    "a payment of bitcoin leads to each warning about its recipient, amount, fee and earlier payments"
) { workshop in
    let chain = try await CoinSimulator(isBitcoin: true)
    defer { Task { await chain.stop() } }
    let ledger = chain.ledger
    let driver = try await HomeDriver(
        workshop, settings: [["endpoint", "set", "regtest", "tcp://localhost:\(chain.port)"]])
    defer { driver.end() }
    try await driver.addAccount()
    let (person, form) = (driver.person, WarnedForm(driver: driver, symbol: "tBTC"))
    let own = try await newAddress("tBTC", driver)
    let script = try Destination(own, on: .regtest).script.bytes
    func pay(_ value: UInt64) throws { try ledger.pay(value, to: script, confirmations: 1) }
    try pay(100_000)
    try await person.see("push button", .holding("0.001 tBTC, Bitcoin regtest"))
    try await form.open(.holding("0.001 tBTC, Bitcoin regtest"))
    // The fees as the server tells them: 5 satoshis per byte for the next block, 1 for one of the next day.
    try await form.expect(
        isNew, .exactly("Note: Test network. Its coins have no value."), to: friend, amount: "0.0002",
        portrait: "home-send-caution-bitcoin")
    try await form.expect(
        .holding(
            "Danger: The fee rate is more than 20 times what a payment costs that can wait for a day. The fee is 0.0000"
        ),
        rate: "50")
    try await form.expect(
        .holding("Danger: The fee rate is more than 20 times what the next block costs. The fee is 0.0001"),
        rate: "120", portrait: "home-send-danger-bitcoin")
    // Higher fees, which the wallet asks for again after a block.
    try ledger.setRates([1: 20_000, 144: 20_000])
    try ledger.mine()
    try await form.expect(
        .holding("Danger: Payments on Bitcoin regtest (test network) rarely cost more than 200 sat/vB. The fee is "),
        rate: "201")
    try await form.expect(
        .holding("Danger: The network fee is more than a quarter of what the account has: 0.0002"), amount: "0.0005",
        rate: "200")
    try await form.expect(
        .holding("Danger: The network fee is more than the amount that you send: 0.0001"), amount: "0.0001", rate: "100"
    )
    try pay(900_000)
    try await form.expect(
        .holding("Caution: The network fee is more than 5 % of what you send: 0.0001"), amount: "0.002", rate: "100")
    try ledger.setRates([1: 5_000, 3: 3_000, 144: 1_000])
    try ledger.mine()
    // The share of the balance, of an address that is new and one that is not.
    try await form.expect(
        .exactly(
            "Danger: This is nearly all that the account can spend, sent to an address that is new to you."),
        amount: "0.0095", rate: "5")
    try await form.expect(.exactly("Caution: The recipient is the account that sends it."), to: own, amount: "0.002")
    try await form.send(friend, "0.002")
    try ledger.mine()
    try await form.reopen(.holding("0.0079"))
    try await form.expect(
        .exactly("Caution: This is nearly all that the account can spend."), to: friend, amount: "0.0078", rate: "5")
    try await form.expect(
        .exactly(
            "Danger: This address looks like one that you have sent to before, but it is a different one. It may have "
                + "been created to impersonate it."), to: twin, amount: "0.002")
    try await form.expect(
        .exactly(
            "Note: The same request was signed a minute ago, and may have been sent. This one does not replace it: both "
                + "can be confirmed."), to: friend)
    // The node refuses a payment: the next one spends the same coins, unless the user chooses others.
    try pay(300_000)
    try await form.enter(friend, "0.003", rate: "5")
    try await driver.approval.see("heading", .holding("Send 0.003 tBTC"))
    try ledger.relay(from: 1_000_000)
    try await form.fail(because: "No server accepted the payment.")
    try ledger.relay(from: 1_000)
    try await form.expect(
        .exactly(
            "Note: An earlier payment was rejected or given up. This one spends the same coins, so only one of the two "
                + "can be confirmed."), to: friend, amount: "0.004")
    try await person.press("push button", "Choose coins…")
    try await person.press("check box", .holding("0.003 tBTC"))
    try await person.press("push button", "Use these coins")
    try await form.expect(
        .exactly(
            "Caution: An earlier payment was rejected or given up, but anyone who has it can still send it. This one does "
                + "not replace it: both can be confirmed."), to: friend, amount: "0.001")
    // A server that does not say whether it has the payment.
    chain.faults.add(.refuse(code: 1, message: "timeout"), for: "blockchain.transaction.broadcast")
    try await form.send(friend, "0.0012", ending: "Unknown outcome")
    chain.faults.clear()
    try await form.reopen(.holding("tBTC, Bitcoin regtest"))
    try await form.expect(
        .exactly(
            "Caution: The status of an earlier payment is unknown. This one does not replace it: both can be confirmed. "
                + "See the history."), to: friend, amount: "0.001", rate: "5")
}

@MainActor private let cashWarnings = Scenario(
    "a payment of bitcoin cash leads to the warnings about the form of its address and about its fee"
) { workshop in
    let chain = try await CoinSimulator(isBitcoin: false)
    defer { Task { await chain.stop() } }
    let ledger = chain.ledger
    let driver = try await HomeDriver(
        workshop, settings: [["endpoint", "set", "cashRegtest", "tcp://localhost:\(chain.port)"]])
    defer { driver.end() }
    try await driver.addAccount()
    let form = WarnedForm(driver: driver, symbol: "tBCH")
    let own = try await newAddress("tBCH", driver)
    try ledger.pay(1_000_000, to: Destination(own, on: .cashRegtest).script.bytes)
    try await driver.person.see("push button", .holding("0.01 tBCH"))
    try await form.open(.holding("0.01 tBCH"))
    let legacy = try Destination(cashFriend, on: .cashRegtest).address(on: .regtest)
    try await form.expect(
        isNew,
        .exactly(
            "Caution: This address has the legacy format, which is the same on Bitcoin. Make sure that the recipient "
                + "expects Bitcoin Cash."), to: legacy, amount: "0.001")
    try await form.expect(
        .holding("Danger: Payments on Bitcoin Cash regtest (test network) rarely cost more than 20 sat/byte."),
        rate: "21")
    try await form.send(cashFriend, "0.001", rate: "2")
    try await form.reopen(.holding("0.0089"))
    try await form.expect(
        .exactly(
            "Danger: This address looks like one that you have sent to before, but it is a different one. It may have "
                + "been created to impersonate it."), to: cashTwin, amount: "0.001")
    try ledger.mine()
}

/// An address of the account in use, which has no coins yet.
@MainActor private func newAddress(_ symbol: String, _ driver: HomeDriver) async throws -> String {
    try await driver.person.press("push button", .holding("0 \(symbol)"))
    try await driver.person.press("push button", "Receive…")
    let address = try await driver.person.text(of: "label") {
        ($0.hasPrefix("bcrt1q") || $0.hasPrefix("bchreg:q")) && !$0.contains(" ")
    }
    try await driver.person.press("push button", "Show the wallet")
    return address
}
