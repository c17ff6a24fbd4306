public import BigInt

/// Points in time as text.
public enum MomentText {
    private static let day: Int64 = 86_400

    /// `seconds` since 1970 as date and time in UTC; `nil` after the year 9999.
    public static func of(_ seconds: BigUInt) -> String? {
        guard let seconds = Int64(exactly: seconds), seconds < 253_402_300_800 else { return nil }
        let (year, month, day) = date(seconds / Self.day)
        let time = seconds % Self.day
        let parts = [year, month, day, time / 3_600, time / 60 % 60, time % 60].map { number in
            number < 10 ? "0\(number)" : "\(number)"
        }
        return "\(parts[0])-\(parts[1])-\(parts[2]) \(parts[3]):\(parts[4]):\(parts[5]) UTC"
    }

    /// Converts days since 1970 to a date, in eras of 400 years that begin in March.
    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        return (yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day)
    }
}
