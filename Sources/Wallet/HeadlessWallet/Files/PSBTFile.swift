package import Bitcoin
import Messages
import Primitives

/// Partially signed transactions in files: binary as in BIP-174, or Base64 text.
package enum PSBTFile {
    /// Reads the file at `path`.
    ///
    /// - Throws: A sentence for the user.
    package static func read(_ path: String) throws(WalletError) -> PSBT {
        let bytes: [UInt8]
        do throws(PrimitiveError) {
            bytes = try PlainFile.read(path, limit: 2 * PSBT.largest)
        } catch {
            throw WalletError(field: .file, localized("\(path, as: "file") cannot be read."))
        }
        return try read(bytes: bytes)
    }

    /// Reads the binary form, or Base64 text.
    package static func read(bytes: [UInt8]) throws(WalletError) -> PSBT {
        do throws(BitcoinError) {
            // The binary form begins with a byte that is never in text.
            return bytes.starts(with: [0x70, 0x73, 0x62, 0x74, 0xFF])
                ? try PSBT(bytes) : try PSBT(base64: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw WalletError(field: .file, error.sentence)
        }
    }

    /// Reads Base64 text.
    package static func read(text: String) throws(WalletError) -> PSBT {
        do throws(BitcoinError) {
            return try PSBT(base64: text)
        } catch {
            throw WalletError(field: .text, error.sentence)
        }
    }

    /// Reads the file at `path` without blocking the window.
    @concurrent package static func reading(_ path: String) async throws(WalletError) -> PSBT { try read(path) }

    /// Reads Base64 text without blocking the window.
    @concurrent package static func reading(text: String) async throws(WalletError) -> PSBT { try read(text: text) }

    /// Adds what others have added to their copies; wrong signatures do not stand in the way of right ones.
    ///
    /// - Throws: A sentence for the user.
    package static func combine(_ first: PSBT, with others: [PSBT]) throws(WalletError) -> PSBT {
        do throws(BitcoinError) {
            return try first.withoutWrongSignatures.combined(with: others.map(\.withoutWrongSignatures))
        } catch {
            throw WalletError(field: .file, error.sentence)
        }
    }

    /// Adds the signatures of a signed transaction.
    ///
    /// - Throws: A sentence for the user.
    package static func combine(_ psbt: PSBT, with signed: BitcoinTransaction) throws(WalletError) -> PSBT {
        do throws(BitcoinError) {
            return try psbt.finalized(by: signed)
        } catch {
            throw WalletError(field: .image, error.sentence)
        }
    }

    /// Adds what others have added without blocking the window.
    @concurrent package static func combining(_ first: PSBT, with others: [PSBT]) async throws(WalletError) -> PSBT {
        try combine(first, with: others)
    }

    /// Writes a signed transaction in hexadecimal to a new file that only the user can read.
    ///
    /// - Throws: A sentence for the user; an existing file stays as it is.
    package static func write(_ transaction: BitcoinTransaction, to path: String) throws(WalletError) {
        try NewFile.write(Array((Hex.encode(transaction.bytes(.witness)) + "\n").utf8), to: path)
    }

    /// Writes the binary form to a new file that only the user can read.
    ///
    /// - Throws: A sentence for the user; an existing file stays as it is.
    package static func write(_ psbt: PSBT, to path: String) throws(WalletError) {
        try NewFile.write(psbt.bytes, to: path)
    }
}
