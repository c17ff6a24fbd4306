import Ethereum
import Keys
import Primitives
import TestSupport
import Testing

@Suite struct PersonalMessageTests {
    @Test(arguments: [
        "a", "wants you to ", "a\u{301}", "a\u{301}\u{316}\u{302}\u{317}", "\u{301}\u{316}", "\u{FB01}", "YWJj", "0x61",
        "onlysign", "only sign this ", "sign a key ", "not ", "A.b-", "Sign in to A. ", "nonce 12 ", "Key: ", "I ",
        "签名",
        "Только", "\u{FDFA}", "\u{1D400}", "😀", "\u{200B}", "\r", "{\"a\":",
    ])
    func `analyzing a long message takes linear time`(part: String) {
        let growth = Growth(from: 1 << 11, to: 1 << 15) { bytes in
            PersonalMessage(String(repeating: part, count: bytes / part.utf8.count))
        } _: { message in
            _ = message.isDisguised
        }
        #expect(growth.isLinear, "\(growth)")
    }

    /// At this size, each copy of the text, and each comparison of a character with thousands of marks, takes longer than the rest.
    @Test(arguments: ["\u{301}\u{316}", "签", "\u{200B}", "я "])
    func `analyzing a message of a quarter of a megabyte takes linear time`(part: String) {
        let growth = Growth(from: 1 << 14, to: 1 << 18, rounds: 1) { bytes in
            PersonalMessage(String(repeating: part, count: bytes / part.utf8.count))
        } _: { message in
            _ = message.isDisguised
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: ["", "scheme://"])
    func `analyzing a sign-in whose domain has only marks takes linear time`(scheme: String) {
        let growth = Growth(from: 1 << 13, to: 1 << 17, rounds: 1) { bytes in
            let marks = String(repeating: "\u{301}\u{316}", count: bytes / 4)
            return PersonalMessage("\(scheme)a\(marks) wants you to sign in with your Ethereum account:\n")
        } _: { message in
            _ = message.isDisguised
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `a message is analyzed only once`() async {
        let text = String(repeating: "wants you to sign\u{301} in ", count: 800)
        let message = PersonalMessage(text)
        await message.examine()
        let once = threadTime(of: PersonalMessage(text)) { _ = $0.isDisguised }
        let often = threadTime(of: message) { message in
            for _ in 0..<100 {
                _ = (message.suspicions, message.signInCount, message.isDisguised, message.mostlyText)
                _ = (message.text, try? message.signIn(), message.words.use)
            }
        }
        #expect(often < once, "once \(once), often \(often)")
        #expect(message.suspicions.isEmpty && message.signInCount == 0 && !message.isDisguised)
        #expect(message.mostlyText != nil)
        #expect(PersonalMessage("a") == PersonalMessage("a") && PersonalMessage("a") != PersonalMessage("0x61"))
        #expect(Set([PersonalMessage("a"), PersonalMessage("a")]).count == 1)
    }

    @Test func `the prefix and the number of bytes come before the message`() {
        #expect(PersonalMessage("Hello").preimage == Array("\u{19}Ethereum Signed Message:\n5Hello".utf8))
        #expect(PersonalMessage("é").preimage == Array("\u{19}Ethereum Signed Message:\n2é".utf8))
        #expect(PersonalMessage("").preimage == Array("\u{19}Ethereum Signed Message:\n0".utf8))
    }

    @Test func `the digest matches a published one`() {
        #expect(
            PersonalMessage("hello world").digest.description
                == "0xd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68")
    }

    @Test(arguments: ["0x48656c6c6f", "0x48656C6C6F"])
    func `pairs of hexadecimal digits are read as bytes`(parameter: String) {
        let message = PersonalMessage(parameter)
        #expect(message.reading == .hexadecimal)
        #expect(message.text == "Hello")
        #expect(message.digest == PersonalMessage("Hello").digest)
    }

    @Test(arguments: ["48656c6c6f", "0x486", "0xzz", "0X48", " 0x48", "0x48 ", "Hello 0x48", "0x 48"])
    func `any other parameter is read as text`(parameter: String) {
        let message = PersonalMessage(parameter)
        #expect(message.reading == .text)
        #expect(message.bytes == Array(parameter.utf8))
        #expect(message.text == parameter)
    }

    @Test func `an empty parameter is an empty message`() {
        #expect(PersonalMessage("0x").reading == .hexadecimal)
        #expect(PersonalMessage("0x").bytes == [])
    }

    @Test(arguments: ["0xff", "0x00", "0x1b5b33316d", "0xc328", "0xeda080", "0x7f", "0xc280"])
    func `unreadable bytes are not text`(parameter: String) {
        #expect(PersonalMessage(parameter).text == nil)
    }

    @Test func `line breaks and tabs are text`() {
        #expect(PersonalMessage("a\r\n\tb").text == "a\r\n\tb")
    }

    @Test func `a hash is suspicious, as bytes and as digits`() {
        let hash = Keccak256.hash([1])
        #expect(PersonalMessage(hash.description).suspicions == [.hash])
        #expect(PersonalMessage(String(hash.description.dropFirst(2))).suspicions == [.hash])
        #expect(PersonalMessage("0x" + Hex.encode(hash.description.utf8)).suspicions == [.hash])
        #expect(PersonalMessage("These are exactly 32 characters.").suspicions == [])
    }

    @Test func `the bytes of typed data are suspicious`() {
        #expect(PersonalMessage("0x1901" + String(repeating: "ab", count: 64)).suspicions == [.typedData])
        #expect(PersonalMessage("0x1901").suspicions == [.typedData])
    }

    @Test func `transactions are suspicious, legacy and typed`() {
        // The example of EIP-155, unsigned, and the same fields in a list with the length of EIP-1559.
        let old =
            "0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080"
        #expect(PersonalMessage(old).suspicions == [.transaction])
        #expect(PersonalMessage("0x02c9010203040506070809").suspicions == [.transaction])
        #expect(PersonalMessage("0xf838" + String(repeating: "01", count: 0x38)).suspicions == [])
        #expect(PersonalMessage("0xc401020304").suspicions == [])
        #expect(PersonalMessage(old + "00").suspicions == [])
        #expect(PersonalMessage(String(old.dropLast(2))).suspicions == [])
        #expect(PersonalMessage("0xffffffffffffffffff").suspicions == [])
        #expect(PersonalMessage("0xc7").suspicions == [])
    }

    @Test func `plain text is not suspicious`() {
        for text in ["Hello", "Sign in", "ÈÉÊËÌÍÎÏ", ""] { #expect(PersonalMessage(text).suspicions == []) }
    }

    @Test func `the signer of a message is recovered`() throws {
        let key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 0x46, count: 32)))
        let message = PersonalMessage("Hello")
        let signature = try key.sign(message.digest).encoded
        let address = EthereumAddress(try key.publicKey())
        #expect(try message.signer(signature) == address)
        #expect(try message.signer(signature[..<64] + [signature[64] - 27]) == address)
        #expect(try PersonalMessage("Hallo").signer(signature) != address)
    }

    @Test func `a signature that no key can have made has no signer`() throws {
        let message = PersonalMessage("Hello")
        for v: UInt8 in [2, 3, 26, 29, 30, 37, 255] {
            #expect(throws: EthereumError.signature) { try message.signer([UInt8](repeating: 1, count: 64) + [v]) }
        }
        for bytes in [[], [UInt8](repeating: 1, count: 64), [UInt8](repeating: 27, count: 66)] {
            #expect(throws: EthereumError.signature) { try message.signer(bytes) }
        }
        #expect(throws: EthereumError.signature) { try message.signer([UInt8](repeating: 0, count: 64) + [27]) }
        #expect(throws: EthereumError.signature) { try message.signer([UInt8](repeating: 0xFF, count: 64) + [27]) }
    }
}
