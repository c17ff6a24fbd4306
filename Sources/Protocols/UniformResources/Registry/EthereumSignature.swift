/// A signature by which a signer answers an ``EthereumSignRequest`` (`eth-signature`, ERC-4527).
///
/// Nothing is known about it before it is verified: it can be of another key, or of other data.
package struct EthereumSignature: Hashable, Sendable {
    /// The ID of the request.
    package let requestID: [UInt8]

    /// r and s, each big-endian in 32 bytes.
    package let r, s: [UInt8]

    /// v, big-endian and without leading zeros: more than one byte for a large chain ID (EIP-155).
    package let v: [UInt8]

    /// What the signer calls itself.
    package let origin: String?

    /// The type of the resource.
    package static let resourceType = "eth-signature"

    /// What a series of codes may contain: more than any signature needs.
    package static let wanted = CodeCollector.Wanted([resourceType], longest: 1_000)

    /// 35 and twice a chain ID of 64 bits have at most 9 bytes.
    private static let sizes = 65...73
    private static let longestOrigin = 200

    /// Creates a signature.
    ///
    /// - Throws: ``UniformResourceError/cbor`` if a part has the wrong size.
    package init(requestID: [UInt8], _ bytes: [UInt8], origin: String?) throws(UniformResourceError) {
        guard requestID.count == EthereumSignRequest.idSize, Self.sizes.contains(bytes.count),
            bytes.count == 65 || bytes[64] != 0, (origin?.utf8.count ?? 0) <= Self.longestOrigin
        else { throw .cbor }
        self.requestID = requestID
        (r, s, v) = (Array(bytes[..<32]), Array(bytes[32..<64]), Array(bytes[64...]))
        self.origin = origin
    }

    /// The resource.
    package var resource: UniformResource {
        var members: [CBOR: CBOR] = [
            .number(1): EthereumSignRequest.tagged(id: requestID), .number(2): .bytes(r + s + v),
        ]
        if let origin { members[.number(3)] = .text(origin) }
        return UniformResource(type: Self.resourceType, .map(members))
    }

    /// Reads a signature.
    ///
    /// - Throws: ``UniformResourceError/type``, or ``UniformResourceError/cbor``.
    package init(_ resource: UniformResource) throws(UniformResourceError) {
        guard resource.type == Self.resourceType else { throw .type }
        let value = try CBOR(resource.cbor)
        guard let keys = value.keys, keys.isSubset(of: [1, 2, 3]), let bytes = value[2]?.bytes else { throw .cbor }
        let origin = value[3]?.text
        guard (origin == nil) == (value[3] == nil) else { throw .cbor }
        try self.init(requestID: EthereumSignRequest.id(value[1]), bytes, origin: origin)
    }
}

extension CBOR {
    /// The keys of a map; `nil` if it is not a map, or if a key is not a number.
    var keys: Set<UInt64>? {
        guard case .map(let members) = self else { return nil }
        let numbers = members.keys.compactMap(\.number)
        return numbers.count == members.count ? Set(numbers) : nil
    }
}
