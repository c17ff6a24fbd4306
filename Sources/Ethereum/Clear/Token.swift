internal import Bridge

/// What is known of a token: its name, and the number of decimals of its amounts.
public struct Token: Hashable, Sendable {
    /// The EIP-155 chain ID.
    public let chainID: UInt64

    /// The contract.
    public let address: EthereumAddress

    /// The sign, such as `USDC` or `USD₮0`: characters that are seen as they are, at most 12 of them.
    public let symbol: String

    /// The number of decimal places.
    public let decimals: Int

    /// Whether the wallet trusts this entry; otherwise the symbol is untrusted text.
    public let isVouchedFor: Bool

    /// Creates a token with a printable symbol.
    ///
    /// - Returns: `nil` if the sign is not one that ``isSymbol(_:)`` takes, or if there are more than 77
    ///   decimals.
    public init?(
        chainID: UInt64, address: EthereumAddress, symbol: String, decimals: Int, isVouchedFor: Bool = false
    ) {
        guard Self.isSymbol(symbol), (0...77).contains(decimals) else { return nil }
        self.chainID = chainID
        self.address = address
        self.symbol = symbol
        self.decimals = decimals
        self.isVouchedFor = isVouchedFor
    }

    /// Whether `text` can be shown next to an amount: 1 to 12 letters, digits, signs of currencies and printable characters
    /// of ASCII, without spaces.
    ///
    /// Nothing in it is invisible, sits on its neighbour, or runs from right to left: that would change how the amount
    /// reads. No letter of it looks like one of ASCII: that would be another token's sign.
    public static func isSymbol(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return (1...12).contains(scalars.count) && scalars.allSatisfy(isPlain) && VisibleText.of(text) == text
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x21...0x7E).contains(scalar.value) }
        switch scalar.properties.generalCategory {
        case .currencySymbol: return true
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber:
            let look = HostSkeleton.of(String(scalar).lowercased())
            return !rightToLeft.contains { $0.contains(scalar.value) } && !look.utf8.allSatisfy { $0 < 0x80 }
        default: return false
        }
    }

    /// The blocks of scripts that run from right to left (Unicode Standard Annex 9, the defaults of classes R and AL).
    private static let rightToLeft: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF,
    ]
}
