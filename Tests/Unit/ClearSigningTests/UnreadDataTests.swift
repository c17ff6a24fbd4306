import BigInt
import ClearSigning
import Ethereum
import Primitives
import Testing

/// What the wallet finds in data that it cannot read.
@Suite struct UnreadDataTests {
    private static let stranger = "0x66f8ba3d5d9f2a4c5ae2b4f1c0d8e7a3b9162054"

    private static func word(_ digits: String) -> String { String(repeating: "0", count: 64 - digits.count) + digits }

    private static func data(_ words: String...) -> [UInt8] { Hex.decode("11223344" + words.joined()) ?? [] }

    private func address() throws -> EthereumAddress { try EthereumAddress(Self.stranger) }

    @Test func `an address is found as a word, in a call inside, and in a text`() throws {
        let digits = String(Self.stranger.dropFirst(2))
        #expect(UnreadData(Self.data(Self.word("1"), Self.word(digits))).addresses == [try address()])
        // A call with one argument in an argument of 36 bytes.
        let inner = "55667788" + Self.word(digits) + String(repeating: "0", count: 56)
        #expect(UnreadData(Self.data(Self.word("20"), Self.word("24"), inner)).addresses.contains(try address()))
        // A length in front of an address hides nothing.
        #expect(
            UnreadData(Self.data(Self.word("24"), Self.word(digits), Self.word("1"))).addresses.contains(try address()))
        let text = Hex.encode(Array(Self.stranger.utf8)) + String(repeating: "0", count: 44)
        #expect(UnreadData(Self.data(Self.word("20"), Self.word("2a"), text)).addresses == [try address()])
    }

    @Test func `amounts and hashes are numbers, and IDs and texts are not`() {
        let plain = UnreadData(Self.data(Self.word("1234"), Self.word("65a0f3c1"), Self.word("0")))
        #expect(plain.numbers.isEmpty && plain.addresses.isEmpty && !plain.isOpaque)
        let text = Hex.encode(Array("Good.".utf8)) + String(repeating: "0", count: 54)
        #expect(UnreadData(Self.data(Self.word("5"), text)).numbers.isEmpty)
        #expect(UnreadData(Self.data(Self.word("de0b6b3a7640000"))).numbers == [BigUInt(10).power(18)])
        #expect(UnreadData(Self.data(String(repeating: "ab", count: 32))).numbers.count == 1)
        #expect(UnreadData(Self.data("01")).isOpaque)
    }

    @Test func `a function that gives power is found anywhere in the data`() throws {
        let operators = try ABIFunction("setAccountOperator(address account, address operator, bool authorized)")
        let hidden = [1, 2, 3, 4, 5] + operators.selector
        #expect(UnreadData(hidden).givesPower)
        #expect(!UnreadData([1, 2, 3, 4, 5, 6, 7, 8]).givesPower)
        #expect(!UnreadData([]).givesPower && UnreadData([1]).addresses.isEmpty)
    }

    @Test func `data has only what is named, or more`() throws {
        let account = try address()
        let digits = String(Self.stranger.dropFirst(2))
        let data = UnreadData(Self.data(Self.word("1234"), Self.word(digits), Self.word("0")))
        #expect(data.isOnly([0x1234, 0], [account]))
        #expect(!data.isOnly([0x1234], [account]) && !data.isOnly([0x1234, 0], []))
        #expect(!UnreadData(Self.data(Self.word("1234"), "01")).isOnly([0x1234], []))
    }
}
