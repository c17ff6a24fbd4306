import Bridge
import Ethereum
import Synchronization
import TestSupport
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// The verified names of addresses, next to the addresses that the wallet shows.
@MainActor @Suite struct AddressNamesTests {
    private static let alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private static let bob = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"

    /// A node with the registry of ENS, in which each of `names` stands for an address, and each address of `claims` claims
    /// a name.
    private func node(_ names: [String: String], claims: [String: String]) throws -> FakeNode {
        let node = FakeNode.quiet()
        let contracts = FakeContracts(node)
        let keeper = try EthereumAddress("0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63")
        var addresses: [[UInt8]: EthereumAddress] = [:]
        for (name, address) in names { addresses[try ENSName(name).node] = try EthereumAddress(address) }
        var texts: [[UInt8]: String] = [:]
        for (address, name) in claims { texts[ENSName.reverse(of: try EthereumAddress(address)).node] = name }
        let zero = try EthereumAddress(bytes: [UInt8](repeating: 0, count: 20))
        let (found, claimed) = (addresses, texts)
        let registry = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"
        try contracts.add(registry, "resolver(bytes32 node)", "(address)") { arguments in
            let node = arguments[0].bytes ?? []
            return [.address(found[node] != nil || claimed[node] != nil ? keeper : zero)]
        }
        try contracts.add(keeper.description, "addr(bytes32 node)", "(address)") { arguments in
            [.address(found[arguments[0].bytes ?? []] ?? zero)]
        }
        try contracts.add(keeper.description, "name(bytes32 node)", "(string)") { arguments in
            [.string(claimed[arguments[0].bytes ?? []] ?? "")]
        }
        return node
    }

    /// The rows with names that the approval of a payment to `address` shows, and its warnings.
    private func shown(_ site: TestSite, to address: String = alice) async throws -> Approval {
        site.decision = .rejected
        _ = await site.send(["to": .string(address)])
        return try #require(site.shown.last)
    }

    private func names(_ approval: Approval) -> [DisplayText] {
        approval.rows.filter { $0.role == .name }.map(\.value)
    }

    @Test func `the name that stands for a recipient is next to its address, which stays whole`() async throws {
        let site = try await TestSite.connected(node(["alice.eth": Self.alice], claims: [Self.alice: "alice.eth"]))
        let approval = try await shown(site)
        let place = try #require(approval.orderedRows.firstIndex { $0.role == .recipient })
        #expect(approval.orderedRows[place].value == .exact(Self.alice))
        #expect(approval.orderedRows[place + 1].value == .untrusted("alice.eth"))
        #expect(approval.orderedRows[place + 1].note == "confirmed by its owner")
        #expect(!approval.sentence.contains("alice.eth"))
    }

    @Test(arguments: ["bob.eth", "Alice.eth", "alice.eth\u{200B}", "\u{430}lice.eth", "alice.eth ", "nobody.eth"])
    func `a name that does not stand for the address, or is not normalized, is not shown`(_ claim: String) async throws
    {
        let names = ["alice.eth": Self.alice, "bob.eth": Self.bob]
        let site = try await TestSite.connected(node(names, claims: [Self.alice: claim]))
        #expect(try await self.names(shown(site)).isEmpty)
    }

    @Test func `nothing is asked while names are turned off, or if a site named the node`() async throws {
        let node = try node(["alice.eth": Self.alice], claims: [Self.alice: "alice.eth"])
        let site = try await TestSite.connected(node)
        for case let names as EthereumNames in site.services.holdings.names { names.isEnabled = false }
        #expect(try await self.names(shown(site)).isEmpty)
        let registry = "0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e"
        func isAsked() -> Bool { node.asked.contains { $0.params[0]?["to"]?.string?.lowercased() == registry } }
        #expect(!isAsked())
        let chains = ChainBook(
            endpoints: [1: try Endpoint("https://node.example")],
            fromSites: [1: try Origin(serialized: "https://dapp.example")]
        ) { _ in node }
        let other = try TestSite(chains: chains)
        _ = await other.ask("eth_requestAccounts")
        #expect(try await self.names(shown(other)).isEmpty)
        #expect(!isAsked())
    }

