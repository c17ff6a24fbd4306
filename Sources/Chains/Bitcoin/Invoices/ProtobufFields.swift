/// The known fields of a message, without duplicates of non-repeated fields.
struct ProtobufFields {
    private var fields: [Int: [ProtobufReader.Value]] = [:]

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - repeated: The fields that may occur more than once.
    ///   - known: All known fields; others are ignored.
    /// - Throws: ``BitcoinError/invoice(_:)``.
    init(_ bytes: ArraySlice<UInt8>, repeated: Set<Int> = [], known: Set<Int>) throws(BitcoinError) {
        var reader = ProtobufReader(bytes)
        while let field = try reader.next() {
            guard known.contains(field.number) else { continue }
            guard repeated.contains(field.number) || fields[field.number] == nil else { throw .invoice(.form) }
            fields[field.number, default: []].append(field.value)
        }
    }

    func bytes(_ number: Int) throws(BitcoinError) -> ArraySlice<UInt8>? {
        try all(number).first
    }

    func all(_ number: Int) throws(BitcoinError) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        for value in fields[number] ?? [] {
            guard case .bytes(let bytes) = value else { throw .invoice(.form) }
            values.append(bytes)
        }
        return values
    }

    func text(_ number: Int) throws(BitcoinError) -> String? {
        guard let bytes = try bytes(number) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invoice(.form) }
        return text
    }

    func number(_ number: Int) throws(BitcoinError) -> UInt64? {
        guard let value = fields[number]?.first else { return nil }
        guard case .number(let value) = value else { throw .invoice(.form) }
        return value
    }
}
