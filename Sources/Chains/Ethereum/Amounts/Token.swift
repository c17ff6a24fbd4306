internal import Bridge

/// What is known of a token: its name, and the number of decimals of its amounts.
public struct Token: Hashable, Sendable {
    /// The EIP-155 chain ID.
    public let chainID: UInt64

    /// The contract.
    public let address: EthereumAddress

    /// The sign, such as `USDC` or `USD₮0`: characters that are seen as they are, or escapes of others; at most 12.
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
    /// reads. No letter of it looks like one of ASCII: that would be another token's sign. A character that is not plain can
    /// be there as an escape (``shownSymbol(_:)``).
    public static func isSymbol(_ text: String) -> Bool {
        let parts = parts(of: text)
        guard (1...longestSymbol).contains(parts.count) else { return false }
        let plain = parts.compactMap { if case .plain(let scalar) = $0 { scalar } else { nil } }
        let shown = String(String.UnicodeScalarView(plain))
        return plain.allSatisfy(isPlain) && VisibleText.of(shown) == shown
    }

    /// A symbol that a contract names, in a form that can be shown: what misleads is written as an escape such as
    /// `⟨U+0405⟩`, and what is too long is cut.
    ///
    /// - Returns: `nil` for an empty text.
    public static func shownSymbol(_ text: String) -> String? {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(longestSymbol) {
            shown += isPlain(scalar) ? String(scalar) : escape(scalar)
        }
        return isSymbol(shown) ? shown : nil
    }

    /// The symbol as the contract names it, without escapes.
    package static func unescaped(_ symbol: String) -> String {
        String(
            String.UnicodeScalarView(
                parts(of: symbol).map { part in
                    switch part {
                    case .plain(let scalar), .escaped(let scalar): scalar
                    }
                }))
    }

    private enum Part {
        case plain(Unicode.Scalar)
        case escaped(Unicode.Scalar)
    }

    /// The characters of a symbol, of which some may be escapes.
    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text.unicodeScalars.prefix(longestSymbol * 10)
        while let first = rest.first {
            guard first == "⟨", let end = rest.firstIndex(of: "⟩"),
                let scalar = Self.scalar(String(String.UnicodeScalarView(rest[...end])))
            else {
                parts.append(.plain(first))
                rest = rest.dropFirst()
                continue
            }
            parts.append(.escaped(scalar))
            rest = rest[rest.index(after: end)...]
        }
        return parts
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)⟩"
    }

    /// The character of an escape; `nil` if it needs none, or if the text is not an escape.
    private static func scalar(_ escape: String) -> Unicode.Scalar? {
        guard let value = UInt32(escape.dropFirst(3).dropLast(), radix: 16), let scalar = Unicode.Scalar(value),
            !isPlain(scalar), self.escape(scalar) == escape
        else { return nil }
        return scalar
    }

    private static let longestSymbol = 12

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
