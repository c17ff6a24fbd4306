import Primitives

/// Bytes as Ethereum's JSON-RPC writes them: `0x` and pairs of hexadecimal digits.
enum HexText {
    /// The text of `bytes`.
    static func of(_ bytes: some Collection<UInt8>) -> String { "0x" + Hex.encode(Array(bytes)) }
}
