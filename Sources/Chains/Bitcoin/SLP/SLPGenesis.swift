/// The properties of a token, set in its genesis transaction.
public struct SLPGenesis: Hashable, Sendable {
    /// The ticker; any bytes, by convention text.
    public let ticker: [UInt8]

    /// The name; any bytes.
    public let name: [UInt8]

    /// The URI of a document about the token; any bytes.
    public let documentURI: [UInt8]

    /// The hash of that document, 32 bytes, or an empty array.
    public let documentHash: [UInt8]

    /// The number of decimal places, 0 to 9.
    public let decimals: UInt8

    /// The index of the output that gets the minting baton, at least two.
    public let baton: UInt8?

    /// The number of smallest units that go to the second output.
    public let quantity: UInt64

    /// Creates a fungible token.
    ///
    /// - Throws: ``BitcoinError/slp(_:)``, or ``BitcoinError/data(_:)`` if the message would be too long to relay.
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

    init(_ parts: inout SLPFieldReader, _ kind: SLPKind) throws(BitcoinError) {
        (ticker, name, documentURI) = (try parts.next(), try parts.next(), try parts.next())
        documentHash = try parts.next()
        guard documentHash.isEmpty || documentHash.count == 32 else { throw .slp(.size) }
        decimals = try parts.byte()
        baton = try parts.baton()
        quantity = try parts.quantity()
        guard decimals <= 9 else { throw .slp(.value) }
        // An NFT is a single unit: no decimal places, no baton, quantity one.
        guard kind != .child || decimals == 0 && baton == nil && quantity == 1 else { throw .slp(.value) }
    }

    var parts: [[UInt8]] {
        [
            ticker, name, documentURI, documentHash, [decimals], baton.map { [$0] } ?? [],
            SLPFieldReader.bytes(quantity),
        ]
    }

    /// The name, if it is valid UTF-8.
    public var nameText: String? { String(validating: name, as: UTF8.self) }

    /// The ticker, if it is valid UTF-8.
    public var tickerText: String? { String(validating: ticker, as: UTF8.self) }
}
