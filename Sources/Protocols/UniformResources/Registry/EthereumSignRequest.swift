/// What a wallet asks a signer to sign for an account on EVM chains (`eth-sign-request`, ERC-4527).
package struct EthereumSignRequest: Hashable, Sendable {
    /// The kinds of data that are signed.
    package enum DataType: UInt64, CaseIterable, Sendable {
        /// A transaction without a type, in RLP, as in EIP-155.
        case legacyTransaction = 1
        /// The JSON text of structured data (EIP-712).
        case typedData = 2
        /// The bytes of a message, without the prefix of EIP-191.
        case message = 3
        /// A transaction with a type (EIP-2718).
        case typedTransaction = 4
    }

    /// The 16 bytes of a UUID, which the answer repeats.
    package let id: [UInt8]

    /// What is signed.
    package let data: [UInt8]

    /// The kind of ``data``.
    package let type: DataType

    /// The chain; `nil` for messages and structured data.
    package let chainID: UInt64?

    /// Where the key is.
    package let path: KeyPath

    /// The 20 bytes of the account's address, so that the signer can compare it.
    package let address: [UInt8]?

    /// The program that asks.
    package let origin: String?

    /// The type of the resource.
    package static let resourceType = "eth-sign-request"

    static let idSize = 16
    private static let idTag: UInt64 = 37
    private static let longestOrigin = 200

    /// Creates a request.
    ///
    /// - Throws: ``UniformResourceError/cbor`` if the ID does not have 16 bytes, or the address 20.
    package init(
        id: [UInt8], _ data: [UInt8], _ type: DataType, chainID: UInt64?, path: KeyPath, address: [UInt8]?,
        origin: String?
    ) throws(UniformResourceError) {
        guard id.count == Self.idSize, address.map({ $0.count == 20 }) ?? true,
            (origin?.utf8.count ?? 0) <= Self.longestOrigin
        else { throw .cbor }
        (self.id, self.data, self.type, self.chainID) = (id, data, type, chainID)
        (self.path, self.address, self.origin) = (path, address, origin)
    }

    /// The resource.
    package var resource: UniformResource {
        var members: [CBOR: CBOR] = [
            .number(1): Self.tagged(id: id), .number(2): .bytes(data), .number(3): .number(type.rawValue),
            .number(5): path.cbor,
        ]
        if let chainID { members[.number(4)] = .number(chainID) }
        if let address { members[.number(6)] = .bytes(address) }
        if let origin { members[.number(7)] = .text(origin) }
        return UniformResource(type: Self.resourceType, .map(members))
    }

    /// Reads a request; signers need not be given an ID, but this wallet always gives one.
    ///
    /// - Throws: ``UniformResourceError/type``, or ``UniformResourceError/cbor``.
    package init(_ resource: UniformResource) throws(UniformResourceError) {
        guard resource.type == Self.resourceType else { throw .type }
        let value = try CBOR(resource.cbor)
        guard let keys = value.keys, keys.isSubset(of: [1, 2, 3, 4, 5, 6, 7]), let data = value[2]?.bytes,
            let type = (value[3] ?? .number(1)).number.flatMap(DataType.init(rawValue:)), let path = value[5]
        else { throw .cbor }
        let (chainID, address, origin) = (value[4]?.number, value[6]?.bytes, value[7]?.text)
        guard (chainID == nil) == (value[4] == nil), (address == nil) == (value[6] == nil),
            (origin == nil) == (value[7] == nil)
        else { throw .cbor }
        try self.init(
            id: Self.id(value[1]), data, type, chainID: chainID, path: KeyPath(path), address: address, origin: origin)
    }

    /// The value of a request's ID.
    static func tagged(id: [UInt8]) -> CBOR { .tagged(idTag, .bytes(id)) }

    /// The 16 bytes of a request's ID.
    static func id(_ value: CBOR?) throws(UniformResourceError) -> [UInt8] {
        guard let id = value?.untagged(idTag)?.bytes, id.count == idSize else { throw .cbor }
        return id
    }
}
