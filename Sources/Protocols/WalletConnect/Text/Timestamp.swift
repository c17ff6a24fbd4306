/// A time as text (RFC 3339), such as `2023-05-17T14:22:32+02:00`.
enum Timestamp {
    /// The seconds since 1970, fractions cut off; `nil` if the text is not a time from 1970 on.
    static func seconds(of text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard rest.count <= 64, let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2),
            take("-", &rest), let day = number(&rest, 2), take("Tt ", &rest), let hour = number(&rest, 2),
            take(":", &rest), let minute = number(&rest, 2), take(":", &rest), let second = number(&rest, 2),
            year >= 1970, 1...12 ~= month, 1...length(of: month, year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        if take(".", &rest) {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            guard !digits.isEmpty else { return nil }
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - offset
        return seconds >= 0 ? seconds : nil
    }

    /// The text of a time, in seconds since 1970, in Universal Time; one after the year 9999 counts as its end.
    static func text(of seconds: Int64) -> String {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        let (day, time) = (seconds / 86_400, seconds % 86_400)
        // Not later than the year: a year has at most 366 days.
        var year = 1970 + day / 366
        while days(year + 1, 1, 1) <= day { year += 1 }
        var month: Int64 = 1
        while month < 12, days(year, month + 1, 1) <= day { month += 1 }
        let date = [digits(year, 4), digits(month, 2), digits(day - days(year, month, 1) + 1, 2)]
        let clock = [digits(time / 3_600, 2), digits(time / 60 % 60, 2), digits(time % 60, 2)]
        return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))Z"
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }

    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if take("Zz", &rest) { return 0 }
        let isAhead = rest.first == UInt8(ascii: "+")
        guard take("+-", &rest), let hours = number(&rest, 2), take(":", &rest), let minutes = number(&rest, 2),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return isAhead ? seconds : -seconds
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func take(_ characters: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days since 1970; four digits of a year cannot overflow.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = year - 1
        let before = years * 365 + years / 4 - years / 100 + years / 400 - 719_162
        return before + (1..<month).reduce(0) { $0 + length(of: $1, year) } + day - 1
    }
}
