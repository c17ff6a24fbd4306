internal import Primitives

/// An `OP_RETURN` output: public data without value.
public struct DataOutput: Hashable, Sendable {
    /// The pushed items, in order.
    public let items: [[UInt8]]

    /// The maximum size of such a script that Bitcoin Cash nodes relay, in bytes.
    public static let largest = 223

    /// The maximum size that all Bitcoin nodes relay, in bytes; newer nodes accept more.
    public static let largestOnBitcoin = 83

    /// Reads a page's texts: a text with the prefix `0x` is hexadecimal, any other is UTF-8.
    ///
    /// - Throws: ``BitcoinError/data(_:)``.
    public init(_ texts: [String]) throws(BitcoinError) {
        guard !texts.isEmpty else { throw .data(.empty) }
        // Before decoding: a text that is longer than this is too long in every form.
        guard texts.count <= Self.largest, texts.allSatisfy({ $0.utf8.count <= 2 * Self.largest + 2 }) else {
            throw .data(.tooLarge)
        }
        var items: [[UInt8]] = []
        for text in texts {
            if text.hasPrefix("0x") {
                guard let bytes = Hex.decode(text) else { throw .data(.hexadecimal) }
                items.append(bytes)
            } else {
                items.append(Array(text.utf8))
            }
        }
        self.items = items
        guard script.bytes.count <= Self.largest else { throw .data(.tooLarge) }
    }

    /// The whole script.
    public var script: Script {
        Script([.code(Operation.return)] + items.map { Operation.push($0) })
    }

    /// The protocol of the data, judged by its prefix, in the wallet's own words; `nil` if it is unknown.
    public var protocolName: String? {
        guard let first = items.first else { return nil }
        if let name = Self.known[first] { return name }
        return first.count == 2 && first[0] == 0x6D ? "memo.cash" : nil
    }

    /// Prefixes that are registered or widely used.
    private static let known: [[UInt8]: String] = [
        [0x01, 0x01, 0x01, 0x01]: "Cash Accounts",
        Array("SLP\0".utf8): "Simple Ledger Protocol",
        Array("BCMR".utf8): "Bitcoin Cash metadata registry",
        Array("FUZ\0".utf8): "CashFusion",
        Array("\0BET".utf8): "Chainbet",
        Array("OFR".utf8): "offer protocol",
        Array("omni".utf8): "Omni",
        Array("memo".utf8): "memo",
    ]

    /// Whether the data has the prefix of a token message, which only counts in the first output of a transaction.
    public var isTokenMessage: Bool { items.first == SLPMessage.identifier }

    /// Each item in readable form: quoted if it is text, otherwise hexadecimal.
    public var lines: [String] {
        items.map { item in
            let text = String(validating: item, as: UTF8.self)
            guard let text, !text.isEmpty, text.unicodeScalars.allSatisfy({ !Self.isControl($0) }) else {
                return "0x" + Hex.encode(item)
            }
            return "“\(text)”"
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
    }
}
