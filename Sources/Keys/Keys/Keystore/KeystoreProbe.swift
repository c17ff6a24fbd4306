internal import Foundation

/// An entry point for fuzzers to the parser of key files, without the key derivation.
@_spi(Fuzzing) public enum KeystoreProbe {
    /// Whether `json` has the shape of a key file, within the bounds.
    public static func isKeystore(_ json: [UInt8]) -> Bool {
        guard let document = try? JSONDecoder().decode(KeystoreDocument.self, from: Data(json)) else { return false }
        return (try? document.checked()) != nil
    }
}
