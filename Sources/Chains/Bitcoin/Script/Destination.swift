public import Primitives

/// The recipient of an output in one of the standard forms, independent of the address format.
public enum Destination: Hashable, Sendable {
    /// The hash of a public key, 20 bytes (P2PKH).
    case publicKey(hash: [UInt8])

    /// The hash of a script, 20 bytes, or 32 on Bitcoin Cash (P2SH).
    case script(hash: [UInt8])

    /// A witness program (BIP-141): of a key (P2WPKH), a script (P2WSH), or a tweaked key (P2TR) by version and size.
    case witness(version: UInt8, program: [UInt8])

    /// The destination of `key`, in the wallet's standard form on `utxoChain`.
    public init(_ key: PublicKey, on utxoChain: UTXOChain) {
        let hash = Hash160.hash(key.compressed)
        self = utxoChain.ledger == .bitcoin ? .witness(version: 0, program: hash) : .publicKey(hash: hash)
    }

    /// Reads an address of `utxoChain`.
    ///
    /// Legacy addresses of Bitcoin Cash are accepted, too; ``isOldForm(_:)`` detects them, because they have the same
    /// format as Bitcoin addresses.
    ///
    /// - Throws: ``BitcoinError/address(_:)``, also if the address is of another network.
    public init(_ address: String, on utxoChain: UTXOChain) throws(BitcoinError) {
        try self.init(address, of: utxoChain.ledger, on: utxoChain.network)
    }

    /// Reads an address of a network of `ledger`; several chains have the same.
    ///
    /// - Throws: ``BitcoinError/address(_:)``, also if the address is of another network.
    public init(
        _ address: String, of ledger: UTXOChain.Ledger, on network: AddressNetwork
    ) throws(BitcoinError) {
        if let legacy = try Self.oldForm(address) {
            guard legacy.isTest == (network != .main) else { throw .address(.network) }
            // Bitcoin has no 32-byte script hashes in this format.
            guard ledger == .bitcoinCash || legacy.hash.count == 20 else { throw .address(.size) }
            self = legacy.kind == .script ? .script(hash: legacy.hash) : .publicKey(hash: legacy.hash)
            return
        }
        switch ledger {
        case .bitcoinCash:
            try self.init(try CashAddress(address, prefix: network.cashPrefix))
        case .bitcoin:
            let decoded = try SegWitAddress(address, prefix: network.segWitPrefix)
            self = .witness(version: decoded.version, program: decoded.program)
        }
    }

    /// The destination of a Bitcoin Cash address of any network, token-aware or not.
    ///
    /// - Throws: ``BitcoinError/address(_:)`` for undefined types and sizes.
    public init(_ address: CashAddress) throws(BitcoinError) {
        switch (address.kind, address.hash.count) {
        case (.publicKey?, 20), (.tokenPublicKey?, 20): self = .publicKey(hash: address.hash)
        case (.script?, 20), (.script?, 32), (.tokenScript?, 20), (.tokenScript?, 32):
            self = .script(hash: address.hash)
        case (nil, _): throw .address(.version)
        default: throw .address(.size)
        }
    }

    /// Whether `address` has the legacy format that Bitcoin and Bitcoin Cash share.
    public static func isOldForm(_ address: String) -> Bool {
        (try? LegacyAddress(address)) != nil
    }

    /// Reads a legacy address, if the text has that format; throws if it has the format but is invalid.
    private static func oldForm(_ address: String) throws(BitcoinError) -> LegacyAddress? {
        do throws(BitcoinError) {
            return try LegacyAddress(address)
        } catch {
            guard let first = address.utf8.first, "123mn".utf8.contains(first) else { return nil }
            throw error
        }
    }

    /// The locking script.
    public var script: Script {
        switch self {
        case .publicKey(let hash): Script([0x76, 0xA9, 0x14] + hash + [0x88, 0xAC])
        case .script(let hash) where hash.count == 32: Script([0xAA, 0x20] + hash + [0x87])
        case .script(let hash): Script([0xA9, 0x14] + hash + [0x87])
        case .witness(let version, let program):
            // No trap: a program has 40 bytes at most.
            Script([version == 0 ? 0 : 0x50 + version, UInt8(program.count)] + program)
        }
    }

    /// The address on `utxoChain`.
    ///
    /// - Parameters:
    ///   - utxoChain: The chain, which has a network.
    ///   - isTokenAware: Whether an address of Bitcoin Cash says that its owner can receive tokens (CashTokens).
    /// - Returns: The text; `nil` if the format has no address for this script.
    public func address(on utxoChain: UTXOChain, isTokenAware: Bool = false) -> String? {
        address(of: utxoChain.ledger, on: utxoChain.network, isTokenAware: isTokenAware)
    }

    /// The address on a network of `ledger`; `nil` if the format has no address for this script.
    public func address(
        of ledger: UTXOChain.Ledger, on network: AddressNetwork, isTokenAware: Bool = false
    ) -> String? {
        switch (self, ledger) {
        case (.publicKey(let hash), .bitcoinCash):
            Self.cashAddress(isTokenAware ? .tokenPublicKey : .publicKey, hash, network)
        case (.script(let hash), .bitcoinCash):
            Self.cashAddress(isTokenAware ? .tokenScript : .script, hash, network)
        case (.publicKey, .bitcoin): legacyAddress(on: network)
        case (.script(let hash), .bitcoin): hash.count == 20 ? legacyAddress(on: network) : nil
        case (.witness(let version, let program), .bitcoin):
            (try? SegWitAddress(prefix: network.segWitPrefix, version: version, program: program))?.description
        case (.witness, .bitcoinCash): nil
        }
    }

    /// The address in the format that Bitcoin and Bitcoin Cash share; `nil` for a witness program.
    public func legacyAddress(on network: AddressNetwork) -> String? {
        switch self {
        case .publicKey(let hash): (try? LegacyAddress(.publicKey, hash: hash, isTest: network != .main))?.description
        case .script(let hash): (try? LegacyAddress(.script, hash: hash, isTest: network != .main))?.description
        case .witness: nil
        }
    }

    private static func cashAddress(
        _ kind: CashAddress.Kind, _ hash: [UInt8], _ network: AddressNetwork
    ) -> String? {
        (try? CashAddress(prefix: network.cashPrefix, type: kind.rawValue, hash: hash))?.description
    }
}

extension Script {
    /// The destination, if the script has one of the standard forms.
    public var destination: Destination? {
        switch bytes.count {
        case 25 where bytes[..<3] == [0x76, 0xA9, 0x14] && bytes[23...] == [0x88, 0xAC]:
            return .publicKey(hash: Array(bytes[3..<23]))
        case 23 where bytes[..<2] == [0xA9, 0x14] && bytes[22] == 0x87:
            return .script(hash: Array(bytes[2..<22]))
        case 35 where bytes[..<2] == [0xAA, 0x20] && bytes[34] == 0x87:
            return .script(hash: Array(bytes[2..<34]))
        case 4...42 where Int(bytes[1]) == bytes.count - 2 && (bytes[0] == 0 || 0x51...0x60 ~= bytes[0]):
            let version = bytes[0] == 0 ? 0 : bytes[0] - 0x50
            guard version > 0 || bytes.count == 22 || bytes.count == 34 else { return nil }
            return .witness(version: version, program: Array(bytes[2...]))
        default:
            return nil
        }
    }
}
