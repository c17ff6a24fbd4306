import Bridge
import ChainServers
import Ethereum
import Harness
import Keys
import Primitives
import Simulators
import WalletTesting
import WindowTesting

/// The warnings to which the form to send leads on EVM chains.
@MainActor let homeEthereumWarningScenarios =
    [tokenWarnings, coinWarnings] + (EthereumServer.isInstalled ? [trapWarnings] : [])

/// An address to which nobody has sent anything.
private let stranger = "0x52908400098527886E0F7030069857D2E4169EE7"

/// Adds an account that has nothing, and uses it; returns its address.
@MainActor private func newAccount(of driver: HomeDriver) async throws -> String {
    try await driver.addAccount()
    return String(try driver.run("receive", "ETH", "--account", "Savings, Account 2").prefix { !$0.isWhitespace })
}

@MainActor private let coinWarnings = Scenario(
    "a payment of ether leads to each warning about its recipient, amount, fee, nonce and simulation"
) { workshop in
    let driver = try await HomeDriver(workshop)
    defer { driver.end() }
    let own = try await newAccount(of: driver)
    let (node, form) = (driver.node, WarnedForm(driver: driver, symbol: "ETH"))
    let balance = AccessibilityDriver.Name.holding("ETH, Ethereum")
    // 60,000 gwei: the fee at the network’s price is a large share.
    _ = try await node.fund(own, "0.00006", asset: nil)
    try await form.open(balance)
    try await form.expect(
        .holding("Danger: The network fee can be more than a quarter of what the account has: "),
        to: stranger, amount: "0.00001")
    _ = try await node.fund(own, "0.0004", asset: nil)
    try await form.expect(
        .holding("Caution: The network fee can be more than 5 % of what the account has: "), amount: "0.0002")
    try await form.expect(
        .holding("Danger: The network fee can be more than the amount that you send: "), amount: "0.00001")
    _ = try await node.fund(own, "1", asset: nil)
    try await form.expect(
        .holding("Caution: The network fee can be more than the amount that you send: "), amount: "0.00001")
    // The recipient, and how much of the balance it gets.
    try await form.expect(
        .exactly("Caution: You have never sent anything of value to this address before."), amount: "0.25",
        portrait: "home-send-caution")
    try await form.expect(
        .exactly("Danger: This is nearly all that the account has, sent to an address that is new to you."),
        amount: "0.95")
    try await form.expect(
        .holding("so the network will reject this transaction."),
        .exactly("Caution: Your node could not simulate this transaction."), amount: "5")
    try await form.expect(
        .exactly("Caution: The recipient is the account that sends it."), to: own, amount: "0.25")
    try await form.expect(
        .exactly("Danger: No one controls this address: anything sent there is lost."),
        to: "0x0000000000000000000000000000000000000000")
    let friend = "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955"
    try await form.send(friend, "0.05")
    try await form.reopen(balance)
    let twin = "0x14dcb0a9d2c51f7e83b64c05d1e2f3a9c8b79955"
    try await form.expect(
        .holding("Danger: This address looks like one that you know, but it is a different one."),
        to: twin, amount: "0.05", portrait: "home-send-danger")
    try await form.expect(
        .exactly(
            "Note: The same request was signed a minute ago, and may have been sent. This one does not replace it: both "
                + "can be confirmed."),
        to: friend)
    // A name that its owner did not confirm, as anyone can point a name at any address.
    try node.setName("someone.eth", of: EthereumAddress(friend), isConfirmed: false)
    try await form.enter("someone.eth", "0.06")
    try await driver.approval.see("label", "“someone.eth”")
    try await driver.approval.see("label", .holding("not confirmed by owner"))
    try await form.reject()
    // The account obeys a contract.
    try await delegate(own, to: node.deployments.multicall, on: node)
    try await form.expect(.holding("Danger: This account has delegated itself to the contract 0xcA11"), to: friend)
    try await delegate(own, to: EthereumAddress(bytes: [UInt8](repeating: 0, count: 20)), on: node)
    // What the node can tell.
    node.setMissing(["eth_simulateV1", "debug_traceCall"])
    try await form.enter(friend, "0.06")
    try await driver.approval.see("label", .holding("not simulated: your node does not offer simulations"))
    try await form.reject()
    node.setMissing(["eth_simulateV1", "debug_traceCall", "eth_call"])
    try await form.expect(.exactly("Caution: The wallet could not simulate this transaction."), to: friend)
    // The node refuses the payment, and the next one could be confirmed beside it.
    node.setMissing(["eth_sendRawTransaction"])
    try await form.enter(friend, "0.07")
    try await form.fail(because: "The node rejected the transaction.")
    node.setMissing([])
    try await form.enter(friend, "0.06")
    try await driver.approval.press("toggle button", "Advanced")
    let nonce = try await nonce(of: own, on: node)
    try await form.change("Nonce", to: "\(nonce + 1)")
    try await form.see([
        .exactly(
            "Caution: An earlier transaction with the nonce \(nonce) was rejected or given up, but anyone who has it can "
                + "still send it. This one does not replace it: both can be confirmed."),
        .exactly("Caution: This transaction waits for an earlier one that is not confirmed yet."),
    ])
    try await form.change("Nonce", to: "0")
    try await form.see([
        .exactly(
            "Caution: The account has used the nonce 0 before. This transaction replaces the earlier one, or the "
                + "network rejects it.")
    ])
    try await form.reject()
    // A fee by hand.
    try await form.expect(
        .exactly(
            "Danger: The gas price is more than 10 times what the network charges now. The fee is up to 0.063 ETH."),
        .exactly(
            "Danger: The network fee can be more than the amount that you send. The fee is up to 0.063 ETH."),
        to: friend, amount: "0.06", rate: "3000")
    try await form.expect(
        .exactly(
            "Danger: The network fee can be more than 5 % of what the account has. The fee is up to 0.063 ETH."),
        amount: "0.08", rate: "3000")
    try await form.expect(
        .exactly("Caution: The max fee is below the current base fee, so the transaction will have to wait."),
        rate: "0.000000001")
}

