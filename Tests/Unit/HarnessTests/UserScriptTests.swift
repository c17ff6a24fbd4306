import Testing

@testable import Harness

@Suite struct UserScriptTests {
    @Test func `answers for the next question precede the answer for all`() {
        var script = UserScript()
        script.always = .reject
        script.add(.approve, times: 2)
        #expect([script.take(), script.take(), script.take()] == [.approve, .approve, .reject])
    }

    @Test func `an empty script has no answer`() {
        var script = UserScript()
        #expect(script.take() == nil)
        #expect(script.complaints() == [])
    }

    @Test func `texts are typed in order, then the existing text is kept`() {
        var script = UserScript()
        script.type("a")
        script.type("b")
        #expect([script.text(initial: "x"), script.text(initial: "x"), script.text(initial: "x")] == ["a", "b", "x"])
    }

    @Test func `unused answers are reported`() {
        var script = UserScript()
        script.add(.reject, times: 1)
        script.add(.approve, times: 2)
        script.type("a")
        #expect(
            script.complaints() == [
                "The test expected 2 more approvals, but the wallet did not ask.",
                "The test expected 1 more rejection, but the wallet did not ask.",
                "The test set a text to type, but the wallet asked for none.",
            ])
    }
}
