extension JSON {
    /// Whether the value is so large that it is not read or written on the main thread: its text has more than about
    /// 64 KiB.
    ///
    /// A value of any size is looked at only until that is certain.
    public var isLong: Bool {
        var rest = Self.shortBytes
        return !fits(&rest)
    }

    /// From this length on a text is not read or written on the main thread.
    public static let shortBytes = 1 << 16

    private func fits(_ rest: inout Int) -> Bool {
        switch self {
        case .null, .bool: rest -= 5
        case .number(let number): rest -= number.text.utf8.count + 1
        case .string(let text): rest -= text.utf8.count + 3
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
