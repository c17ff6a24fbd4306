import BigInt
import Bridge
import ChainServers
import Ethereum
import Simulators
import Testing
import WalletTesting

/// A node of Ethereum with a token and a collection, and what a test can do on its chain.
protocol ServedNode: Sendable {
    var chainID: UInt64 { get }

    /// Its URL.
    var url: String { get }

    /// The contracts of a token with six decimals, and of a collection.
    var contracts: (token: String, collection: String) { get async throws }

    /// Pays one ether.
    func payEther(to address: String) async throws

    /// Pays units of the token.
    func payTokens(_ units: UInt64, to address: String) async throws

    /// Gives the first item of the collection, or one of its own if others use the collection, too.
    ///
    /// - Returns: Its number.
    func giveItem(to address: String) async throws -> UInt64

    /// Takes methods away, as nodes do that do not have them; all others are there.
    func setMissing(_ methods: [String]) async throws

    /// Asks what every node can be asked.
    @discardableResult func ask(_ method: String, _ params: JSON) async throws -> JSON
}

extension EthereumServer: ServedNode {
    var contracts: (token: String, collection: String) {
        get async throws {
            let known = try await ask("test_contracts")
            return (known["token"]?.string ?? "", known["collection"]?.string ?? "")
        }
    }

    func payEther(to address: String) async throws {
        try await ask("test_fund", [.string(address), "0xde0b6b3a7640000"])
    }

    func payTokens(_ units: UInt64, to address: String) async throws {
        try await ask("test_token", [.string(address), .number(JSONNumber(Int(units)))])
    }

    /// Gives the item whose number is the end of the address, because all tests share the collection.
    func giveItem(to address: String) async throws -> UInt64 {
        let item = UInt64(address.suffix(6), radix: 16) ?? 0
        try await ask(
            "test_call",
            [
                .string(contracts.collection), "mint(address,uint256)", .string(address),
                .number(JSONNumber(Int(item))),
            ])
        return item
    }

    func setMissing(_ methods: [String]) async throws {
        try await ask("test_without", [.array(methods.map { .string($0) })])
    }
}

extension EthereumChain: ServedNode {
    var url: String { address }

    var contracts: (token: String, collection: String) {
        (deployments.dollar.description, deployments.collection.description)
    }

    func payEther(to address: String) async throws { _ = try await fund(address, "1", asset: nil) }

    func payTokens(_ units: UInt64, to address: String) async throws {
        let values: [ABIValue] = [.address(try EthereumAddress(address)), .number(.init(units))]
        let data = try ABIFunction("transfer(address,uint256)").call(values)
        _ = try act(as: deployments.faucet, to: deployments.dollar, data: data)
    }

    func giveItem(to address: String) async throws -> UInt64 {
        let data = try ABIFunction("mint(address)").call([.address(EthereumAddress(address))])
        _ = try act(as: deployments.faucet, to: deployments.collection, data: data)
        return 1
    }

    @discardableResult func ask(_ method: String, _ params: JSON) async throws -> JSON {
        try #require(await result(method, params), "\(method)")
    }
}
