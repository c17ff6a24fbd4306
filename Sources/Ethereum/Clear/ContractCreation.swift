internal import Keys

/// A contract that is created.
public struct ContractCreation: Hashable, Sendable {
    /// Where it will be; `nil` where the creator or the number of the transaction is not known.
    public let address: EthereumAddress?

    /// How many bytes of code and arguments.
    public let size: Int

    init(_ call: ContractCall) {
        size = call.data.count
        guard let from = call.from, let nonce = call.nonce else {
            address = nil
            return
        }
        address = Self.address(by: from, nonce: nonce)
    }

    /// The address of the contract that `creator` makes with its transaction `nonce`: the end of the hash of both as a
    /// list of RLP (Yellow Paper, section 7).
    static func address(by creator: EthereumAddress, nonce: UInt64) -> EthereumAddress? {
        var digits: [UInt8] = []
        var rest = nonce
        while rest > 0 {
            digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        let number = digits.count == 1 && digits[0] < 0x80 ? digits : [0x80 + UInt8(digits.count)] + digits
        let list = [0x80 + 20] + creator.bytes + number
        return try? EthereumAddress(bytes: Keccak256.hash([0xC0 + UInt8(list.count)] + list).bytes.suffix(20))
    }
}
