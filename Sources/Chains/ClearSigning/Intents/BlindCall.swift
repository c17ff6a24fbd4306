public import Ethereum
internal import Primitives

/// A call whose data cannot be decoded.
public struct BlindCall: Hashable, Sendable {
    /// Why the data cannot be decoded.
    public enum Reason: Hashable, Sendable {
        /// The function is unknown.
        case unknown
        /// It has the selector of the function `name`, but its arguments are malformed: a contract may interpret them
        /// differently.
        case malformed(name: String, ABIFault)
        /// It is shorter than a function selector.
        case short
        /// It is nested too deeply in other calls.
        case deep
    }

    /// The contract that is called.
    public let contract: EthereumAddress

    /// The call data.
    public let data: [UInt8]

    /// Why the data cannot be decoded.
    public let reason: Reason

    /// The function selector with `0x`; `nil` if there are fewer than four bytes.
    public var selector: String? { data.count >= 4 ? "0x" + Hex.encode(data.prefix(4)) : nil }

    /// The data after the selector, in 32-byte words with `0x`; the last one may be shorter.
    public var words: [String] {
        stride(from: 4, to: data.count, by: 32).map { start in
            "0x" + Hex.encode(data[start..<min(start + 32, data.count)])
        }
    }
}
