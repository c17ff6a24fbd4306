import Bridge
import Testing
import WalletCore

@testable import HeadlessWallet

/// What the user enters as a contact.
@Suite struct ContactEntryTests {
    private static let ethereum = ChainID(eip155: 1)
    private static let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    private let alice = Contact(chain: "eip155:1", address: address, name: "Alice")

    @Test(arguments: [
        "", " ", String(repeating: "a", count: 41), "Al\u{202E}ice", "Ali\nce", "Ali\u{0}ce", "Al\u{200B}ice",
    ])
    func `a name that is empty, long or misleading is refused`(_ name: String) {
        let error = #expect(throws: WalletError.self) {
            try ContactEntry(contacts: []).new(name, Self.address, on: Self.ethereum)
        }
        #expect(error?.field == .name)
    }

    @Test(arguments: [
        "", "alice", "0x7099", "0x70997970c51812dc3a010c7d01b50e0d17dc79cX",
        "0x70997970C51812dc3A010C7d01b50e0d17dc79c8", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    ])
    func `what is not an address of the network is refused`(_ address: String) {
        let error = #expect(throws: WalletError.self) {
            try ContactEntry(contacts: []).new("Alice", address, on: Self.ethereum)
        }
        #expect(error?.field == .address)
    }

    @Test func `a contact has the address in its canonical form, and a name without white space at its ends`() throws {
        let entry = ContactEntry(contacts: [])
        #expect(try entry.new(" Alice ", " \(Self.address.lowercased()) ", on: Self.ethereum) == alice)
        let bitcoin = try ContactEntry.network("BTC", of: "")
        #expect(
            try entry.new("Bob", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", on: bitcoin).address
                == "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
    }

    @Test func `a name or an address is used once on a network, and can be used on others`() throws {
        let entry = ContactEntry(contacts: [alice])
        let other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
        #expect(throws: WalletError.self) { try entry.new("alice", other, on: Self.ethereum) }
        #expect(throws: WalletError.self) { try entry.new("Bob", Self.address, on: Self.ethereum) }
        #expect(try entry.new("Alice", Self.address, on: ChainID(eip155: 10)).chain == "eip155:10")
        #expect(try entry.renamed(alice, "ALICE").name == "ALICE")
        let bob = try entry.new("Bob", other, on: Self.ethereum)
        #expect(throws: WalletError.self) { try ContactEntry(contacts: [alice, bob]).renamed(bob, "alice") }
    }

    @Test func `a contact is found by its name or its address, if only one is meant`() throws {
        let elsewhere = Contact(chain: "eip155:10", address: Self.address, name: "Alice")
        let entry = ContactEntry(contacts: [alice, elsewhere])
        #expect(throws: WalletError.self) { try entry.find("alice", on: nil) }
        #expect(throws: WalletError.self) { try entry.find("bob", on: nil) }
        #expect(try entry.find("ALICE", on: Self.ethereum) == alice)
        #expect(try entry.find(Self.address, on: ChainID(eip155: 10)) == elsewhere)
    }

    @Test func `the network of a contact is named, or follows from its address`() throws {
        #expect(try ContactEntry.network(nil, of: Self.address) == Self.ethereum)
        #expect(try ContactEntry.network(nil, of: "bitcoincash:q").reference == "000000000000000000651ef99cb9fcbe")
        #expect(try ContactEntry.network("8453", of: "") == ChainID(eip155: 8_453))
        #expect(try ContactEntry.network("eip155:10", of: "") == ChainID(eip155: 10))
        #expect(try ContactEntry.network("base", of: "") == ChainID(eip155: 8_453))
        for name in ["0", "-1", "nowhere", "cosmos:hub", "bip122:00", ""] {
            #expect(throws: WalletError.self) { try ContactEntry.network(name, of: "") }
        }
    }
}
