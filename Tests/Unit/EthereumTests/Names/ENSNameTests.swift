import Bridge
import Foundation
import Primitives
import TestSupport
import Testing

@testable import Ethereum

@Suite struct ENSNameTests {
    @Test func `all 38613 validation tests of ENSIP-15 pass`() throws {
        let cases = try Vectors.read("ensip15/tests.json", as: [[String?]].self)
        let normalizer = NameNormalizer()
        for entry in cases {
            let name = try #require(entry.first ?? nil)
            let expected = entry.count > 1 ? entry[1] : name
            let result = try? normalizer.normalized(name)
            // Strings that are canonically equivalent are equal in Swift, so their bytes are compared.
            guard result.map({ Array($0.utf8) }) != expected.map({ Array($0.utf8) }) else { continue }
            Issue.record("\(name.unicodeScalars.map { String($0.value, radix: 16) }) became \(result ?? "an error")")
        }
        #expect(cases.count == 38_613)
        Suites.record("ensip15", cases: cases.count)
    }

    @Test func `all 1966 cases of namehash give their node or are refused`() throws {
        let cases = try #require(Vectors.json("ens-namehash/namehash.json").array)
        for entry in cases {
            let name = try #require(entry["ensName"]?.string)
            let node = try? ENSName(name).node
            let expected = entry["error"] == nil ? entry["namehash"]?.string.flatMap { Hex.decode($0) } : nil
            #expect(node == expected, "\(name)")
        }
        #expect(cases.count == 1_966)
        Suites.record("ens-namehash", cases: cases.count)
    }

    @Test func `the table is that of Unicode 17 and holds all of the specification`() {
        let table = NameTable.shared
        #expect(table.unicode == "17.0.0")
        #expect(table.groups.count == 167)
        #expect(table.mapped.count == 5_067)
        #expect(table.mostNonspacing == 4)
        #expect(table.groups.first?.name == "Latin")
    }

    @Test func `a name knows its labels, its parent and its form for the DNS`() throws {
        let name = try ENSName("Alice.Example.ETH")
        #expect(name.text == "alice.example.eth")
        #expect(name.parent?.text == "example.eth")
        #expect(name.parent?.parent?.parent == nil)
        #expect(
            try name.encoded() == [5] + Array("alice".utf8) + [7] + Array("example".utf8) + [3] + Array("eth".utf8) + [
                0
            ])
        #expect(throws: EthereumError.name(.long)) {
            try ENSName(String(repeating: "a", count: 256) + ".eth").encoded()
        }
    }

    @Test(arguments: [
        "", ".", "a..eth", " alice.eth", "аlice.eth", "alice.eth\u{200D}", String(repeating: "a", count: 1_001),
    ])
    func `a text that is not a name is refused`(_ text: String) {
        #expect(throws: EthereumError.self) { try ENSName(text) }
    }

    @Test func `an address has a name below addr.reverse`() throws {
        let address = try EthereumAddress("0x314159265dD8dbb310642f98f50C066173C1259b")
        #expect(ENSName.reverse(of: address).text == "314159265dd8dbb310642f98f50c066173c1259b.addr.reverse")
    }

    @Test func `addresses, links and sentences do not have the form of a name`() {
        #expect(ENSName.hasForm("alice.eth"))
        #expect(ENSName.hasForm("Ňick.eth"))
        for text in [
            "alice", "", ".", "alice.", "https://alice.eth", "a b.eth", "a@b.eth",
            "0x314159265dD8dbb310642f98f50C066173C1259b",
        ] {
            #expect(!ENSName.hasForm(text), "\(text)")
        }
    }
}
