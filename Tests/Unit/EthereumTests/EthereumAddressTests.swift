import TestSupport
import Keys
import Testing
import Ethereum

@Suite struct EthereumAddressTests {
    @Test func `addresses of the vectors' keys match, with their checksums`() throws {
        let cases: [AccountCase] = try Vectors.read("eth-accounts/accounts.json")
        for each in cases {
            let address = try EthereumAddress(each.address)
            #expect(address.description == each.address)
            #expect(try EthereumAddress(each.address.lowercased()) == address)
            #expect(try EthereumAddress("0x" + each.address.dropFirst(2).uppercased()) == address)
            #expect(throws: EthereumError.address(.form)) { try EthereumAddress(each.icap) }
            guard let bytes = each.privateKey?.bytes else { continue }
            #expect(try EthereumAddress(PrivateKey(SecretBytes(copying: bytes)).publicKey()) == address)
        }
        Suites.record("eth-accounts", cases: cases.count)
        #expect(cases.count == 131)
    }

    @Test func `a single wrong upper-case letter is detected`() throws {
        let text = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
        #expect(try EthereumAddress(text).description == text)
        for index in text.indices.dropFirst(2) where text[index].isLetter {
            let letter = text[index].isUppercase ? text[index].lowercased() : text[index].uppercased()
            let wrong = text[..<index] + letter + text[text.index(after: index)...]
            #expect(throws: EthereumError.address(.checksum)) { try EthereumAddress(String(wrong)) }
        }
    }

    @Test(arguments: [
        ("", AddressFault.form), ("0x", .size), ("0x0", .form),
        ("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .form),
        ("0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", .form),
        ("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae", .form),
        ("0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea", .size),
        ("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed00", .size),
        ("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg", .form),
        (" 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", .form),
        ("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n", .form),
        ("0x0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea", .form),
        ("vitalik.eth", .form), ("XE472VG5VNTVHL0I0S3MZEI0R0DXKQB6JQ2", .form),
    ])
    func `an invalid address is refused`(text: String, fault: AddressFault) {
        #expect(throws: EthereumError.address(fault)) { try EthereumAddress(text) }
    }

    @Test func `the zero address is recognized`() throws {
        #expect(try EthereumAddress("0x" + String(repeating: "0", count: 40)).isZero)
        #expect(try !EthereumAddress("0x" + String(repeating: "0", count: 39) + "1").isZero)
    }
}

private struct AccountCase: Decodable {
    let address, icap: String
    let privateKey: HexBytes?
}
