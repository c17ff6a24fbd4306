package import Keys

/// Where a key comes from: the fingerprint of a master key, and the path from it (BIP-380, "Key Expressions").
package struct KeyOrigin: Hashable, Sendable {
    /// The first four bytes of the hash of the master key's public key.
    package let fingerprint: UInt32

    /// The steps from the master key.
    package let path: DerivationPath

    package init(fingerprint: UInt32, path: DerivationPath) {
        self.fingerprint = fingerprint
        self.path = path
    }

    /// Reads the text between the brackets.
    init(_ text: ArraySlice<UInt8>) throws(BitcoinKeysError) {
        let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = parts.first, first.count == 8, first.allSatisfy(Self.isHexadecimal),
            // No trap: reads text: nil if it does not fit.
            let fingerprint = UInt32(String(decoding: first, as: UTF8.self), radix: 16)
        else { throw .descriptor(.key) }
        self.fingerprint = fingerprint
        path = try Self.path(parts.dropFirst())
    }

    /// The text with brackets, and `h` for hardened steps.
    package var text: String {
        let digits = String(fingerprint, radix: 16)
        return "[" + String(repeating: "0", count: 8 - digits.utf8.count) + digits + Self.text(of: path.indices) + "]"
    }

    /// Reads steps such as `44h` or `44'`.
    static func path(_ parts: some Sequence<ArraySlice<UInt8>>) throws(BitcoinKeysError) -> DerivationPath {
        let text = "m" + parts.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
        do throws(KeyError) { return try DerivationPath(text) } catch { throw .descriptor(.key) }
    }

    /// Steps as text, each with a slash in front.
    static func text(of indices: [UInt32]) -> String {
        indices.map { $0 < DerivationPath.hardened ? "/\($0)" : "/\($0 - DerivationPath.hardened)h" }.joined()
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
