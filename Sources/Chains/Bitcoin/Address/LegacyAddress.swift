internal import Primitives
internal import Primitives

/// A Base58Check address, of Bitcoin or in Bitcoin Cash's legacy format.
public struct LegacyAddress: Hashable, Sendable, CustomStringConvertible {
    /// The type of an address.
    public enum Kind: Hashable, Sendable {
        /// Pay to public key hash.
        case publicKey
        /// Pay to script hash.
        case script
    }

    /// The type of the address.
    public let kind: Kind

    /// Whether it belongs to a test network.
    public let isTest: Bool

    /// The hash: 20 bytes, or 32 for a script of Bitcoin Cash.
    public let hash: [UInt8]

    /// Creates an address.
    ///
    /// - Throws: ``BitcoinError/address(_:)``.
    public init(_ kind: Kind, hash: [UInt8], isTest: Bool = false) throws(BitcoinError) {
        guard hash.count == 20 || hash.count == 32 && kind == .script else { throw .address(.size) }
        self.kind = kind
        self.hash = hash
        self.isTest = isTest
    }

    /// Reads an address.
    ///
    /// - Throws: ``BitcoinError/address(_:)``.
    public init(_ text: String) throws(BitcoinError) {
        let bytes: [UInt8]
        do throws(PrimitiveError) {
            bytes = try Base58Check.decode(text)
        } catch {
            throw .address(error == .wrongBase58Checksum ? .checksum : .form)
        }
        guard let first = bytes.first, let (kind, isTest) = Self.versions[first] else { throw .address(.version) }
        try self.init(kind, hash: Array(bytes.dropFirst()), isTest: isTest)
    }

    /// The text.
    public var description: String {
        let version: UInt8 =
            switch (kind, isTest) {
            case (.publicKey, false): 0
            case (.script, false): 5
            case (.publicKey, true): 111
            case (.script, true): 196
            }
        return Base58Check.encode([version] + hash)
    }

    private static let versions: [UInt8: (kind: Kind, isTest: Bool)] = [
        0: (.publicKey, false), 5: (.script, false), 111: (.publicKey, true), 196: (.script, true),
    ]
}
