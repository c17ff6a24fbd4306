/// An output of a transaction.
public struct Output: Hashable, Sendable {
    /// The value in satoshis.
    public let value: UInt64

    /// The bytes of the locking script field; on Bitcoin Cash with a token prefix, if there is one.
    public let field: [UInt8]

    /// Creates an output without a token.
    public init(_ value: UInt64, to script: Script) {
        self.value = value
        field = script.bytes
    }

    /// Creates an output of Bitcoin Cash with a token.
    public init(_ value: UInt64, _ token: CashToken, to script: Script) {
        self.value = value
        field = token.bytes + script.bytes
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        value = try reader.number()
        field = try reader.text()
    }

    /// Writes the serialized output.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(number: value)
        bytes.append(text: field)
    }

    /// The locking script if ``mayCarryToken`` is false; the whole field.
    public var script: Script { Script(field) }

    /// Whether the field starts like one with a CashToken, even if the rest is malformed.
    ///
    /// Such an output must never be spent only for its satoshis: the token would be lost.
    public var mayCarryToken: Bool { field.first == CashToken.prefix }

    /// The token and the locking script; `nil` if there is no token, or if it is malformed.
    public var token: (token: CashToken, script: Script)? {
        var reader = ByteReader(field)
        guard mayCarryToken, let token = try? CashToken(&reader), let rest = try? reader.take(reader.remaining) else {
            return nil
        }
        return (token, Script(rest))
    }
}
