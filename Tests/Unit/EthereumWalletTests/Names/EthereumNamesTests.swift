import Bridge
import Ethereum
import Testing
import WalletCore

@testable import EthereumWallet
@testable import WalletTesting

/// The names of ENS as the wallet's forms use them.
@MainActor @Suite struct EthereumNamesTests {
    private static let registry = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"
    private static let resolver = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63"
    private static let alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private let account = AccountID(chain: ChainID(eip155: 1), address: alice)

    /// Names with a node on which every name stands for Alice's address, and the address for `claim`.
    private func names(claim: String) throws -> (EthereumNames, FakeNode) {
        let node = FakeNode()
        node.set("eth_chainId", "0x1")
        let contracts = FakeContracts(node)
        let (keeper, owner) = (try EthereumAddress(Self.resolver), try EthereumAddress(Self.alice))
        try contracts.add(Self.registry, "resolver(bytes32 node)", "(address)") { _ in [.address(keeper)] }
        try contracts.add(Self.resolver, "addr(bytes32 node)", "(address)") { _ in [.address(owner)] }
        try contracts.add(Self.resolver, "name(bytes32 node)", "(string)") { _ in [.string(claim)] }
        let chains = ChainBook()
        chains.use(node, for: .ethereum)
        return (EthereumNames(chains: chains), node)
    }

    @Test func `a name that its address uses as well is mutual, any other is not`() async throws {
        let found = try await names(claim: "alice.eth").0.resolve("ALICE.eth", for: account)
        #expect(found == ResolvedName("alice.eth", Self.alice, isMutual: true))
        for claim in ["bob.eth", "", "Alice.eth", "alice.eth\u{0}"] {
            #expect(try await !names(claim: claim).0.resolve("alice.eth", for: account).isMutual, "\(claim)")
        }
    }

    @Test func `no node is asked for a name while names are turned off`() async throws {
        let (names, node) = try names(claim: "alice.eth")
        names.isEnabled = false
        let error = await #expect(throws: RPCError.self) { try await names.resolve("alice.eth", for: account) }
        #expect(error?.sentence.contains("turned off") == true)
        #expect(node.methods.isEmpty)
        names.isEnabled = true
        #expect(try await names.resolve("alice.eth", for: account).address == Self.alice)
    }

    @Test func `names that are not valid are refused with the reason`() async throws {
        let names = try names(claim: "").0
        for (name, reason) in [
            ("a..eth", "a part of it is empty"), ("a b.eth", "a character that is not allowed"),
            ("m\u{FC}ll\u{435}r.eth", "mixes characters of several scripts"),
        ] {
            let error = await #expect(throws: RPCError.self) { try await names.resolve(name, for: account) }
            #expect(error?.sentence.contains(reason) == true, "\(name): \(error?.sentence ?? "")")
        }
    }
}
