internal import Foundation

/// Compatibility decomposition (Unicode's NFKD), which BIP-39 asks for before text becomes bytes.
enum NormalForm {
    /// The UTF-8 of `text`, decomposed.
    static func decomposed(_ text: some StringProtocol) -> SecretBytes {
        // ASCII is its own normal form, and takes no way through strings that cannot be wiped.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return SecretBytes(copying: text.utf8) }
        return SecretBytes(copying: text.decomposedStringWithCompatibilityMapping.utf8)
    }
}
