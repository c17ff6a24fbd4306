package import Bridge
package import Ethereum
import Messages
package import Primitives

/// What one approval asks a device to sign, and the check of the answer.
package struct DeviceRequest: Sendable {
    /// A random UUID (RFC 9562, version 4), which the answer must repeat.
    package let id: [UInt8]

    /// The account that signs.
    package let signer: EthereumAddress

    /// The user's name for it.
    package let accountName: String

    /// Where the device has its key.
    package let key: DeviceKey

    /// What the device gets.
    package let content: DeviceContent

    /// What is signed: the Keccak-256 of the bytes that the user approved.
    package let digest: Digest32

    /// What it does, in the sentence of the approval.
    package let sentence: String

    /// The requester.
    package let peer: Peer

    /// Creates the request of an approved subject, with an ID of its own.
    package init(
        _ content: DeviceContent, of subject: some AccountSignable, account: Account, key: DeviceKey, for peer: Peer
    ) {
        var id = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        id[6] = id[6] & 0x0F | 0x40
        id[8] = id[8] & 0x3F | 0x80
        self.id = id
        self.content = content
        self.key = key
        self.peer = peer
        signer = subject.signer
        accountName = account.name
        digest = Keccak256.hash(subject.payload)
        sentence = subject.approval().sentence
    }

    /// The signature in an answer, if it is one of exactly what the user approved by the key of the account.
    ///
    /// - Parameters:
    ///   - requestID: The ID that the answer repeats.
    ///   - r: 32 bytes.
    ///   - s: 32 bytes.
    ///   - v: The recovery ID as the kind of data has it, big-endian without leading zeros: 35 or 36 and twice the chain ID
    ///     (EIP-155), 0 or 1 (EIP-2718), and for messages 27 or 28, or 0 or 1.
    /// - Returns: The signature, which is that of the account.
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` with the reason.
    package func signature(
        requestID: [UInt8], r: [UInt8], s: [UInt8], v: [UInt8]
    ) throws(RPCError) -> RecoverableSignature {
        guard requestID == id else {
            throw Self.refusal(
                localizable("The answer of the hardware wallet is for another request. It was not used."))
        }
        let recovery = try recoveryID(v)
        guard r.count == 32, s.count == 32, let signature = try? Signature(compact: r + s),
            let found = try? RecoverableSignature(signature: signature, recoveryID: recovery)
        else { throw Self.malformed }
        guard signature.isLowS else {
            throw Self.refusal(
                localizable("The signature of the hardware wallet is not in canonical form (EIP-2). It was not used."))
        }
        guard isValid(found) else {
            throw Self.refusal(
                localizable(
                    """
                    The signature of the hardware wallet is not by “\(accountName, as: "account")”, or not for what you \
                    approved. It was not used.
                    """))
        }
        return found
    }

    /// Whether a signature is one by the key of the account, in its only canonical form.
    package func isValid(_ signature: RecoverableSignature) -> Bool {
        Self.isValid(signature, of: digest, by: signer)
    }

    static func isValid(_ signature: RecoverableSignature, of digest: Digest32, by signer: EthereumAddress) -> Bool {
        guard signature.signature.isLowS, signature.recoveryID <= 1, let key = try? signature.signer(of: digest) else {
            return false
        }
        return EthereumAddress(key) == signer
    }

    /// Reads v, which has another form for each kind of data.
    private func recoveryID(_ v: [UInt8]) throws(RPCError) -> UInt8 {
        guard let first = v.first, v.count == 1 || first != 0, v.count <= 8 else { throw Self.malformed }
        let value = v.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch content {
        case .transaction(let payload, let chainID) where (payload.first ?? 0) >= 0xC0:
            // EIP-155: a signature without the chain would be valid on every chain.
            guard value >= 35 else { throw Self.otherChain }
            guard (value - 35) / 2 == chainID else { throw Self.otherChain }
            return UInt8(truncatingIfNeeded: (value - 35) % 2)
        case .transaction:
            guard value <= 1 else { throw Self.malformed }
            return UInt8(truncatingIfNeeded: value)
        case .typedData, .message:
            switch value {
            case 0, 1: return UInt8(truncatingIfNeeded: value)
            case 27, 28: return UInt8(truncatingIfNeeded: value - 27)
            default: throw Self.malformed
            }
        }
    }

    private static func refusal(_ sentence: Message) -> RPCError { RPCError(.failed, sentence: sentence) }

    private static let malformed = refusal(
        localizable("The signature of the hardware wallet is not well formed. It was not used."))
    private static let otherChain = refusal(
        localizable("The signature of the hardware wallet is for another chain. It was not used."))
}
