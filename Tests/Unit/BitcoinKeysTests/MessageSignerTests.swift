import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

@testable import BitcoinKeys

@Suite struct MessageSignerTests {
    @Test func `messages signed with a key of the vectors are valid for its address of each form`() throws {
        let source = try KeySource(
            WIF(SecretBytes(copying: "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k".utf8)))
        let (signer, path) = (MessageSigner(source), try DerivationPath("m"))
        let key = try source.publicKey(at: path)
        for text in ["", "Hello World", "UTF-8 öäü 测试"] {
            let message = try BitcoinMessage(text)
            for type in ScriptType.allCases {
                let destination = try SpendingScheme.bitcoin(type).destination(of: key)
                let proof = try signer.prove(message, at: path, for: type)
                #expect(try message.verdict(on: proof, by: destination) == .valid(lockTime: 0, sequence: 0))
                #expect(
                    try BitcoinMessage("other").verdict(on: proof, by: destination) != .valid(lockTime: 0, sequence: 0))
                guard type != .p2tr else {
                    #expect(throws: BitcoinKeysError.bitcoin(.message(.address))) {
                        try signer.sign(message, at: path, for: type)
                    }
                    continue
                }
                let signature = try signer.sign(message, at: path, for: type)
                #expect(try message.isSigned(by: destination, signature))
                #expect(try !BitcoinMessage("other").isSigned(by: destination, signature))
            }
        }
        let address = try SpendingScheme.bitcoin(.p2wpkh).destination(of: key).address(on: .bitcoin)
        #expect(address == "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l")
        // The signature of the vectors whose nonce is the first of RFC 6979.
        #expect(
            try signer.prove(BitcoinMessage("Hello World"), at: path, for: .p2wpkh)
                == "smpAkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYab"
                + "HyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy")
    }
}
