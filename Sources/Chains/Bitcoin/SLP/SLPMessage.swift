/// The token message in the first output of a transaction (Simple Ledger Protocol, token types 1, 0x41 and 0x81).
public enum SLPMessage: Hashable, Sendable {
    /// Creates a token; its ID is that of the transaction.
    case genesis(SLPKind, SLPGenesis)

    /// Mints more tokens: `quantity` goes to the second output.
    case mint(SLPKind, token: TransactionID, baton: UInt8?, quantity: UInt64)

    /// Sends tokens to the outputs after the first, one quantity for each.
    case send(SLPKind, token: TransactionID, quantities: [UInt64])

    /// The prefix of every message.
    static let identifier = Array("SLP\0".utf8)

    /// The maximum number of outputs that get tokens in one message.
    public static let mostOutputs = 19

    /// Whether `script` has the prefix of a message, whatever follows.
    public static func isClaimed(by script: Script) -> Bool {
        guard script.isData else { return false }
        var reader = ByteReader(script.bytes.dropFirst())
        guard case .push(identifier, _)? = try? Operation(&reader) else { return false }
        return true
    }

    /// Reads a script.
    ///
    /// - Throws: ``BitcoinError/slp(_:)``.
    public init(_ script: Script) throws(BitcoinError) {
        var parts = SLPFieldReader(try Self.pushes(script))
        guard try parts.next() == Self.identifier else { throw .slp(.other) }
        let kind = try SLPKind(try parts.next())
        switch try parts.next() {
        case Array("GENESIS".utf8):
            self = .genesis(kind, try SLPGenesis(&parts, kind))
        case Array("MINT".utf8):
            guard kind != .child else { throw .slp(.value) }
            self = .mint(
                kind, token: try parts.token(), baton: try parts.baton(), quantity: try parts.quantity())
        case Array("SEND".utf8):
            let token = try parts.token()
            guard 1...Self.mostOutputs ~= parts.count else { throw .slp(.parts) }
            var quantities: [UInt64] = []
            while parts.count > 0 { quantities.append(try parts.quantity()) }
            self = .send(kind, token: token, quantities: quantities)
        default:
            throw .slp(.value)
        }
        try parts.end()
    }

    /// The data after `OP_RETURN`; the protocol only allows opcodes with an explicit length.
    private static func pushes(_ script: Script) throws(BitcoinError) -> [[UInt8]] {
        guard script.isData else { throw .slp(.other) }
        guard let operations = script.operations?.dropFirst() else { throw .slp(.form) }
        var pushes: [[UInt8]] = []
        for operation in operations {
            guard case .push(let bytes, 0x01...0x4E) = operation else { throw .slp(.form) }
            pushes.append(bytes)
        }
        return pushes
    }

    /// The script that encodes the message.
    public var script: Script {
        var parts = [Self.identifier]
        switch self {
        case .genesis(let kind, let genesis):
            parts += [[kind.rawValue], Array("GENESIS".utf8)] + genesis.parts
        case .mint(let kind, let token, let baton, let quantity):
            parts += [
                [kind.rawValue], Array("MINT".utf8), token.reading, baton.map { [$0] } ?? [],
                SLPFieldReader.bytes(quantity),
            ]
        case .send(let kind, let token, let quantities):
            parts += [[kind.rawValue], Array("SEND".utf8), token.reading] + quantities.map(SLPFieldReader.bytes)
        }
        return Script(
            [.code(Operation.return)] + parts.map { $0.isEmpty ? .push([], code: 0x4C) : Operation.push($0) })
    }

    /// The token type.
    public var kind: SLPKind {
        switch self {
        case .genesis(let kind, _), .mint(let kind, _, _, _), .send(let kind, _, _): kind
        }
    }

    /// The tokens that the message assigns to output `index` of the transaction `id`, if it is valid.
    public func share(of index: UInt32, in id: TransactionID) -> SLPOutput? {
        let (token, quantity, isBaton): (TransactionID, UInt64, Bool) =
            switch self {
            case .genesis(_, let genesis):
                (id, index == 1 ? genesis.quantity : 0, genesis.baton.map { UInt32($0) == index } ?? false)
            case .mint(_, let token, let baton, let quantity):
                (token, index == 1 ? quantity : 0, baton.map { UInt32($0) == index } ?? false)
            case .send(_, let token, let quantities):
                (token, index > 0 && index <= quantities.count ? quantities[Int(index) - 1] : 0, false)
            }
        guard quantity > 0 || isBaton else { return nil }
        return SLPOutput(kind: kind, token: token, quantity: quantity, isBaton: isBaton)
    }
}

/// The token types of the Simple Ledger Protocol.
public enum SLPKind: UInt8, Hashable, Sendable {
    /// Fungible tokens (type 1).
    case fungible = 0x01
    /// A non-fungible token (NFT1 child).
    case child = 0x41
    /// A group of non-fungible tokens (NFT1 group).
    case group = 0x81

    /// Reads a token type of one or two bytes.
    init(_ bytes: [UInt8]) throws(BitcoinError) {
        guard 1...2 ~= bytes.count else { throw .slp(.size) }
        guard bytes.count == 1 || bytes[0] == 0, let last = bytes.last, let kind = SLPKind(rawValue: last) else {
            throw .slp(.kind)
        }
        self = kind
    }
}

/// The tokens of an output, if its transaction is valid.
public struct SLPOutput: Hashable, Sendable {
    /// The token type.
    public let kind: SLPKind

    /// The token ID: the ID of its genesis transaction.
    public let token: TransactionID

    /// The amount in its smallest unit.
    public let quantity: UInt64

    /// Whether it is the minting baton.
    public let isBaton: Bool
}
