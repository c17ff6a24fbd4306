import Foundation
import Synchronization
import Testing
import WebHost

@testable import WalletWindow

/// The notices about a web engine that is out of date.
@MainActor @Suite struct EngineNoticeTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let date = Mutex(Date(timeIntervalSince1970: 0))

        func set(_ text: String) throws {
            let new = try Date("\(text)T12:00:00Z", strategy: .iso8601)
            date.withLock { $0 = new }
        }

        var now: Date { date.withLock { $0 } }
    }

    private let clock = Clock()
    private let folder = FileManager.default.temporaryDirectory.path + "/drawbridge-engine-\(UUID().uuidString)"

    private var notice: EngineNotice {
        EngineNotice(WebEngine(major: 2, minor: 50, micro: 6)) { [clock] in clock.now }
    }

    @Test func `the window says that an engine is out of date, and what helps`() throws {
        try clock.set("2026-05-31")
        #expect(notice.sentence == nil)
        try clock.set("2026-11-28")
        let sentence = try #require(notice.sentence)
        #expect(sentence.contains("2.50.6") && sentence.contains("2026-03") && sentence.contains("upgrade"))
        // A clock that is wrong gives no false notice.
        try clock.set("2020-01-01")
        #expect(notice.sentence == nil)
    }

    @Test func `an approval has the caution once in each month`() throws {
        try clock.set("2026-11-28")
        let caution = notice.monthlyCaution(in: nil)
        #expect(caution()?.contains("2.50.6") == true)
        #expect(caution() == nil)
        try clock.set("2026-12-01")
        #expect(caution() != nil)
        #expect(caution() == nil)
        try clock.set("2020-01-01")
        #expect(caution() == nil)
    }

    @Test func `the month is remembered for the next run, and only for that month`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try clock.set("2026-11-28")
        #expect(notice.monthlyCaution(in: folder)() != nil)
        #expect(notice.monthlyCaution(in: folder)() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["engine-notice"])
        try clock.set("2026-12-15")
        #expect(notice.monthlyCaution(in: folder)() != nil)
        #expect(notice.monthlyCaution(in: folder)() == nil)
    }

    @Test func `a month that cannot be remembered or read hides no caution`() throws {
        try clock.set("2026-11-28")
        #expect(notice.monthlyCaution(in: "/nonexistent")() != nil)
        try FileManager.default.createDirectory(atPath: "\(folder)/engine-notice", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(notice.monthlyCaution(in: folder)() != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["engine-notice"])
    }
}
