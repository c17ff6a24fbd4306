import Foundation
import Testing

@testable import WalletWindow

/// What happens after a page stayed blank, in this run and in the next ones.
@MainActor @Suite struct BlankPagesTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/drawbridge-blank-\(UUID().uuidString)"

    /// One run of the program.
    private final class Run {
        var drawsInSoftware = false
        var press: (@MainActor () -> Void)?
    }

    private func start(_ run: Run) -> BlankPages {
        let pages = BlankPages(
            note: StateNote(BlankPages.name, in: folder), draw: { run.drawsInSoftware = true },
            offer: { run.press = $0 }, withdraw: { run.press = nil })
        pages.start()
        return pages
    }

    @Test func `after a blank page, the next start offers the processor, and the choice stays`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = Run()
        let pages = start(first)
        #expect(first.press == nil && !first.drawsInSoftware)
        pages.learn(isDrawn: false)
        #expect(first.press != nil && !first.drawsInSoftware)
        let second = Run()
        _ = start(second)
        #expect(!second.drawsInSoftware)
        let press = try #require(second.press)
        press()
        #expect(second.drawsInSoftware && second.press == nil)
        let third = Run()
        let later = start(third)
        #expect(third.drawsInSoftware && third.press == nil)
        later.learn(isDrawn: true)
        later.learn(isDrawn: false)
        #expect(third.press == nil && StateNote(BlankPages.name, in: folder)?.word == "software")
    }

    @Test func `once pages are drawn again, nothing is offered any more`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        start(Run()).learn(isDrawn: false)
        let second = Run()
        let pages = start(second)
        #expect(second.press != nil)
        pages.learn(isDrawn: true)
        #expect(second.press == nil)
        let third = Run()
        _ = start(third)
        #expect(third.press == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
}
