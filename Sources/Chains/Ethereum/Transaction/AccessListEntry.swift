internal import Bridge

/// An entry of an access list: a contract and its storage keys (EIP-2930).
public struct AccessListEntry: Hashable, Sendable {
    /// The contract.
    public let address: EthereumAddress

    /// The storage keys, 32 bytes each.
    public let storageKeys: [[UInt8]]

    /// Creates an entry from an address and 32-byte storage keys.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)`` if a key has another length.
    public init(address: EthereumAddress, storageKeys: [[UInt8]] = []) throws(EthereumError) {
        guard storageKeys.allSatisfy({ $0.count == 32 }) else { throw .transaction(.size, path: "accessList") }
        self.address = address
        self.storageKeys = storageKeys
    }

    /// The entry in the form of JSON-RPC.
    var json: JSON {
        [
            "address": .string(address.description),
            "storageKeys": .array(storageKeys.map { .string(Quantity.text(bytes: $0)) }),
        ]
    }

    /// The entry in its RLP form, as it is signed.
    var rlp: RLP { .list([.bytes(address.bytes), .list(storageKeys.map { .bytes($0) })]) }
}