    @Test func `a name that reads like a contact at another address is a danger`() async throws {
        for (name, contact, isDanger) in [
            ("alice.eth", "Alice", true), ("a1ice.eth", "alice", true), ("al-ice.eth", "Al Ice", true),
            ("alice.eth", "alice.eth", true), ("alice.eth", "Bob", false),
        ] {
            let site = try await TestSite.connected(node([name: Self.alice], claims: [Self.alice: name]))
            try await site.services.recipients.remember(
                Recipient(chain: "eip155:1", address: Self.bob, name: contact, lastUsed: 0, roles: []))
            let approval = try await shown(site)
            #expect(names(approval) == [.untrusted(name)])
            #expect(
                approval.warnings.contains { $0.level == .danger && $0.text.contains("reads like your contact") }
                    == isDanger, "\(name), \(contact)")
        }
        // The contact itself is no imitation.
        let site = try await TestSite.connected(node(["alice.eth": Self.alice], claims: [Self.alice: "alice.eth"]))
        try await site.services.recipients.remember(
            Recipient(chain: "eip155:1", address: Self.alice, name: "Alice", lastUsed: 0))
        let approval = try await shown(site)
        #expect(names(approval) == [.untrusted("alice.eth")])
        #expect(!approval.warnings.contains { $0.text.contains("reads like") })
    }

    @Test func `a name that looks like that of an earlier address is a danger`() async throws {
        let site = try await TestSite.connected(
            node(
                ["alice.eth": Self.alice, "a1ice.eth": Self.bob],
                claims: [Self.alice: "alice.eth", Self.bob: "a1ice.eth"]))
        #expect(try await !shown(site).warnings.contains { $0.text.contains("looks like") })
        let approval = try await shown(site, to: Self.bob)
        #expect(
            approval.warnings.contains {
                $0.level == .danger && $0.text.contains("“a1ice.eth” looks like “alice.eth”")
            })
    }

    @Test func `a name with other letters than a to z says so`() async throws {
        let name = "m\u{FC}ller.eth"
        let site = try await TestSite.connected(node([name: Self.alice], claims: [Self.alice: name]))
        let row = try await shown(site).rows.first { $0.role == .name }
        #expect(row?.value == .untrusted(name))
        #expect(row?.note == "confirmed by its owner, has letters other than a–z")
    }

    @Test func `a node that does not answer delays nothing for longer than the limit`() async throws {
        let silent = SilentNode()
        let chains = ChainBook()
        chains.use(silent, for: .ethereum)
        let (manual, clock) = (ManualClock(), WalletClock())
        clock.time = manual.time
        let names = AddressNames(source: EthereumNames(chains: chains), clock: clock)
        let addresses = try (1...40).map { try EthereumAddress(bytes: [UInt8](repeating: 9, count: 19) + [$0]) }
        let answer = Task { await names.names(of: addresses, on: .ethereum) }
        #expect(await eventually { manual.sleeperCount == 1 })
        manual.advance(by: .seconds(1))
        #expect(await answer.value.isEmpty)
        // No more are asked at the same time.
        #expect(await eventually { silent.count == 20 })
        let more = Task { await names.names(of: Array(addresses.suffix(10)), on: .ethereum) }
        #expect(await more.value.isEmpty)
        #expect(silent.count == 20)
    }

    @Test func `a name is asked for once, and again when it is old`() async throws {
        let node = try node(["alice.eth": Self.alice], claims: [Self.alice: "alice.eth"])
        let chains = ChainBook()
        chains.use(node, for: .ethereum)
        let (manual, clock) = (ManualClock(), WalletClock())
        clock.time = manual.time
        let names = AddressNames(source: EthereumNames(chains: chains), clock: clock)
        let alice = try EthereumAddress(Self.alice)
        #expect(await names.names(of: [alice], on: .ethereum) == [alice: "alice.eth"])
        let count = node.asked.count
        #expect(await names.names(of: [alice], on: .ethereum) == [alice: "alice.eth"])
        #expect(names.known([alice], on: .ethereum) == [alice: "alice.eth"])
        #expect(node.asked.count == count)
        // An approval has only what a node has just told, also while the node does not answer.
        manual.advance(by: .seconds(62))
        let silent = FakeNode()
        silent.set("eth_call") { _ throws(NodeError) in throw .refused(.limit) }
        chains.use(silent, for: .ethereum)
        #expect(names.known([alice], on: .ethereum) == [alice: "alice.eth"])
        #expect(await names.names(of: [alice], on: .ethereum).isEmpty)
        // A node that gives no answer does not say that there is no name.
        chains.use(node, for: .ethereum)
        manual.advance(by: .seconds(6))
        #expect(await names.names(of: [alice], on: .ethereum) == [alice: "alice.eth"])
        #expect(node.asked.count == 2 * count)
        manual.advance(by: .seconds(601))
        #expect(names.known([alice], on: .ethereum).isEmpty)
        #expect(await names.names(of: [alice], on: .ethereum) == [alice: "alice.eth"])
        #expect(node.asked.count == 3 * count)
    }
}

/// A node that never answers.
private final class SilentNode: EthereumNode {
    private let asked = Mutex(0)

    var count: Int { asked.withLock(\.self) }

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        asked.withLock { $0 += 1 }
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
        throw .malformed
    }
}
