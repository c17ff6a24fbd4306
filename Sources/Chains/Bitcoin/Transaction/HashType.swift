/// The hash type of a signature, which says what the signature covers.
public struct HashType: Hashable, Sendable {
    /// The number, 32 bits as they are hashed; a signature carries the lowest eight.
    public let number: UInt32

    /// Creates a hash type.
    public init(_ number: UInt32) {
        self.number = number
    }

    /// All inputs and all outputs, written without a byte: only for Taproot (BIP-341).
    public static let `default` = HashType(0x00)

    /// All inputs and all outputs, as on Bitcoin.
    public static let all = HashType(0x01)

    /// All inputs and all outputs, with the fork ID of Bitcoin Cash: such a signature is not valid on Bitcoin.
    public static let allOfBitcoinCash = HashType(0x41)

    /// The byte after a signature.
    public var byte: UInt8 { UInt8(truncatingIfNeeded: number) }

    /// The bytes after a signature: none for the default of Taproot.
    public var suffix: [UInt8] { self == .default ? [] : [byte] }

    /// Whether Taproot allows it (BIP-341).
    public var isOfTaproot: Bool { [0, 1, 2, 3, 0x81, 0x82, 0x83].contains(number) }

    /// Whether it covers no outputs, so that anyone can change them.
    var coversNoOutput: Bool { number & 0x1F == 2 }

    /// Whether it covers only the output with the index of its input.
    var coversOneOutput: Bool { number & 0x1F == 3 }

    /// Whether others may add inputs.
    var coversOneInput: Bool { number & 0x80 != 0 }

    /// Whether the signature follows the rules of Bitcoin Cash.
    public var isOfBitcoinCash: Bool { number & 0x40 != 0 }
}
