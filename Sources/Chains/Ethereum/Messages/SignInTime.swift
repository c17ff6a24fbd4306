/// A moment as sign-in messages write it (RFC 3339, section 5.6), such as `2021-09-30T16:25:24Z`.
public struct SignInTime: Hashable, Sendable {
    /// The text, as it was written.
    public let text: String

    /// Seconds since the start of 1970, without fractions; a leap second is the one before it.
    public let secondsSince1970: Int

    /// Reads a date, a time and an offset; `nil` for every other form, and for days and hours that do not exist.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 64,
            let year = Self.number(bytes, at: 0, count: 4), bytes[4] == UInt8(ascii: "-"),
            let month = Self.number(bytes, at: 5, count: 2), bytes[7] == UInt8(ascii: "-"),
            let day = Self.number(bytes, at: 8, count: 2), bytes[10] | 0x20 == UInt8(ascii: "t"),
            let hour = Self.number(bytes, at: 11, count: 2), bytes[13] == UInt8(ascii: ":"),
            let minute = Self.number(bytes, at: 14, count: 2), bytes[16] == UInt8(ascii: ":"),
            let second = Self.number(bytes, at: 17, count: 2),
            let offset = Self.offset(bytes[19...])
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        self.text = text
        let days = Self.daysSince1970(year: year, month: month, day: day)
        secondsSince1970 = days * 86_400 + hour * 3_600 + minute * 60 + min(second, 59) - offset
    }

    /// The offset from UTC in seconds behind a fraction of a second; `nil` if there is no offset.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        if rest.count == 1, let zone = rest.first, zone | 0x20 == UInt8(ascii: "z") { return 0 }
        let zone = Array(rest)
        guard zone.count == 6, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
            zone[3] == UInt8(ascii: ":"), let hours = number(zone, at: 1, count: 2), hours < 24,
            let minutes = number(zone, at: 4, count: 2), minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (zone[0] == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func number(_ bytes: [UInt8], at start: Int, count: Int) -> Int? {
        let digits = bytes[start..<(start + count)]
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts days in years that begin in March, so that the leap day is the last one.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let daysBeforeMonth = (153 * ((month + 9) % 12) + 2) / 5
        // 719,468 days lie between the first of March of the year 0 and the start of 1970.
        let leapDays = year >= 0 ? year / 4 - year / 100 + year / 400 : -1
        return year * 365 + leapDays + daysBeforeMonth + day - 1 - 719_468
    }
}
