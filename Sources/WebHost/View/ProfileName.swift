/// The name of a profile, safe to use as the name of a folder.
public struct ProfileName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// Creates a name of 1 to 64 ASCII letters, digits, `-` and `_`; `nil` for any other text.
    public init?(_ text: String) {
        let isAllowed = text.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isAllowed, (1...64).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}
