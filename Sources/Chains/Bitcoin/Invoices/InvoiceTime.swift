/// Timestamps in JSON invoices: `2018-01-12T22:04:54.364Z` (RFC 3339, in UTC).
public enum InvoiceTime {
    /// Reads `text` as seconds since 1970; fractions of a second are dropped.
    ///
    /// - Returns: `nil` for any other form, another time zone, a day that does not exist, or a time before 1970.
    public static func seconds(of text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard 20...30 ~= bytes.count, bytes.last == UInt8(ascii: "Z"), matches(bytes) else { return nil }
        func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard year >= 1970, 1...12 ~= month, 1...days(of: month, year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        var total = day - 1
        for earlier in 1970..<year { total += isLeap(earlier) ? 366 : 365 }
        for earlier in 1..<month { total += days(of: earlier, year) }
        return ((total * 24 + hour) * 60 + minute) * 60 + second
    }

    /// Whether digits and separators are in the right places; a fraction may follow the seconds.
    private static func matches(_ bytes: [UInt8]) -> Bool {
        for (byte, mark) in zip(bytes, "0000-00-00T00:00:00".utf8) {
            guard mark == 0x30 ? 0x30...0x39 ~= byte : byte == mark else { return false }
        }
        let fraction = bytes[19..<(bytes.count - 1)]
        return fraction.isEmpty
            || (fraction.first == UInt8(ascii: ".") && fraction.count > 1
                && fraction.dropFirst().allSatisfy { 0x30...0x39 ~= $0 })
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(of month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
