import Bridge
import ChainServers
import Harness
import WindowTesting

/// The wallet's window with ``/ChainServers/EthereumServer``, and an account with one ether.
@MainActor struct EthereumJourney {
    let server: EthereumServer
    let driver: HomeDriver

    /// The account that pays.
    let account: String

    /// An address of another person.
    static let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

    /// Starts the wallet, and pays into its account.
    init(_ workshop: TestPageFolder) async throws {
        server = try await EthereumServer.mainnet
        driver = try await HomeDriver(workshop, at: server.url)
        try await driver.person.see("push button", .holding("ETH, Ethereum"))
        account = String(try driver.run("receive", "ETH").prefix { !$0.isWhitespace })
        try await server.ask("test_fund", [.string(account), "0xde0b6b3a7640000"])
        try await driver.person.press("push button", "Refresh")
    }

    /// The address of a contract of the server.
    func contract(_ name: String) async throws -> String {
        guard let address = try await server.ask("test_contracts")[name]?.string else {
            throw Failure("there is no contract \(name)")
        }
        return address
    }

    /// Calls a contract from the account, as another program with the same key does.
    func call(_ contract: String, _ function: String, _ values: [JSON]) async throws {
        try await server.ask(
            "test_call_by", .array([.string("0x\(Sample.key)"), .string(contract), .string(function)] + values))
    }

    /// What ``other`` may take of a token from the account.
    func allowance(of token: String) async throws -> UInt64? {
        let words = [account, Self.other].map {
            String(repeating: "0", count: 24) + $0.dropFirst(2).lowercased()
        }
        let call: JSON = [
            ["to": .string(token), "data": .string("0xdd62ed3e" + words.joined())], "latest",
        ]
        return try await server.ask("eth_call", call).string.flatMap { UInt64($0.dropFirst(2), radix: 16) }
    }
}
