import Bridge
import Testing

/// The nonce of a document.
@Suite struct DocumentIDTests {
    @Test(arguments: [
        "0123456789abcdef0123456789abcdef", "00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff",
        "0000000000000000ffffffffffffffff", "8000000000000000000000000000000f",
    ])
    func `32 hexadecimal digits are a nonce, and are kept unchanged`(nonce: String) {
        #expect(DocumentID(nonce)?.description == nonce)
    }

    @Test(arguments: [
        "", "0", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
        "0123456789ABCDEF0123456789ABCDEF",
        "0123456789abcdef 123456789abcdef", "0x23456789abcdef0123456789abcdef", "g123456789abcdef0123456789abcdef",
        "\u{661}123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef\n",
    ])
    func `anything else is invalid`(nonce: String) {
        #expect(DocumentID(nonce) == nil)
    }

    @Test func `nonces that differ in one digit differ`() {
        let zero = String(repeating: "0", count: 32)
        let all = (0..<32).map { place in zero.prefix(place) + "1" + zero.dropFirst(place + 1) }
        #expect(Set(all.compactMap { DocumentID(String($0)) }).count == 32)
    }
}
