extension HTTPResponse {
    /// The field `Date` in seconds since 1970-01-01 00:00 UTC, such as for a comparison with the clock of this machine.
    ///
    /// `nil` if it is missing or not in the form of `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    public var date: Int? { header("Date").flatMap(Self.seconds) }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads a date; the name of the day is not looked at.
    private static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard text.utf8.count == 29, words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","),
            let day = number(words[1], 2), let month = months.firstIndex(of: String(words[2])),
            let year = number(words[3], 4), words[5] == "GMT"
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], 2), let minute = number(time[1], 2),
            let second = number(time[2], 2), hour < 24, minute < 60, second <= 60, year >= 1970
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard 1...lengths[month] ~= day else { return nil }
        let before = year - 1
        let days =
            365 * (year - 1970) + (before / 4 - before / 100 + before / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
            + lengths[..<month].reduce(0, +) + day - 1
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    /// A number of exactly `count` digits.
    private static func number(_ text: Substring, _ count: Int) -> Int? {
        text.utf8.count == count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }
}
