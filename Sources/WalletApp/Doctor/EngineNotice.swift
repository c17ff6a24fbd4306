package import Foundation
import Glibc
import Messages
import Primitives
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
    package func monthlyCaution(in folder: String?) -> @MainActor () -> String? {
        let file = folder.map { "\($0)/engine-notice" }
        var shown = file.flatMap(Self.read)
        return { [engine, now] in
            let date = now()
            guard case .replaced(let month) = engine.age(at: date), let current = WebEngine.monthText(of: date),
                current != shown
            else { return nil }
            shown = current
            if let file { Self.write(current, to: file) }
            return localized(
                """
                The web engine is out of date (WebKitGTK \(engine.version, as: "version"), replaced in \
                \(month, as: "month")). This page could use its known vulnerabilities.
                """)
        }
    }

    private static func read(_ path: String) -> String? {
        guard let (file, facts) = try? PlainFile.open(path) else { return nil }
        defer { close(file) }
        guard let bytes = try? PlainFile.read(file, facts, limit: 64) else { return nil }
        return String(validating: bytes, as: UTF8.self)?.split(separator: "\n").first.map(String.init)
    }

    /// Remembers the month; if that fails, the caution is shown again by the next run of the program.
    private static func write(_ month: String, to path: String) {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        guard (try? NewFile.write(Array("\(month)\n".utf8), to: draft)) != nil else { return }
        if rename(draft, path) != 0 { unlink(draft) }
    }
}
