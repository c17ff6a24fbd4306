import BigInt
import Keys
import Primitives
import Testing

@testable import Ethereum

@Suite struct EthereumTransactionTests {
    @Test func `data has a floor price in addition to its intrinsic gas`() throws {
        // EIP-7623: 10 a token, of which a zero byte is one and any other four.
        let some = try EthereumTransaction(
            chainID: 1, nonce: 0, fees: .legacy(gasPrice: 1), gasLimit: 100_000, to: nil, value: 0, data: [0, 0, 1])
        #expect(some.leastGas == some.intrinsicGas)
        let data = [UInt8](repeating: 0, count: 100) + [UInt8](repeating: 7, count: 1_000)
        let call = try EthereumTransaction(
            chainID: 1, nonce: 0, fees: .legacy(gasPrice: 1), gasLimit: 100_000,
            to: EthereumAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"), value: 0, data: data)
        #expect(call.intrinsicGas == 21_000 + 400 + 16_000)
        #expect(call.leastGas == 21_000 + (100 + 4_000) * 10)
    }

    @Test func `the example of EIP-155 has its payload, digest and bytes`() throws {
        let transaction = try EthereumTransaction(
            chainID: 1, nonce: 9, fees: .legacy(gasPrice: 20_000_000_000), gasLimit: 21_000, to: recipient,
            value: 1_000_000_000_000_000_000)
        #expect(
            Hex.encode(transaction.payload)
                == "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080")
        #expect(
            transaction.digest.description == "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53")
        let raw = transaction.signed(try key().sign(transaction.digest))
        #expect(
            Hex.encode(raw)
                == "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340b"
                + "d939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc642"
                + "14b297fb1966a3b6d83")
        #expect(transaction.highestFee == 420_000_000_000_000)
        #expect(transaction.intrinsicGas == 21_000)
    }

    @Test func `a transaction outside the limits of its format is refused`() throws {
        let large = BigUInt(1) << 256
        func make(
            chainID: UInt64 = 1, nonce: UInt64 = 0, fees: EthereumTransaction.Fees = .legacy(gasPrice: 1),
            gasLimit: UInt64 = 1,
            value: BigUInt = 0, data: Int = 0, accessList: [AccessListEntry] = []
        ) throws {
            _ = try EthereumTransaction(
                chainID: chainID, nonce: nonce, fees: fees, gasLimit: gasLimit, to: recipient, value: value,
                data: Array(repeating: 1, count: data), accessList: accessList)
        }
        #expect(throws: EthereumError.transaction(.chainID, path: "chainId")) {
            try make(chainID: EthereumTransaction.largestChainID + 1)
        }
        #expect(throws: EthereumError.transaction(.range, path: "nonce")) { try make(nonce: .max) }
        #expect(throws: EthereumError.transaction(.range, path: "value")) { try make(value: large) }
        #expect(throws: EthereumError.transaction(.tooLarge, path: "data")) { try make(data: 131_073) }
        #expect(throws: EthereumError.transaction(.cost, path: "")) { try make(fees: .legacy(gasPrice: large)) }
        #expect(throws: EthereumError.transaction(.cost, path: "")) {
            try make(fees: .legacy(gasPrice: large), gasLimit: 0)
        }
        #expect(throws: EthereumError.transaction(.cost, path: "")) {
            try make(fees: .accessList(gasPrice: large - 1), gasLimit: 2)
        }
        #expect(throws: EthereumError.transaction(.tip, path: "maxPriorityFeePerGas")) {
            try make(fees: .dynamic(maxFee: 1, maxPriorityFee: 2))
        }
        let entry = try AccessListEntry(address: recipient)
        #expect(throws: EthereumError.transaction(.otherType, path: "accessList")) { try make(accessList: [entry]) }
        #expect(throws: EthereumError.transaction(.tooLarge, path: "accessList")) {
            try make(fees: .accessList(gasPrice: 1), accessList: Array(repeating: entry, count: 2_049))
        }
        #expect(throws: EthereumError.transaction(.size, path: "accessList")) {
            try AccessListEntry(address: recipient, storageKeys: [[1]])
        }
        #expect(throws: Never.self) {
            try make(chainID: EthereumTransaction.largestChainID, nonce: .max - 1, data: 131_072)
        }
    }

    @Test func `the v of the largest chain ID fits into 64 bits and decodes again`() throws {
        let transaction = try EthereumTransaction(
            chainID: EthereumTransaction.largestChainID, nonce: 0, fees: .legacy(gasPrice: 1), gasLimit: 21_000, to: nil
        )
        let signed = try SignedTransaction(transaction, key().sign(transaction.digest))
        #expect(try SignedTransaction(raw: signed.raw) == signed)
        #expect(try RLP(signed.raw).elements?[6].content?.count == 8)
    }

    @Test(arguments: [0x03, 0x04, 0x05, 0x00, 0x7F, 0x80, 0xBF])
    func `unsupported types are refused with the reason`(type: UInt8) {
        let fault: TransactionFault = type == 3 ? .blobs : type == 4 ? .authorizations : .type
        #expect(throws: EthereumError.transaction(fault, path: "")) { try SignedTransaction(raw: [type, 0xC0]) }
    }

    @Test func `an empty transaction is refused`() {
        #expect(throws: EthereumError.transaction(.form, path: "")) { try SignedTransaction(raw: []) }
        #expect(throws: EthereumError.transaction(.form, path: "")) { try SignedTransaction(raw: [0xC0]) }
        #expect(throws: EthereumError.rlp(.short, offset: 0)) { try SignedTransaction(raw: [2]) }
        #expect(throws: EthereumError.transaction(.form, path: "")) { try SignedTransaction(raw: [2, 0x80]) }
    }

    @Test func `a high s is refused although a key can be recovered`() throws {
        let transaction = try EthereumTransaction(
            chainID: 1, nonce: 0, fees: .dynamic(maxFee: 2, maxPriorityFee: 1), gasLimit: 21_000, to: recipient)
        let low = try key().sign(transaction.digest)
        let order = BigUInt("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", radix: 16) ?? 0
        let s = (order - BigUInt(bigEndian: low.s)).bigEndian
        let high = try RecoverableSignature(
            signature: Signature(compact: low.r + Array(repeating: 0, count: 32 - s.count) + s),
            recoveryID: low.recoveryID ^ 1)
        #expect(try high.signer(of: transaction.digest) == key().publicKey())
        #expect(throws: EthereumError.transaction(.signature, path: "")) { try SignedTransaction(transaction, high) }
        #expect(throws: EthereumError.transaction(.signature, path: "")) {
            try SignedTransaction(raw: transaction.signed(high))
        }
    }

    @Test func `changing any bit gives another transaction, another sender, or an error`() throws {
        let transaction = try EthereumTransaction(
            chainID: 1, nonce: 1, fees: .accessList(gasPrice: 7), gasLimit: 30_000, to: recipient, value: 5,
            data: [1, 2, 0], accessList: [AccessListEntry(address: recipient, storageKeys: [key32])])
        let signed = try SignedTransaction(transaction, key().sign(transaction.digest))
        #expect(signed.transaction.intrinsicGas == 21_000 + 36 + 2_400 + 1_900)
        for index in signed.raw.indices {
            for bit in 0..<8 {
                var raw = signed.raw
                raw[index] ^= 1 << UInt8(bit)
                guard let other = try? SignedTransaction(raw: raw) else { continue }
                #expect(other.raw == raw)
                #expect(other.sender != signed.sender)
            }
        }
    }

    @Test func `a contract's address depends on its creator`() throws {
        #expect(
            EthereumAddress(createdBy: try EthereumAddress("0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0"), nonce: 0)
                .description.lowercased() == "0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d")
    }

    private var recipient: EthereumAddress {
        get throws { try EthereumAddress(bytes: [UInt8](repeating: 0x35, count: 20)) }
    }

    private func key() throws -> PrivateKey { try PrivateKey(SecretBytes(copying: key32)) }
}

private let key32 = [UInt8](repeating: 0x46, count: 32)
