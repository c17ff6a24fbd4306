internal import Primitives

/// The reason that a contract gives when it reverts a call (Solidity, section "Control structures").
public enum RevertReason {
    /// The text of `Error(string)`, or words for `Panic(uint256)`; `nil` for other data, such as a custom error, which
    /// only its own ABI explains.
    public static func read(_ data: [UInt8]) -> String? {
        if data.starts(with: panic), data.count == 36 {
            let isKnown = data[4..<35].allSatisfy { $0 == 0 }
            guard isKnown, let meaning = panics[data[35]] else { return "panic 0x\(Hex.encode(shortest(data[4...])))" }
            return "\(meaning) (panic 0x\(Hex.encode([data[35]])))"
        }
        guard data.starts(with: error), data.count >= 68 else { return nil }
        let length = data[36..<68]
        guard length.dropLast(2).allSatisfy({ $0 == 0 }) else { return nil }
        let count = Int(length[66]) << 8 | Int(length[67])
        guard 68 + count <= data.count else { return nil }
        return String(validating: data[68..<68 + count], as: UTF8.self)
    }

    private static let error: [UInt8] = [0x08, 0xC3, 0x79, 0xA0]
    private static let panic: [UInt8] = [0x4E, 0x48, 0x7B, 0x71]

    /// The bytes without leading zeros, at least one.
    private static func shortest(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(bytes.dropLast().drop { $0 == 0 }) + bytes.suffix(1)
    }

    private static let panics: [UInt8: String] = [
        0x01: "a failed assertion", 0x11: "arithmetic overflow or underflow", 0x12: "division by zero",
        0x21: "a value that its enum does not have", 0x22: "a wrongly encoded storage byte array",
        0x31: "pop of an empty array", 0x32: "an index out of bounds", 0x41: "too much memory",
        0x51: "a call of an uninitialized function",
    ]
}
