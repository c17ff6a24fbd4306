import BigInt
import Bridge
import Ethereum
import Harness
import Simulators
import WalletTesting
import WindowTesting

/// The wallet's window with a simulated chain, and an account with ether.
@MainActor struct EthereumJourney {
    let driver: HomeDriver

    /// The account that pays.
    let account = Sample.address

    /// A token that the wallet does not know, with 18 decimals.
    let token: EthereumAddress

    /// An address of another person.
    static let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

    /// Starts the wallet.
    init(_ workshop: TestPageFolder) async throws {
        driver = try await HomeDriver(workshop)
        token = driver.node.deployments.token
        try await driver.person.see("push button", .holding("ETH, Ethereum"))
    }

    var node: EthereumChain { driver.node }

    /// Calls a contract from the account, as another program with the same key does.
    func call(_ contract: EthereumAddress, _ function: String, _ values: [ABIValue]) throws {
        _ = try node.act(
            as: EthereumAddress(account), to: contract, data: ABIFunction(function).call(values))
    }

    /// What ``other`` may take of the token from the account.
    func allowance() async throws -> BigUInt? {
        let data = try ABIFunction("allowance(address,address)").call(
            [.address(EthereumAddress(account)), .address(EthereumAddress(Self.other))])
        let call: JSON = [
            ["to": .string(token.description), "data": .string(Quantity.text(bytes: data))], "latest",
        ]
        return await node.result("eth_call", call)?.string.flatMap { BigUInt($0.dropFirst(2), radix: 16) }
    }
}

extension EthereumChain {
    /// The balance of an address in wei.
    func balance(of address: String) async throws -> BigUInt {
        try required(await result("eth_getBalance", [.string(address), "latest"]).flatMap { Quantity.read($0) })
    }
}
