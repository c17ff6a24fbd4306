/// The path from a master key to one of its descendants (BIP-32), for example `m/44'/60'/0'/0/0`.
public struct DerivationPath: Hashable, Sendable, CustomStringConvertible {
    /// The first hardened index: 2^31.
    public static let hardened: UInt32 = 0x8000_0000

    /// The index of each step, plus ``hardened`` if the step is hardened.
    public let indices: [UInt32]

    /// Creates a path with at most 255 steps.
    ///
    /// - Throws: ``KeyError/pathOutOfRange``.
    public init(indices: [UInt32]) throws(KeyError) {
        guard indices.count <= 255 else { throw .pathOutOfRange }
        self.indices = indices
    }

    /// Reads `m`, followed for each step by `/`, decimal digits and, for a hardened step, `'` or `h`.
    ///
    /// No white space, no sign, no leading zeros; numbers below 2^31.
    ///
    /// - Throws: ``KeyError/malformedPath`` or ``KeyError/pathOutOfRange``.
    public init(_ text: some StringProtocol) throws(KeyError) {
        // The longest possible path: 255 steps of ten digits and two marks.
        guard text.utf8.count <= 1 + 255 * 12 else { throw .pathOutOfRange }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let root = parts.first, root.elementsEqual("m".utf8) else { throw .malformedPath }
        var indices: [UInt32] = []
        for part in parts.dropFirst() { indices.append(try Self.index(part)) }
        try self.init(indices: indices)
    }

    /// The five steps of BIP-44, the first three hardened.
    ///
    /// - Parameters:
    ///   - purpose: 44, or 84 for addresses of BIP-84.
    ///   - coin: The SLIP-44 coin type: 0 for BTC, 60 for ETH, 145 for BCH.
    ///   - account: The account.
    ///   - change: 0 for receiving addresses, 1 for change.
    ///   - index: The index of the address.
    /// - Throws: ``KeyError/pathOutOfRange`` if a number is 2^31 or more.
    public init(
        purpose: UInt32 = 44, coin: UInt32, account: UInt32 = 0, change: UInt32 = 0, index: UInt32 = 0
    ) throws(KeyError) {
        guard max(purpose, coin, account, change, index) < Self.hardened else { throw .pathOutOfRange }
        indices = [purpose | Self.hardened, coin | Self.hardened, account | Self.hardened, change, index]
    }

    /// The text, with `'` for hardened steps.
    public var description: String {
        indices.reduce(into: "m") { text, index in
            text += index < Self.hardened ? "/\(index)" : "/\(index - Self.hardened)'"
        }
    }

    private static func index(_ part: some Collection<UInt8>) throws(KeyError) -> UInt32 {
        var digits = Array(part)
        var mark: UInt32 = 0
        if digits.last == UInt8(ascii: "'") || digits.last == UInt8(ascii: "h") {
            digits.removeLast()
            mark = hardened
        }
        guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformedPath
        }
        guard first != 0x30 || digits.count == 1 else { throw .malformedPath }
        guard digits.count <= 10 else { throw .pathOutOfRange }
        let number = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - 0x30) }
        guard number < UInt64(hardened) else { throw .pathOutOfRange }
        return UInt32(number) | mark  // No trap: held against 2^31 above.
    }
}
