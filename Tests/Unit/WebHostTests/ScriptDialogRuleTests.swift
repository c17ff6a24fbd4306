import Bridge
import Testing

@testable import WebHost

/// Which page dialogs are shown.
@Suite struct ScriptDialogRuleTests {
    private let site = try? Origin(serialized: "https://one.example")
    private let other = try? Origin(serialized: "https://two.example")

    @Test func `from the second dialog on the user can stop all further ones`() {
        var rule = ScriptDialogRule()
        rule.commit(site)
        let verdicts = (0..<3).map { _ in rule.verdict(on: site, canBeShown: true) }
        #expect(verdicts == [.show(offersStop: false), .show(offersStop: true), .show(offersStop: true)])
        rule.stop()
        #expect((0..<100).allSatisfy { _ in rule.verdict(on: site, canBeShown: true) == .dismiss })
    }

    @Test func `a page that reloads itself does not reset the count`() {
        var rule = ScriptDialogRule()
        rule.commit(site)
        _ = rule.verdict(on: site, canBeShown: true)
        rule.commit(site)
        let second = rule.verdict(on: site, canBeShown: true)
        rule.stop()
        rule.commit(site)
        let stopped = rule.verdict(on: site, canBeShown: true)
        #expect(second == .show(offersStop: true) && stopped == .dismiss)
    }

    @Test func `another site and actions of the user reset the count`() {
        var rule = ScriptDialogRule()
        rule.commit(site)
        rule.stop()
        rule.commit(other)
        let elsewhere = rule.verdict(on: other, canBeShown: true)
        rule.stop()
        rule.begin()
        let again = rule.verdict(on: other, canBeShown: true)
        #expect(elsewhere == .show(offersStop: false) && again == .show(offersStop: false))
    }

    @Test func `a page that the user leaves shows no more dialogs`() {
        var rule = ScriptDialogRule()
        rule.commit(site)
        rule.leave()
        let left = rule.verdict(on: site, canBeShown: true)
        rule.commit(site)
        let next = rule.verdict(on: site, canBeShown: true)
        #expect(left == .dismiss && next == .show(offersStop: false))
    }

    @Test func `a dialog that the user cannot see is not shown and not counted`() {
        var rule = ScriptDialogRule()
        rule.commit(site)
        let hidden = rule.verdict(on: site, canBeShown: false)
        let shown = rule.verdict(on: site, canBeShown: true)
        #expect(hidden == .dismiss && shown == .show(offersStop: false))
    }
}
