package import Foundation
import Messages
package import WebHost

/// The notices about a web engine that is no longer current: they never block anything.
@MainActor package struct EngineNotice {
    private let engine: WebEngine
    private let now: @Sendable () -> Date

    /// Creates notices about `engine` by the clock `now`.
    package nonisolated init(
        _ engine: WebEngine = .own, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.engine, self.now) = (engine, now)
    }

    /// The notice for the window; `nil` for a current engine, and while its age is not known.
    package var sentence: String? {
        guard case .replaced(let month) = engine.age(at: now()) else { return nil }
        return Self.sentence(engine, since: month)
    }

    /// What an old engine means and what helps.
    nonisolated static func sentence(_ engine: WebEngine, since month: String) -> String {
        "\(reason(engine, since: month)) \(help)"
    }

    /// What an old engine means.
    nonisolated static func reason(_ engine: WebEngine, since month: String) -> String {
        localized(
            """
            Pages are shown by WebKitGTK \(engine.version, as: "version"), which was replaced in \(month, as: "month") \
            and may no longer get security updates. Pages could use known vulnerabilities.
            """)
    }

    /// What helps against an old engine.
    nonisolated static var help: String {
        localized(
            """
            Install the updates of your system; if that does not help, upgrade to a newer release of it.
            """)
    }

    /// The caution for approvals of pages' requests: once in each month.
    ///
    /// - Parameter folder: The folder of the wallet's state, which remembers the month; `nil` for memory only.
    /// - Returns: A function that returns the caution when it is due.
    package func monthlyCaution(in folder: String?) -> @MainActor () -> String? {
        let note = StateNote("engine-notice", in: folder)
        var shown = note?.word
        return { [engine, now] in
            let date = now()
            guard case .replaced(let month) = engine.age(at: date), let current = WebEngine.monthText(of: date),
                current != shown
            else { return nil }
            shown = current
            note?.write(current)
            return localized(
                """
                The web engine is out of date (WebKitGTK \(engine.version, as: "version"), replaced in \
                \(month, as: "month")). This page could use its known vulnerabilities.
                """)
        }
    }
}
