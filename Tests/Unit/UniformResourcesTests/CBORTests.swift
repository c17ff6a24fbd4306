import Primitives
import Testing

@testable import UniformResources

@Suite struct CBORTests {
    @Test(arguments: [
        "", "18", "1b00000000000000", "5f4100ff", "9f00ff", "bf0000ff", "20", "f6", "fb3ff0000000000000", "0000",
        "42ff",
        "9affffffff00", "9bffffffffffffffff", "5bffffffffffffffff", "61ff", "a200000001", "a10000a1", "1c", "ff",
    ])
    func `other values, cut bytes and indefinite lengths are refused`(_ text: String) throws {
        let bytes = try #require(Hex.decode(text))
        #expect(throws: UniformResourceError.cbor) { try CBOR(bytes) }
    }

    @Test func `deep and long values are refused`() {
        let deep = [UInt8](repeating: 0x81, count: 17) + [0]
        #expect(throws: UniformResourceError.cbor) { try CBOR(deep) }
        #expect(throws: Never.self) { try CBOR(Array(deep.dropFirst())) }
        #expect(throws: UniformResourceError.cbor) { try CBOR([UInt8](repeating: 0xC1, count: 100_000)) }
        let long = [0x99, 0x27, 0x10] + [UInt8](repeating: 0, count: 10_000)
        #expect(throws: UniformResourceError.cbor) { try CBOR(long) }
    }

    /// From RFC 8949, appendix A.
    @Test(arguments: [
        "00", "17", "1818", "1903e8", "1a000f4240", "1bffffffffffffffff", "f4", "f5", "c11a514b67b0",
        "d818456449455446",
        "40", "4401020304", "6161", "62c3bc", "80", "8301820203820405", "a0", "a201020304", "a26161016162820203",
        "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
    ])
    func `values of RFC 8949 are written as they were read`(_ text: String) throws {
        let bytes = try #require(Hex.decode(text))
        #expect(try CBOR(bytes).encoded == bytes)
    }

    @Test func `keys are written in the order of their bytes`() throws {
        let map = CBOR.map([.text("a"): .number(1), .number(300): .bool(true), .number(2): .bytes([])])
        #expect(Hex.encode(map.encoded) == "a3024019012cf5616101")
    }
}
