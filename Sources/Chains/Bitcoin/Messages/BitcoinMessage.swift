internal import Foundation
package import Primitives

/// A message that the owner of an address signs outside of transactions (BIP-137, BIP-322).
package struct BitcoinMessage: Hashable, Sendable {
    /// The maximum length of a message, in bytes.
    package static let longest = 1_000_000

    /// The message in UTF-8.
    package let bytes: [UInt8]

    /// Creates a message.
    ///
    /// - Throws: ``BitcoinError/message(_:)`` if it is too long.
    package init(_ text: String) throws(BitcoinError) {
        guard text.utf8.count <= Self.longest else { throw .message(.tooLong) }
        bytes = Array(text.utf8)
    }

    // MARK: BIP-137

    /// The bytes that BIP-137 hashes: a magic text and the message, each with its length.
    package var preimage: [UInt8] {
        var preimage: [UInt8] = []
        preimage.append(text: Array("Bitcoin Signed Message:\n".utf8))
        preimage.append(text: bytes)
        return preimage
    }

    /// The digest that BIP-137 signs: the double hash of ``preimage``.
    package var digest: Digest32 { SHA256.hashTwice(preimage) }

    /// The text of a signature by BIP-137: 65 bytes in Base64, the first of which tells the form of the address.
    ///
    /// - Parameters:
    ///   - signature: The signature over ``digest``.
    ///   - type: The form of the address.
    ///   - isCompressed: Whether the hash of the address is that of the key in 33 bytes.
    /// - Returns: The text.
    /// - Throws: ``BitcoinError/message(_:)`` for Taproot, for which BIP-137 has no form.
    package static func text(
        of signature: RecoverableSignature, for type: ScriptType, isCompressed: Bool = true
    ) throws(BitcoinError) -> String {
        let base: UInt8
        switch type {
        case .p2pkh: base = isCompressed ? 31 : 27
        case .p2shP2wpkh: base = 35
        case .p2wpkh: base = 39
        case .p2tr: throw .message(.address)
        }
        // No trap: a recovery ID is at most 3.
        return Data([base + signature.recoveryID] + signature.signature.compact).base64EncodedString()
    }

    /// Whether the owner of `destination` made the signature of BIP-137 with this text.
    ///
    /// The form in the first byte need not be that of the address, because many wallets only know the oldest two.
    ///
    /// - Throws: ``BitcoinError/message(_:)`` if the text is not such a signature, or if the address is not of one key.
    package func isSigned(by destination: Destination, _ text: String) throws(BitcoinError) -> Bool {
        guard let data = Self.base64(text), data.count == 65, let first = data.first, (27...42).contains(first),
            let signature = try? RecoverableSignature(
                signature: Signature(compact: data[1...]), recoveryID: (first - 27) & 3)
        else { throw .message(.form) }
        guard let key = try? signature.signer(of: digest) else { return false }
        let full = Hash160.hash(key.compressed)
        switch destination {
        case .publicKey(let hash):
            return hash == full || first < 31 && hash == Hash160.hash(key.uncompressed)
        case .script(let hash):
            return hash == Hash160.hash(Destination.witness(version: 0, program: full).script.bytes)
        case .witness(0, let program) where program.count == 20:
            return program == full
        case .witness:
            throw .message(.address)
        }
    }

    static func base64(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 4 * longest else { return nil }
        return Data(base64Encoded: text).map { Array($0) }
    }

    // MARK: BIP-322

    /// The tagged hash of the message.
    package var taggedHash: [UInt8] { TaggedHash.hash("BIP0322-signed-message", bytes).bytes }

    /// The virtual transaction whose output is locked by `script` and that commits to the message (`to_spend`).
    package func transactionToSpend(_ script: Script) -> BitcoinTransaction {
        let input = BitcoinTransaction.Input(
            OutPoint(.zero, .max), script: Script([.code(0), .push(taggedHash)]), sequence: 0)
        return BitcoinTransaction(version: 0, inputs: [input], outputs: [Output(0, to: script)])
    }

    /// The virtual transaction that is signed (`to_sign`).
    package func transactionToSign(_ script: Script) -> BitcoinTransaction {
        let input = BitcoinTransaction.Input(OutPoint(transactionToSpend(script).id, 0), sequence: 0)
        return BitcoinTransaction(version: 0, inputs: [input], outputs: [Output(0, to: Script([Operation.return]))])
    }
}

extension TransactionID {
    /// The ID of no transaction, in the inputs of coinbase and virtual transactions.
    static let zero = TransactionID(zeros: ())

    private init(zeros: Void) { bytes = [UInt8](repeating: 0, count: 32) }
}
