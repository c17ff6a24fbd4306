import Primitives

/// Bytes as Ethereum's JSON-RPC writes them: `0x` and pairs of hexadecimal digits.
package enum HexText {
    /// The text of `bytes`.
    package static func of(_ bytes: some Collection<UInt8>) -> String { "0x" + Hex.encode(Array(bytes)) }
}
