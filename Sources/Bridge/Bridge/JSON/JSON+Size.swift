extension JSON {
    /// Whether the value is too large to be parsed or written on the main thread: its text has more than about 64 KiB.
    ///
    /// A large value is examined only until this is certain.
    package var isLong: Bool {
        var rest = Self.shortBytes
        return !fits(&rest)
    }

    /// The length from which a text is not parsed or written on the main thread.
    package static let shortBytes = 1 << 16

    private func fits(_ rest: inout Int) -> Bool {
        switch self {
        case .null, .bool: rest -= 5
        case .number(let number): rest -= number.text.utf8.count + 1
        case .string(let text): rest -= text.utf8.count + 3
        case .binary(let data): rest -= data.base64Count + 3
        case .array(let elements):
            rest -= 2
            for element in elements where !element.fits(&rest) { return false }
        case .object(let object):
            rest -= 2
            for member in object.members {
                rest -= member.key.utf8.count + 4
                guard member.value.fits(&rest) else { return false }
            }
        }
        return rest >= 0
    }
}
