import Messages
import Testing

/// Days as people type them into forms.
@Suite struct CalendarDayTests {
    @Test(arguments: [
        "1990-04-23", "2000-02-29", "2024-02-29", "0001-01-01", "9999-12-31", "2026-01-31", "2026-03-31",
        "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30",
        "2026-12-31",
    ])
    func `a date survives a round trip`(text: String) {
        #expect(CalendarDay(text)?.description == text)
    }

    @Test(arguments: [
        "2023-02-29", "1900-02-29", "2100-02-29", "2024-02-30", "2026-04-31", "2026-06-31", "2026-09-31", "2026-11-31",
        "2026-00-10", "2026-13-10", "2026-01-00", "2026-01-32", "0000-01-01", "0000-00-00",
    ])
    func `a date that does not exist is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test(arguments: [
        "", "1990", "1990-4-23", "1990-04-3", "90-04-23", "01990-04-23", "1990/04/23", "23.04.1990", "04-23-1990",
        "19900423", "1990-04-23 ", " 1990-04-23", "1990-04-23T00:00:00Z", "1990-04-23\n", "+199-04-23", "-199-04-23",
        "1990--4-23", "1990-04-+3", "1990-0x-23", "１９９０-04-23", "1990–04–23", "١٩٩٠-٠٤-٢٣", "1990-04-2\u{0}",
        "1990-04-2\u{301}",
    ])
    func `text that is not a date is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func `dates follow one another`() throws {
        let days = try ["0999-12-31", "1990-04-23", "1990-04-24", "1990-05-01", "1991-01-01"].map {
            try #require(CalendarDay($0))
        }
        #expect(days.sorted() == days)
        #expect(zip(days, days.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) && $0 != $1 })
    }

    @Test func `every day from 1896 to 2104 is valid, and their number is correct`() {
        var count = 0
        for year in 1896...2104 {
            for month in 1...12 {
                for day in 1...31 {
                    let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
                    if CalendarDay(text) != nil { count += 1 }
                }
            }
        }
        // 209 years of 365 days, and 51 days more: 1896 and 2104 and those between them, without 1900 and 2100.
        #expect(count == 209 * 365 + 51)
    }
}
