import BigInt
import Keys
import Primitives
import Testing

@testable import Ethereum

@Suite struct TransactionSignatureTests {
    @Test func `ten thousand signatures have a low s and the correct sender`() throws {
        let half =
            (try #require(BigUInt("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", radix: 16))) / 2
        for index in 0..<100 {
            let key = try PrivateKey(SecretBytes(copying: Keccak256.hash("key \(index)".utf8).bytes))
            let address = EthereumAddress(try key.publicKey())
            for nonce in 0..<100 {
                let transaction = try EthereumTransaction(
                    chainID: UInt64(index + 1), nonce: UInt64(nonce), fees: fees(nonce), gasLimit: 21_000, to: address,
                    value: BigUInt(nonce), data: Array(repeating: UInt8(index), count: nonce))
                let signature = try key.sign(transaction.digest)
                let signed = try SignedTransaction(transaction, signature)
                let isRight =
                    BigUInt(bigEndian: signature.s) <= half && [27, 28].contains(signature.v)
                    && signed.sender == address
                guard isRight else {
                    Issue.record("key \(index), nonce \(nonce)")
                    continue
                }
            }
            let again = try EthereumTransaction(
                chainID: 1, nonce: 0, fees: fees(index), gasLimit: 21_000, to: address)
            #expect(try key.sign(again.digest) == key.sign(again.digest))
        }
    }

    @Test func `a signature for one chain recovers another sender on another chain`() throws {
        let key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 0x46, count: 32)))
        let address = EthereumAddress(try key.publicKey())
        for kind in 0..<3 {
            let here = try EthereumTransaction(chainID: 1, nonce: 0, fees: fees(kind), gasLimit: 21_000, to: address)
            let there = try EthereumTransaction(chainID: 5, nonce: 0, fees: fees(kind), gasLimit: 21_000, to: address)
            let signature = try key.sign(here.digest)
            #expect(try SignedTransaction(here, signature).sender == address)
            #expect((try? SignedTransaction(there, signature))?.sender != address)
        }
    }

    private func fees(_ kind: Int) -> EthereumTransaction.Fees {
        switch kind % 3 {
        case 0: .legacy(gasPrice: 7)
        case 1: .accessList(gasPrice: 7)
        default: .dynamic(maxFee: 7, maxPriorityFee: 1)
        }
    }
}
