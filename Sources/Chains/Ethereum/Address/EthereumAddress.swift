public import Primitives

/// The 20-byte address of an Ethereum account or contract.
public struct EthereumAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates an address from 20 bytes.
    ///
    /// - Throws: ``EthereumError/address(_:)``.
    public init(bytes: some Collection<UInt8>) throws(EthereumError) {
        guard bytes.count == 20 else { throw .address(.size) }
        self.bytes = Array(bytes)
    }

    /// The address of the account with this public key: the last 20 bytes of the Keccak-256 of its two coordinates.
    public init(_ publicKey: PublicKey) {
        bytes = Array(Keccak256.hash(publicKey.uncompressed.dropFirst()).bytes.suffix(20))
    }

    /// The address of the contract that `creator` creates with its transaction `nonce` (Yellow Paper, section 7).
    public init(createdBy creator: EthereumAddress, nonce: UInt64) {
        let list = RLP.list([.bytes(creator.bytes), .number(nonce)])
        bytes = Array(Keccak256.hash(list.encoded).bytes.suffix(20))
    }

    /// The address of the contract that `creator` creates with `salt` from code with this hash (CREATE2, EIP-1014).
    public init(createdBy creator: EthereumAddress, salt: Digest32, codeHash: Digest32) {
        let preimage = [0xFF] + creator.bytes + salt.bytes + codeHash.bytes
        bytes = Array(Keccak256.hash(preimage).bytes.suffix(20))
    }

    /// Reads `0x` and 40 hexadecimal digits: all lower case, all upper case, or with an EIP-55 checksum.
    ///
    /// - Throws: ``EthereumError/address(_:)``.
    public init(_ text: String) throws(EthereumError) {
        guard text.utf8.starts(with: "0x".utf8), let bytes = Hex.decode(text) else { throw .address(.form) }
        try self.init(bytes: bytes)
        let capitals = text.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 }
        let smalls = text.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
        guard !(capitals && smalls) || description.utf8.elementsEqual(text.utf8) else { throw .address(.checksum) }
    }

    /// The EIP-55 text: a letter is in upper case if the hash of the lower-case text has a digit of at least 8 at its
    /// position.
    public var description: String {
        var text = Array(Hex.encode(bytes).utf8)
        let hash = Keccak256.hash(text).bytes
        for place in text.indices where text[place] >= UInt8(ascii: "a") {
            let highest: UInt8 = place.isMultiple(of: 2) ? 0x80 : 0x08
            if hash[place / 2] & highest != 0 { text[place] &= 0xDF }
        }
        return "0x" + String(decoding: text, as: UTF8.self)
    }

    /// Whether this is the zero address, which no one controls.
    public var isZero: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Whether no one can have the key: this is the zero address, a precompiled contract, or `0x…dEaD`, to which tokens are
    /// burnt.
    public var isUnowned: Bool {
        let end = bytes.suffix(2)
        guard bytes.dropLast(2).allSatisfy({ $0 == 0 }) else { return false }
        return end.first == 0 && (end.last ?? 0) <= 0x11 || end.elementsEqual([0xDE, 0xAD])
    }
}

extension EthereumAddress: Comparable {
    /// Orders addresses by their bytes.
    public static func < (left: EthereumAddress, right: EthereumAddress) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
