/// What a signature covers of a transaction, as the number behind it says.
public struct HashType: Hashable, Sendable {
    /// The number, 32 bits as they are hashed; a signature carries the lowest eight.
    public let number: UInt32

    /// Takes a number.
    public init(_ number: UInt32) {
        self.number = number
    }

    /// All inputs and all outputs, as on Bitcoin.
    public static let all = HashType(0x01)

    /// All inputs and all outputs, as on Bitcoin Cash, where no signature is good for Bitcoin.
    public static let allOfBitcoinCash = HashType(0x41)

    /// The byte behind a signature.
    public var byte: UInt8 { UInt8(truncatingIfNeeded: number) }

    /// Whether it covers no outputs, so that anybody may change them.
    var coversNoOutput: Bool { number & 0x1F == 2 }

    /// Whether it covers only the output at the place of its input.
    var coversOneOutput: Bool { number & 0x1F == 3 }

    /// Whether others may add inputs.
    var coversOneInput: Bool { number & 0x80 != 0 }

    /// Whether the signature is made by the rules of Bitcoin Cash.
    public var isOfBitcoinCash: Bool { number & 0x40 != 0 }
}
