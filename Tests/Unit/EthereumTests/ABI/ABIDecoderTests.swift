import BigInt
import Ethereum
import Primitives
import Testing

@Suite struct ABIDecoderTests {
    /// 32-byte words, each given by its last digits.
    private func words(_ digits: String...) -> [UInt8] {
        digits.flatMap { digit in
            let text = String(repeating: "0", count: 64 - digit.utf8.count) + digit
            return Hex.decode(text) ?? []
        }
    }

    private func fault(_ types: [String], _ bytes: [UInt8], _ layout: ABIDecoder.Layout = .canonical) throws
        -> ABIFault?
    {
        let types = try types.map { try ABIType($0) }
        do throws(EthereumError) {
            _ = try ABIDecoder.decode(types, from: bytes, layout: layout)
            return nil
        } catch {
            guard case .abi(let fault) = error else { return nil }
            return fault
        }
    }

    @Test(arguments: ["address", "bool", "uint8", "uint160", "int8", "bytes20", "bytes1"])
    func `non-zero padding is refused`(type: String) throws {
        let dirty = [0x01] + [UInt8](repeating: 0, count: 30) + [0x01]
        let bytes = type.hasPrefix("bytes") ? Array(dirty.reversed()) : dirty
        #expect(try fault([type], bytes) == .padding)
        #expect(try fault([type], bytes, .loose) == .padding)
    }

    @Test func `a Boolean must be 0 or 1`() throws {
        #expect(try fault(["bool"], words("2")) == .padding)
        #expect(try fault(["bool"], words("1")) == nil)
    }

    @Test func `the upper bits of a negative number must be set`() throws {
        let minusOne = [UInt8](repeating: 0xFF, count: 32)
        #expect(try ABIDecoder.decode([.int(8)], from: minusOne) == [.number(-1)])
        #expect(try fault(["int8"], words("ff")) == .padding)
    }

    @Test func `non-zero padding after a string is refused`() throws {
        let clean = words("20", "1") + [0x61] + [UInt8](repeating: 0, count: 31)
        #expect(try fault(["string"], clean) == nil)
        #expect(try fault(["string"], clean.dropLast() + [1]) == .padding)
    }

    @Test func `extra bytes after the arguments are refused`() throws {
        #expect(try fault(["uint256"], words("1", "2")) == .trailing)
        #expect(try fault(["uint256"], words("1") + [0]) == .trailing)
        #expect(try fault([], [0]) == .trailing)
        #expect(try fault(["uint256"], words("1", "2"), .loose) == nil)
    }

    @Test(arguments: [0, 1, 31, 33, 63])
    func `a wrong length is refused`(length: Int) throws {
        let bytes = [UInt8](repeating: 0, count: length)
        #expect(try fault(["uint256", "address"], bytes) == .short)
    }

    @Test func `overlapping parts are refused`() throws {
        // Both strings are at the same offset.
        let bytes = words("40", "40", "0")
        #expect(try fault(["bytes", "bytes"], bytes) == .offset)
        #expect(try fault(["bytes", "bytes"], bytes, .loose) == nil)
    }

    @Test func `a dynamic part that overlaps its own head is refused`() throws {
        #expect(try fault(["uint256[]"], words("0", "0")) == .offset)
    }

    @Test func `a gap between parts is refused`() throws {
        #expect(try fault(["bytes"], words("40", "dead", "0")) == .offset)
    }

    @Test(arguments: ["ffffffff", "100000000", "7fffffffffffffff"])
    func `a length beyond the available data is refused before memory is allocated`(length: String) throws {
        #expect(try fault(["bytes"], words("20", length)) == .short)
        #expect(try fault(["uint8[]"], words("20", length)) == .short)
        #expect(try fault(["string[][]"], words("20", length)) == .short)
        #expect(try fault(["bytes"], words(length, "0"), .loose) == .short)
    }

    @Test func `nested arrays at the same offset are bounded`() throws {
        // Three levels of 256 elements at the same offset: 16 million values in 8 KB.
        var bytes = words("20")
        for level in 0..<3 {
            bytes += words("100")
            for index in 0..<256 {
                let offset = level == 2 ? 1 : 256 * 32
                bytes += level == 2 ? words(String(index % 10)) : words(String(offset, radix: 16))
            }
        }
        #expect(try fault(["uint256[][][]"], bytes) == .offset)
        #expect(try fault(["uint256[][][]"], bytes, .loose) == .tooLarge)
    }

    @Test func `reading the same large part repeatedly is bounded`() throws {
        let size = 512 * 1_024
        var bytes = words("20", "3e8")
        for _ in 0..<1_000 { bytes += words(String(1_000 * 32, radix: 16)) }
        bytes += words(String(size, radix: 16)) + [UInt8](repeating: 0x61, count: size)
        #expect(try fault(["bytes[]"], bytes, .loose) == .tooLarge)
    }

    @Test func `a string that is not UTF-8 is refused`() throws {
        let bytes = words("20", "1") + [0xFF] + [UInt8](repeating: 0, count: 31)
        #expect(try fault(["string"], bytes) == .text)
    }

    @Test func `more than a megabyte is refused`() throws {
        #expect(try fault(["bytes"], [UInt8](repeating: 0, count: 1 << 20 | 1)) == .tooLarge)
    }
}
