import Bitcoin
import Bridge
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

    @Test func `messages are signed for the addresses of the vectors of BIP-137`() throws {
        // Those of the vectors have random nonces.
        let rows = try Vectors.json("bip137/signmessage.json", target: "BitcoinTests").array ?? []
        for row in rows {
            let source = try KeySource(WIF(SecretBytes(copying: #require(row["wif"]?.string).utf8)))
            let address = try #require(row["address"]?.string)
            let message = try BitcoinMessage(address)
            let signature = try MessageSigner(source).sign(message, at: DerivationPath("m"), for: .p2pkh)
            #expect(try message.isSigned(by: Destination(address, on: .bitcoin), signature))
        }
        #expect(rows.count == 200)
    }

    @Test func `a message is signed as by bitcoinjs-message, byte for byte`() throws {
        // The example of its documentation, whose nonce is that of RFC 6979; only the first byte says the address.
        let source = try KeySource(
            WIF(SecretBytes(copying: "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1".utf8)))
        let message = try BitcoinMessage("This is an example of a signed message.")
        for (type, first) in [(ScriptType.p2pkh, "H"), (.p2shP2wpkh, "I"), (.p2wpkh, "J")] {
            #expect(
                try MessageSigner(source).sign(message, at: DerivationPath("m"), for: type)
                    == first + "9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk="
            )
        }
    }

    @Test func `messages are signed as in the vectors of BIP-322, byte for byte`() throws {
        var cases: [String: Int] = [:]
        for file in ["basic", "generated"] {
            let vectors = try Vectors.json("bip322/\(file)-test-vectors.json", target: "BitcoinTests")
            for row in (vectors["simple"]?.array ?? []) + (vectors["full"]?.array ?? []) {
                let types: [String: ScriptType] = [
                    "p2pkh": .p2pkh, "p2wpkh": .p2wpkh, "p2sh-p2wkh": .p2shP2wpkh,
                ]
                // Signatures of Taproot have random data (BIP-340, “Default Signing”).
                guard let type = types[row["type"]?.string ?? ""] else { continue }
                let wanted = (row["bip322_signatures"]?.array ?? []).compactMap(\.string)
                let made = try Self.proof(of: row, for: type)
                #expect(wanted.map(Self.bare).contains(Self.bare(made)), "\(row)")
                cases[file, default: 0] += 1
            }
        }
        #expect(cases == ["basic": 2, "generated": 4])
    }

    /// The proof for a case of the vectors, with its version and locks.
    private static func proof(of row: JSON, for type: ScriptType) throws -> String {
        let source = try KeySource(
            WIF(SecretBytes(copying: #require(row["private_keys"]?.array?.first?.string).utf8)))
        let (message, path) = (try BitcoinMessage(#require(row["message"]?.string)), try DerivationPath("m"))
        guard let lockTime = row["lock_time"]?.number?.integer.flatMap({ UInt32(exactly: $0) }) else {
            return try MessageSigner(source).prove(message, at: path, for: type)
        }
        let (scheme, key) = (SpendingScheme.bitcoin(type), try source.publicKey(at: path))
        let script = try scheme.destination(of: key).script
        var plan = message.transactionToSign(script)
        plan.version = 2
        plan.lockTime = lockTime
        plan.inputs[0].sequence = lockTime
        let coin = Coin(
            plan.inputs[0].outPoint, Output(0, to: script), scheme, redeemScript: scheme.redeemScript(of: key))
        let signed = try UnsignedBitcoinTransaction(plan, spending: [coin], on: .bitcoin)
            .signed { _, digest throws(KeyError) in (.ecdsa(try source.sign(digest, at: path).signature), key) }
        return BitcoinMessage.text(ofProof: signed, .full)
    }

    /// A signature without its prefix.
    private static func bare(_ text: String) -> String {
        ["smp", "ful"].contains(text.prefix(3)) ? String(text.dropFirst(3)) : text
    }
}
