import Bitcoin
import Glibc
import Messages
import Primitives

/// Partially signed transactions in files: binary as in BIP-174, or Base64 text.
enum PSBTFile {
    /// Reads the file at `path`.
    ///
    /// - Throws: A sentence for the user.
    static func read(_ path: String) throws(WalletAppError) -> PSBT {
        let bytes: [UInt8]
        do throws(PrimitiveError) {
            bytes = try PlainFile.read(path, limit: 2 * PSBT.largest)
        } catch {
            throw WalletAppError(field: "file", localized("\(path, as: "file") cannot be read."))
        }
        return try read(bytes: bytes)
    }

    /// Reads the binary form, or Base64 text.
    static func read(bytes: [UInt8]) throws(WalletAppError) -> PSBT {
        do throws(BitcoinError) {
            // The binary form begins with a byte that is never in text.
            return bytes.starts(with: [0x70, 0x73, 0x62, 0x74, 0xFF])
                ? try PSBT(bytes) : try PSBT(base64: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw WalletAppError(field: "file", error.sentence)
        }
    }

    /// Reads Base64 text.
    static func read(text: String) throws(WalletAppError) -> PSBT {
        do throws(BitcoinError) {
            return try PSBT(base64: text)
        } catch {
            throw WalletAppError(field: "text", error.sentence)
        }
    }

    /// Writes the binary form to a new file that only the user can read.
    ///
    /// - Throws: A sentence for the user; an existing file stays as it is.
    static func write(_ psbt: PSBT, to path: String) throws(WalletAppError) {
        try NewFile.write(psbt.bytes, to: path)
    }
}
