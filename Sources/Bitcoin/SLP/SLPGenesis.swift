/// What is said of a token when it is made.
public struct SLPGenesis: Hashable, Sendable {
    /// The short name, any bytes; texts by custom.
    public let ticker: [UInt8]

    /// The name, any bytes.
    public let name: [UInt8]

    /// Where more is written, any bytes.
    public let documentURI: [UInt8]

    /// The hash of what is written there, 32 bytes; empty where there is none.
    public let documentHash: [UInt8]

    /// How many decimals amounts have, 0 to 9.
    public let decimals: UInt8

    /// The output that gets the right to make more, from two on.
    public let baton: UInt8?

    /// How many of the smallest units go to the second output.
    public let quantity: UInt64

    /// Puts a new token together, of the kind of which one is like another.
    ///
    /// - Throws: ``BitcoinError/slp(_:)``, or ``BitcoinError/data(_:)`` where the message would be too long to relay.
    public init(
        ticker: String, name: String, documentURI: String = "", documentHash: [UInt8] = [], decimals: UInt8,
        baton: UInt8? = nil, quantity: UInt64
    ) throws(BitcoinError) {
        guard documentHash.isEmpty || documentHash.count == 32 else { throw .slp(.size) }
        guard decimals <= 9, baton ?? 2 >= 2 else { throw .slp(.value) }
        self.ticker = Array(ticker.utf8)
        self.name = Array(name.utf8)
        self.documentURI = Array(documentURI.utf8)
        self.documentHash = documentHash
        self.decimals = decimals
        self.baton = baton
        self.quantity = quantity
        guard SLPMessage.genesis(.fungible, self).script.bytes.count <= DataOutput.largest else {
            throw .data(.tooLarge)
        }
    }

    init(_ parts: inout SLPParts, _ kind: SLPKind) throws(BitcoinError) {
        (ticker, name, documentURI) = (try parts.next(), try parts.next(), try parts.next())
        documentHash = try parts.next()
        guard documentHash.isEmpty || documentHash.count == 32 else { throw .slp(.size) }
        decimals = try parts.byte()
        baton = try parts.baton()
        quantity = try parts.quantity()
        guard decimals <= 9 else { throw .slp(.value) }
        // A single thing is one, whole, and the last.
        guard kind != .child || decimals == 0 && baton == nil && quantity == 1 else { throw .slp(.value) }
    }

    var parts: [[UInt8]] {
        [
            ticker, name, documentURI, documentHash, [decimals], baton.map { [$0] } ?? [], SLPParts.bytes(quantity),
        ]
    }

    /// The name as text, where it is one.
    public var nameText: String? { String(validating: name, as: UTF8.self) }

    /// The short name as text, where it is one.
    public var tickerText: String? { String(validating: ticker, as: UTF8.self) }
}
