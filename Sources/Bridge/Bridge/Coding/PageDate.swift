/// The dates of JavaScript: milliseconds since 1970, and the text of `Date.prototype.toISOString` (ECMA-262, section
/// "Date Time String Format").
enum PageDate {
    /// The milliseconds that a `Date` can have.
    static let range = -8.64e15...8.64e15

    /// The difference of the first days of 1970 and 2001.
    private static let secondsTo2001 = 978_307_200.0

    /// The seconds since 2001, as `Date` of Foundation writes them.
    static func seconds(since2001 milliseconds: Double) -> JSONNumber {
        JSONNumber(checked: (milliseconds / 1_000 - secondsTo2001).description)
    }

    /// The text of a date that is given in seconds since 2001; `nil` if JavaScript has no such date.
    static func text(_ seconds: Double) -> String? {
        let milliseconds = ((seconds + secondsTo2001) * 1_000).rounded()
        guard range.contains(milliseconds), let all = Int(exactly: milliseconds) else { return nil }
        let (days, rest) = (all.flooredQuotient(86_400_000), all.flooredRemainder(86_400_000))
        let date = civil(days)
        let year =
            (0...9_999).contains(date.year)
            ? padded(date.year, 4) : (date.year < 0 ? "-" : "+") + padded(date.year < 0 ? -date.year : date.year, 6)
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { padded($0, 2) }
        return "\(year)-\(padded(date.month, 2))-\(padded(date.day, 2))T\(time.joined(separator: ":"))"
            + ".\(padded(rest % 1_000, 3))Z"
    }

    /// Reads a date with its time and its offset from UTC, or a date alone, which is its first moment in UTC.
    static func milliseconds(_ text: String) -> Double? {
        var rest = Substring(text)
        guard text.utf8.count <= 40, let year = year(&rest), let month = number(&rest, after: "-", 1...12),
            let day = number(&rest, after: "-", 1...31)
        else { return nil }
        let days = daysSince1970(year, month, day)
        // The day must exist in its month.
        guard civil(days) == (year, month, day) else { return nil }
        guard !rest.isEmpty else { return Double(days) * 86_400_000 }
        guard let hour = number(&rest, after: "T", 0...23), let minute = number(&rest, after: ":", 0...59) else {
            return nil
        }
        var second = 0.0
        if rest.first == ":" {
            guard let whole = number(&rest, after: ":", 0...59) else { return nil }
            second = Double(whole)
            if rest.first == "." {
                let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                guard (1...9).contains(digits.count), let fraction = Double("0.\(digits)") else { return nil }
                second += fraction
                rest = rest[digits.endIndex...]
            }
        }
        guard let offset = offset(rest) else { return nil }
        let minutes = Double(days) * 1_440 + Double(hour * 60 + minute - offset)
        let result = ((minutes * 60 + second) * 1_000).rounded()
        return range.contains(result) ? result : nil
    }

    /// A year of four digits, or of six with a sign.
    private static func year(_ rest: inout Substring) -> Int? {
        let sign = rest.first
        guard sign == "+" || sign == "-" else { return digits(&rest, 4) }
        rest = rest.dropFirst()
        guard let year = digits(&rest, 6), sign == "+" || year != 0 else { return nil }
        return sign == "-" ? -year : year
    }

    private static func number(_ rest: inout Substring, after mark: Character, _ range: ClosedRange<Int>) -> Int? {
        guard rest.first == mark else { return nil }
        rest = rest.dropFirst()
        return digits(&rest, 2).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func digits(_ rest: inout Substring, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.utf8.count == count, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        rest = rest.dropFirst(count)
        return Int(digits)
    }

    /// The minutes by which the local time is ahead of UTC.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard text.first == "+" || text.first == "-" else { return nil }
        var rest = Substring(":" + text.dropFirst())
        guard let hour = number(&rest, after: ":", 0...23), let minute = number(&rest, after: ":", 0...59), rest.isEmpty
        else { return nil }
        return text.first == "-" ? -(hour * 60 + minute) : hour * 60 + minute
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// The days from 1970 to a day of the Gregorian calendar; the years begin in March, so that a leap day is the last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let from = month > 2 ? year : year - 1
        let (era, inEra) = (from.flooredQuotient(400), from.flooredRemainder(400))
        let inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let (era, inEra) = (shifted.flooredQuotient(146_097), shifted.flooredRemainder(146_097))
        let ofEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * ofEra + ofEra / 4 - ofEra / 100)
        let shiftedMonth = (5 * inYear + 2) / 153
        let month = (shiftedMonth + 2) % 12 + 1
        return (era * 400 + ofEra + (month <= 2 ? 1 : 0), month, inYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int {
    /// The quotient, rounded down.
    fileprivate func flooredQuotient(_ divisor: Int) -> Int { (self - flooredRemainder(divisor)) / divisor }

    /// The remainder, which is not negative.
    fileprivate func flooredRemainder(_ divisor: Int) -> Int { (self % divisor + divisor) % divisor }
}
