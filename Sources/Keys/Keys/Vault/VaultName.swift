/// The name of a wallet or an account: 1 to 64 bytes of UTF-8, all visible characters.
public struct VaultName: Hashable, Sendable, CustomStringConvertible {
    /// The name, without surrounding white space.
    public let description: String

    /// Reads `text`, without surrounding white space.
    ///
    /// - Throws: ``KeyError/malformedName`` if the rest is empty, exceeds 64 bytes, or has a control character, a
    ///   directional mark, or another invisible character.
    public init(_ text: some StringProtocol) throws(KeyError) {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars = scalars.dropFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars = scalars.dropLast() }
        guard scalars.allSatisfy(Self.isSeen), scalars.contains(where: { $0 != " " }) else { throw .malformedName }
        description = String(String.UnicodeScalarView(scalars))
        guard (1...64).contains(description.utf8.count) else { throw .malformedName }
    }

    /// Whether people would consider both the same name: upper and lower case, forms of Unicode and the number of
    /// spaces make no difference.
    public func isSame(as other: VaultName) -> Bool { folded == other.folded }

    private var folded: String {
        description.lowercased().split(separator: " ").joined(separator: " ")
    }

    /// The name as part of a file name: lower-case ASCII letters and digits with single hyphens in between.
    package var slug: String {
        let parts = description.lowercased().utf8.split { byte in
            !(0x30...0x39).contains(byte) && !(0x61...0x7A).contains(byte)
        }
        let slug = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
        return slug.isEmpty ? "wallet" : slug
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}
