import CWebKit
import Foundation
import Testing

@testable import WebHost

/// How old a web engine is.
@Suite struct WebEngineTests {
    private func age(_ minor: Int, _ date: String, major: Int = 2) throws -> WebEngine.Age {
        let date = try Date("\(date)T12:00:00Z", strategy: .iso8601)
        return WebEngine(major: major, minor: minor, micro: 1).age(at: date)
    }

    @Test func `an engine is current until nine months after its series was released`() throws {
        #expect(try age(50, "2025-09-01") == .current)
        #expect(try age(50, "2026-05-31") == .current)
        #expect(try age(50, "2026-06-01") == .replaced(since: "2026-03"))
        #expect(try age(50, "2026-11-28") == .replaced(since: "2026-03"))
        #expect(try age(52, "2026-11-28") == .current)
        #expect(try age(52, "2026-12-01") == .replaced(since: "2026-09"))
        #expect(try age(54, "2026-11-28") == .current)
        #expect(try age(48, "2026-11-28") == .replaced(since: "2025-09"))
        #expect(try age(60, "2031-01-01") == .replaced(since: "2028-09"))
    }

    @Test func `a development version counts as the series that it becomes`() throws {
        #expect(try age(51, "2026-11-30") == .current)
        #expect(try age(51, "2026-12-01") == .replaced(since: "2026-09"))
    }

    @Test func `a clock before the release of the series gives no age`() throws {
        #expect(try age(50, "2025-08-31") == .fromTheFuture(series: "2025-09"))
        #expect(try age(54, "1970-01-01") == .fromTheFuture(series: "2026-09"))
    }

    @Test func `another rule for numbers gives no age`() throws {
        #expect(try age(0, "2026-11-28", major: 3) == .unknown)
        #expect(try age(4, "2026-11-28") == .unknown)
        #expect(try age(.max, "2026-11-28") == .unknown)
    }

    @Test func `the engine of this machine is one of the known series`() {
        #expect(WebEngine.own.age(at: Date()) != .unknown)
    }

    @Test func `a port that is not for web pages has a sentence of its own`() {
        let error = GError(
            domain: webkit_policy_error_quark(),
            code: gint(WEBKIT_POLICY_ERROR_CANNOT_USE_RESTRICTED_PORT.rawValue), message: nil)
        #expect(LoadFault.reason(error, wantsCertificate: false).contains("port"))
    }
}
