import Bridge
import Testing

@testable import WalletWindow

/// Which site the question to unlock the wallet names.
@Suite struct UnlockPromptTests {
    private let first: Origin
    private let second: Origin

    init() throws {
        first = try Origin(serialized: "https://first.example")
        second = try Origin(serialized: "https://second.example")
    }

    @Test func `a question keeps its text as long as its site waits`() {
        var question = UnlockPrompt()
        #expect(question.next([first], isAsking: false) == first)
        #expect(question.next([first, second], isAsking: true) == nil)
        #expect(question.next([second, first], isAsking: true) == nil)
    }

    @Test func `a new question is asked once the named site no longer waits`() {
        var question = UnlockPrompt()
        #expect(question.next([second, first], isAsking: false) == second)
        #expect(question.next([first], isAsking: true) == first)
        #expect(question.next([first], isAsking: true) == nil)
    }

    @Test func `a new question is asked after the user has answered the last one`() {
        var question = UnlockPrompt()
        #expect(question.next([first], isAsking: false) == first)
        #expect(question.next([first], isAsking: false) == first)
    }
}
