internal import Bridge

/// A contract that a transaction says it will touch, and the places of its storage (EIP-2930).
public struct AccessListEntry: Hashable, Sendable {
    /// The contract.
    public let address: EthereumAddress

    /// The places, 32 bytes each.
    public let storageKeys: [[UInt8]]

    /// Takes an address and places of 32 bytes.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)`` where a place has another length.
    public init(address: EthereumAddress, storageKeys: [[UInt8]] = []) throws(EthereumError) {
        guard storageKeys.allSatisfy({ $0.count == 32 }) else { throw .transaction(.size, path: "accessList") }
        self.address = address
        self.storageKeys = storageKeys
    }

    /// The entry as JSON-RPC writes it.
    var json: JSON {
        [
            "address": .string(address.description),
            "storageKeys": .array(storageKeys.map { .string(Quantity.text(bytes: $0)) }),
        ]
    }

    /// The entry as it is signed.
    var rlp: RLP { .list([.bytes(address.bytes), .list(storageKeys.map { .bytes($0) })]) }
}
