/// What a transaction pays.
public struct Output: Hashable, Sendable {
    /// How much, in satoshis.
    public let value: UInt64

    /// The bytes that stand where the locking script does: on Bitcoin Cash with a token's prefix, where there is one.
    public let field: [UInt8]

    /// Puts an output together that carries no token.
    public init(_ value: UInt64, to script: Script) {
        self.value = value
        field = script.bytes
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        value = try reader.number()
        field = try reader.text()
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(number: value)
        bytes.append(text: field)
    }

    /// What locks it, where ``mayCarryToken`` is false; all of the field.
    public var script: Script { Script(field) }

    /// Whether the field begins as one with a CashToken does: also where the rest is not well formed.
    ///
    /// Such an output must never be spent for its satoshis alone, for the token would be lost.
    public var mayCarryToken: Bool { field.first == CashToken.prefix }

    /// The token and what locks it; `nil` where there is no token, or it is not well formed.
    public var token: (token: CashToken, script: Script)? {
        var reader = ByteReader(field)
        guard mayCarryToken, let token = try? CashToken(&reader), let rest = try? reader.take(reader.remaining) else {
            return nil
        }
        return (token, Script(rest))
    }
}