/// Lets the second account of the wallet delegate itself to a contract, which the wallet never does.
@MainActor private func delegate(_ own: String, to contract: EthereumAddress, on node: EthereumChain) async throws {
    let key = try PrivateKey(SecretBytes(copying: Hex.decode(Sample.secondKey) ?? []))
    let raw = try Delegation.raw(
        of: EthereumAddress(own), to: contract, on: node.chainID, nonce: try await nonce(of: own, on: node)
    ) { try key.sign($0) }
    _ = try required(await node.result("eth_sendRawTransaction", [.string(Quantity.text(bytes: raw))]))
}

/// The next nonce of an account.
@MainActor private func nonce(of own: String, on node: EthereumChain) async throws -> UInt64 {
    let count = await node.result("eth_getTransactionCount", [.string(own), "latest"])
    return try required(count.flatMap { Quantity.readWord($0) })
}

// The token that lies is code of its own, which the simulated chain does not run.
@MainActor private let trapWarnings = Scenario(
    "a payment of tokens leads to each warning about their contract, and about what its simulation shows"
) { workshop in
    let server = try await EthereumServer.mainnet
    let driver = try await HomeDriver(workshop, at: server.url)
    defer { driver.end() }
    let own = try await newAccount(of: driver)
    let contracts = try await server.ask("test_contracts")
    let (token, trap) = (try required(contracts["token"]?.string), try required(contracts["trap"]?.string))
    try await server.ask("test_fund", [.string(own), "0xde0b6b3a7640000"])
    try await server.ask("test_token", [.string(own), 9_000_000])
    _ = try driver.run("tokens", "add", token)
    _ = try driver.run("tokens", "add", trap)
    let practice = WarnedForm(driver: driver, symbol: "“PRAC”")
    try await practice.open(.holding("9 “PRAC”"))
    try await practice.expect(
        .exactly(
            "Danger: The recipient is the token’s own contract: tokens sent there are almost always lost."),
        to: token, amount: "2")
    try await practice.expect(
        .exactly(
            "Danger: Multicall3 does not record whose tokens it holds: what is sent there is lost, or anyone can take it."
        ), to: contracts["multicall"]?.string)
    try await practice.expect(
        .exactly(
            "Danger: The wallet cannot tell how much of the token this is. It may be all that you have, sent to an "
                + "address that is new to you."),
        .exactly("Caution: You have never sent anything of value to this address before."), to: stranger)
    try await practice.expect(
        .exactly(
            "Danger: This transaction would fail and still cost its fee. The contract's reason: “not enough tokens”."),
        amount: "10")
    // The gas by hand.
    try await practice.enter(stranger, "2")
    try await driver.approval.press("toggle button", "Advanced")
    try await practice.change("Gas limit", to: "21000")
    try await practice.see([
        .holding("Caution: The gas limit is below the estimate of "),
        .holding("Danger: A transaction with this data needs a gas limit of at least "),
    ])
    try await practice.change("Gas limit", to: "100000000")
    try await practice.see([.holding("Danger: The gas limit is more than 10 times the estimate of ")])
    try await practice.reject()
    try await driver.person.press("push button", "Show the wallet")
    // What the description says and what the contract does are compared.
    let lying = WarnedForm(driver: driver, symbol: "“TRAP”")
    try await lying.open(.holding("1000 “TRAP”"))
    try await lying.expect(
        .exactly("Caution: In the simulation, nothing is transferred from your account."), to: stranger, amount: "1")
    try await lying.expect(
        .exactly(
            "Danger: In the simulation, an amount of the token 0x4444…4444 leaves your account, which the description "
                + "of this transaction does not say."),
        .exactly(
            "Danger: In the simulation, \(stranger) may spend tokens of yours afterwards, which the description of "
                + "this transaction does not say."), amount: "2")
    try await lying.expect(.exactly("Danger: This transaction changes more than the wallet can show."), amount: "3")
    try await lying.expect(
        .exactly(
            "Danger: This transaction would fail and still cost its fee. The contract's reason: “Trading is not "
                + "open.”."), amount: "4")
}

@MainActor private let tokenWarnings = Scenario(
    "a payment of a token that the wallet knows leads to the warnings about its share and its worth"
) { workshop in
    let driver = try await HomeDriver(workshop)
    defer { driver.end() }
    let form = WarnedForm(driver: driver, symbol: "USDC")
    try await form.open(.holding("1000000 USDC"))
    try await form.expect(
        .exactly("Danger: This is nearly all that you have of it, sent to an address that is new to you."),
        to: stranger, amount: "900000")
    try await form.expect(
        .holding("Danger: The network fee can be more than the amount that you send. The fee is up to "),
        amount: "0.01", rate: "200")
}
