import BigInt
import Bridge
import Ethereum
import Primitives
import Testing

@testable import EthereumWallet
@testable import WalletTesting

@Suite struct NameResolverTests {
    private static let registry = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"
    private static let resolver = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63"
    private static let reverse = "0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb"
    private static let alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

    private struct World {
        let node = FakeNode()
        let contracts: FakeContracts

        /// `alice.eth` stands for Alice's address, and the other names in `resolvers` have a resolver.
        init(resolvers: [String: String] = ["alice.eth": resolver], claim: String? = nil) throws {
            contracts = FakeContracts(node)
            let alice = try EthereumAddress(NameResolverTests.alice)
            var all = resolvers
            if claim != nil { all[ENSName.reverse(of: alice).text] = reverse }
            let nodes = try Dictionary(
                uniqueKeysWithValues: all.map { (try ENSName($0.key).node, try EthereumAddress($0.value)) })
            let zeroAddress = try EthereumAddress(bytes: [UInt8](repeating: 0, count: 20))
            try contracts.add(registry, "resolver(bytes32 node)", "(address)") { arguments in
                [.address(arguments[0].bytes.flatMap { nodes[$0] } ?? zeroAddress)]
            }
            let name = try ENSName("alice.eth").node
            try contracts.add(resolver, "addr(bytes32 node)", "(address)") { arguments in
                [.address(arguments[0].bytes == name ? alice : zeroAddress)]
            }
            try contracts.add(reverse, "name(bytes32 node)", "(string)") { _ in [.string(claim ?? "")] }
        }

        func address(_ name: String, on chain: UInt64 = 1) async throws -> String {
            try await NameResolver(node: node).address(of: ENSName(name), on: chain).description
        }
    }

    @Test func `a name stands for the address of its resolver`() async throws {
        #expect(try await World().address("Alice.eth") == Self.alice)
    }

    @Test func `a name without a resolver or without an address stands for nothing`() async throws {
        await #expect(throws: RPCError.self) { try await World().address("bob.eth") }
        await #expect(throws: RPCError.self) {
            try await World(resolvers: ["bob.eth": Self.resolver]).address("bob.eth")
        }
    }

    @Test func `a resolver of a parent answers only if it says that it does`() async throws {
        let world = try World(resolvers: ["example.eth": Self.resolver])
        await #expect(throws: RPCError.self) { try await world.address("pay.example.eth") }
        let address = try EthereumAddress(Self.alice)
        try world.contracts.add(Self.resolver, "supportsInterface(bytes4 interfaceId)", "(bool)") { arguments in
            [.bool(arguments[0].bytes == [0x90, 0x61, 0xB9, 0x23])]
        }
        let name = try ENSName("pay.example.eth").encoded()
        try world.contracts.add(Self.resolver, "resolve(bytes name, bytes data)", "(bytes)") { arguments in
            guard arguments[0].bytes == name, let answer = try? ABIEncoder.encode([.address(address)], as: [.address])
            else { return [.bytes([])] }
            return [.bytes(answer)]
        }
        #expect(try await world.address("pay.example.eth") == Self.alice)
    }

    @Test func `a name that is kept outside the chain is refused, and nobody else is asked`() async throws {
        let world = try World()
        try world.contracts.add(Self.resolver, "addr(bytes32 node)", "(address)") { _ throws(NodeError) in
            throw .refused(.reverted([0x55, 0x6F, 0x18, 0x30] + [UInt8](repeating: 0, count: 160)))
        }
        let error = await #expect(throws: RPCError.self) { try await world.address("alice.eth") }
        #expect(error?.sentence.contains("off-chain") == true)
    }

    @Test func `another chain has the record for it, otherwise the address of a person on Ethereum`() async throws {
        let world = try World()
        world.node.set("eth_getCode", "0x")
        #expect(try await world.address("alice.eth", on: 8_453) == Self.alice)
        world.node.set("eth_getCode", "0x6001")
        await #expect(throws: RPCError.self) { try await world.address("alice.eth", on: 8_453) }
        let other = [UInt8](repeating: 0xAB, count: 20)
        try world.contracts.add(Self.resolver, "addr(bytes32 node, uint256 coinType)", "(bytes)") { arguments in
            [.bytes(arguments[1].uint == 0x8000_2105 ? other : [])]
        }
        #expect(try await world.address("alice.eth", on: 8_453) == EthereumAddress(bytes: other).description)
    }

    @Test func `the name of an address counts only if it resolves to that address`() async throws {
        let alice = try EthereumAddress(Self.alice)
        #expect(try await NameResolver(node: try World(claim: "alice.eth").node).name(of: alice)?.text == "alice.eth")
        for claim in ["bob.eth", "Alice.eth", "alice.eth ", "vitalik.eth", "", String(repeating: "a", count: 5_000)] {
            #expect(
                try await NameResolver(node: try World(claim: claim).node).name(of: alice) == nil, "\(claim.prefix(20))"
            )
        }
    }

    @Test(arguments: [
        "0x", "0x00", "0x" + String(repeating: "ff", count: 32), "0x" + String(repeating: "00", count: 31), "junk",
    ])
    func `answers that are not addresses are not records`(_ answer: String) async throws {
        let node = FakeNode()
        node.set("eth_call", .string(answer))
        await #expect(throws: RPCError.self) { try await NameResolver(node: node).address(of: ENSName("a.eth"), on: 1) }
        let alice = try EthereumAddress(Self.alice)
        #expect((try? await NameResolver(node: node).name(of: alice)) == nil)
    }
}
