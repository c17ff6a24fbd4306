/// The types of keys of a partially signed transaction (BIP-174, BIP-370, BIP-371).
package enum PSBTField {
    /// The types of the global map.
    package enum Global {
        package static let transaction: UInt64 = 0x00
        package static let extendedKey: UInt64 = 0x01
        package static let version: UInt64 = 0xFB
        static let transactionVersion: UInt64 = 0x02
        static let fallbackLock: UInt64 = 0x03
        static let inputCount: UInt64 = 0x04
        static let outputCount: UInt64 = 0x05
        static let modifiable: UInt64 = 0x06
        /// Those of version 2 (BIP-370), which have no data.
        static let parts: ClosedRange<UInt64> = 0x02...0x06
        /// Those that say what the transaction is.
        static let structure = Set(parts).union([transaction, version])
    }

    /// The types of the map of an input.
    package enum Input {
        package static let previousTransaction: UInt64 = 0x00
        package static let witnessOutput: UInt64 = 0x01
        package static let partialSignature: UInt64 = 0x02
        package static let hashType: UInt64 = 0x03
        package static let redeemScript: UInt64 = 0x04
        package static let witnessScript: UInt64 = 0x05
        package static let derivation: UInt64 = 0x06
        package static let finalScript: UInt64 = 0x07
        package static let finalWitness: UInt64 = 0x08
        package static let taprootKeySignature: UInt64 = 0x13
        package static let taprootScriptSignature: UInt64 = 0x14
        package static let taprootLeafScript: UInt64 = 0x15
        package static let taprootDerivation: UInt64 = 0x16
        package static let taprootInternalKey: UInt64 = 0x17
        package static let taprootMerkleRoot: UInt64 = 0x18
        /// The hashes with a preimage each, and their sizes: RIPEMD-160, SHA-256, Hash160, Hash256.
        static let preimages: [UInt64: Int] = [0x0A: 20, 0x0B: 32, 0x0C: 20, 0x0D: 32]
        static let spentID: UInt64 = 0x0E
        static let spentOutput: UInt64 = 0x0F
        static let inputSequence: UInt64 = 0x10
        static let timeLock: UInt64 = 0x11
        static let heightLock: UInt64 = 0x12
        /// Those of version 2 (BIP-370), which have no data.
        static let parts: ClosedRange<UInt64> = 0x0E...0x12
    }

    /// The types of the map of an output.
    package enum Output {
        package static let redeemScript: UInt64 = 0x00
        package static let witnessScript: UInt64 = 0x01
        package static let derivation: UInt64 = 0x02
        package static let taprootInternalKey: UInt64 = 0x05
        package static let taprootTree: UInt64 = 0x06
        package static let taprootDerivation: UInt64 = 0x07
        static let amount: UInt64 = 0x03
        static let script: UInt64 = 0x04
        /// Those of version 2 (BIP-370), which have no data.
        static let parts: ClosedRange<UInt64> = 0x03...0x04
    }
}
