import Bitcoin
import Bridge
import Primitives
import TestSupport
import Testing

@Suite struct CashTokenTests {
    @Test func `tokens match the vectors in both directions`() throws {
        let cases: [TokenCase] = try Vectors.read("bch-cashtokens/token_tests_prefix_valid.json")
        for each in cases {
            let token = try CashToken(each.prefix.bytes)
            #expect(token.amount == UInt64(each.data.amount))
            #expect(token.category.description == each.data.category)
            #expect(token.capability.map { "\($0)" } == each.data.nft?.capability)
            #expect(token.commitment == each.data.nft?.commitment.bytes ?? [])
            #expect(token.bytes == each.prefix.bytes)
        }
        #expect(cases.count == 32)
        Suites.record("bch-cashtokens", cases: cases.count)
    }

    @Test func `invalid tokens are refused, and such an output is never treated as a plain one`() throws {
        let rows = try Vectors.json("bch-cashtokens/token_tests_prefix_invalid.json").array ?? []
        for row in rows {
            let bytes = try #require(Hex.decode(row["prefix"]?.string ?? "x"))
            #expect(throws: BitcoinError.self) { try CashToken(bytes) }
            let output = Output(1_000, to: Script(bytes))
            #expect(output.mayCarryToken)
            #expect(output.script.destination == nil)
        }
        #expect(rows.count == 21)
        Suites.record("bch-cashtokens", cases: rows.count)
    }

    @Test func `the token precedes the locking script`() throws {
        let category = [UInt8](repeating: 0xBB, count: 32)
        let lock = Destination.publicKey(hash: [UInt8](repeating: 7, count: 20)).script
        let output = Output(1_000, to: Script([0xEF] + category + [0x10, 0x05] + lock.bytes))
        let (token, script) = try #require(output.token)
        #expect(token.amount == 5)
        #expect(script == lock)
        #expect(Output(1_000, to: lock).token == nil)
        #expect(!Output(1_000, to: lock).mayCarryToken)
    }

    @Test func `a commitment has at most 128 bytes where the wallet makes it, and any length where it is read`() throws
    {
        let id = try #require(TransactionID(String(repeating: "ab", count: 32)))
        func token(_ count: Int) -> CashToken? {
            CashToken(
                category: id, amount: 7, capability: .mutable, commitment: [UInt8](repeating: 0xEE, count: count))
        }
        let longest = try #require(token(128))
        #expect(try CashToken(longest.bytes) == longest)
        #expect(token(129) == nil)
        for count in [129, 252, 253, 10_000] {
            var bytes = longest.bytes.prefix(34)
            // A length from 253 on takes three bytes.
            bytes += count < 253 ? [UInt8(count)] : [0xFD, UInt8(count & 0xFF), UInt8(count >> 8)]
            bytes += [UInt8](repeating: 1, count: count) + [7]
            let read = try CashToken(bytes)
            #expect(read.commitment.count == count && read.amount == 7 && read.bytes == Array(bytes))
            #expect(throws: BitcoinError.self) { try CashToken(bytes.dropLast(2)) }
        }
    }

    @Test func `a truncated token is refused`() throws {
        let cases: [TokenCase] = try Vectors.read("bch-cashtokens/token_tests_prefix_valid.json")
        for each in cases {
            for count in 0..<each.prefix.bytes.count {
                #expect(throws: BitcoinError.self) { try CashToken(each.prefix.bytes[..<count]) }
            }
            #expect(throws: BitcoinError.bytes(.trailing)) { try CashToken(each.prefix.bytes + [0]) }
        }
    }
}

private struct TokenCase: Decodable {
    struct Data: Decodable {
        struct Thing: Decodable {
            let commitment: HexBytes
            let capability: String
        }

        let amount, category: String
        let nft: Thing?
    }

    let prefix: HexBytes
    let data: Data
}
