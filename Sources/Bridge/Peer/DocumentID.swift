/// One document of one view, for as long as it lives.
///
/// It is the random nonce that the relay script makes for its document: a reload is another document.
public struct DocumentID: Hashable, Sendable, CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public let nonce: String

    /// Takes a nonce from the relay script.
    ///
    /// - Returns: `nil` where `nonce` is not 32 lower-case hexadecimal digits.
    public init?(_ nonce: String) {
        guard nonce.utf8.count == 32, nonce.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }) else {
            return nil
        }
        self.nonce = nonce
    }

    /// The nonce.
    public var description: String { nonce }
}
