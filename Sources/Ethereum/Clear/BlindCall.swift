internal import Keys

/// Data that cannot be read.
public struct BlindCall: Hashable, Sendable {
    /// Why not.
    public enum Reason: Hashable, Sendable {
        /// The function is not known.
        case unknown
        /// It begins like a call of the function `name`, but is none: a contract may read it as something else.
        case malformed(name: String, ABIFault)
        /// It is shorter than the name of a function.
        case short
        /// It lies deeper inside other calls than is read.
        case deep
    }

    /// What is called.
    public let contract: EthereumAddress

    /// The data.
    public let data: [UInt8]

    /// Why it cannot be read.
    public let reason: Reason

    /// The first four bytes, with `0x`; `nil` where there are fewer.
    public var selector: String? { data.count >= 4 ? "0x" + Hex.encode(data.prefix(4)) : nil }

    /// What follows the first four bytes, in words of 32 bytes, with `0x`; the last one may be shorter.
    public var words: [String] {
        stride(from: 4, to: data.count, by: 32).map { start in
            "0x" + Hex.encode(data[start..<min(start + 32, data.count)])
        }
    }
}
