import HeadlessWallet
import Bridge
import Testing
import WalletUI

@testable import WalletWindow

/// The pages through which the user goes, without a window.
@Suite @MainActor struct PageStackTests {
    private final class Display: PageDisplay {
        private(set) var screen: Screen?
        var hasPage = false
        var values: [FieldID: String] = [:]
        var onPress: (@MainActor (ScreenAction, [FieldID: String]) -> Void)?

        var isScreenShown: Bool { screen != nil }

        func show(_ screen: Screen) { self.screen = screen }

        func leaveScreen() { screen = nil }

        func press(_ action: some Hashable & Sendable) { onPress?(ScreenAction(action), values) }
    }

    private final class TestPage: Page {
        enum Action {
            /// Leads to ``next`` at once, or when the test answers.
            case go, wait
        }

        var heading: String
        var next = Navigation.stay
        private(set) var inputs: [ScreenInput] = []
        private(set) var loads = 0
        private(set) var isLeft = false

        /// Whether what it shows is there only when the test answers.
        var isSlow = false

        private var waiting: CheckedContinuation<Void, Never>?
        private let (ends, end) = AsyncStream<Void>.makeStream()

        init(_ heading: String) { self.heading = heading }

        var screen: Screen { Screen(heading) }

        func load() async {
            loads += 1
            if isSlow { await withCheckedContinuation { waiting = $0 } }
            end.yield()
        }

        func leave() { isLeft = true }

        func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
            inputs.append(input)
            if action == .wait {
                await withCheckedContinuation { waiting = $0 }
                end.yield()
            }
            return next
        }

        /// Answers what waits; the stack has got the answer when this returns.
        func answer() async {
            waiting?.resume()
            await ended()
        }

        /// Waits for the end of what the page does.
        func ended() async { for await _ in ends { break } }
    }

    private let display = Display()
    private let stack: PageStack
    private let first = TestPage("First")
    private let second = TestPage("Second")
    private let third = TestPage("Third")

    init() { stack = PageStack(display) }

    /// Presses a button of a page that leads somewhere.
    private func press(_ page: TestPage, leadsTo next: Navigation) {
        page.next = next
        display.press(TestPage.Action.go)
    }

    @Test func `the user comes back to the page before, which reads again what it shows`() async {
        stack.begin(with: first)
        #expect(display.screen == first.screen)
        await first.ended()
        press(first, leadsTo: .open(second))
        #expect(display.screen == second.screen && !first.isLeft)
        press(second, leadsTo: .back)
        #expect(display.screen == first.screen && second.isLeft && !first.isLeft)
        first.heading = "Changed"
        await first.ended()
        #expect(first.loads == 2 && display.screen?.heading == "Changed")
    }

    @Test func `a page in place of another leads back to the one before both`() {
        stack.begin(with: first)
        press(first, leadsTo: .open(second))
        press(second, leadsTo: .replace(third))
        #expect(display.screen == third.screen && second.isLeft)
        press(third, leadsTo: .back)
        #expect(display.screen == first.screen && third.isLeft)
    }

    @Test func `a first page ends all others, and from it one comes to what the accounts hold`() {
        var homes = 0
        stack.goHome = { homes += 1 }
        stack.begin(with: first)
        press(first, leadsTo: .open(second))
        press(second, leadsTo: .root(third))
        #expect(display.screen == third.screen && first.isLeft && second.isLeft)
        press(third, leadsTo: .back)
        #expect(homes == 1 && stack.top == nil)
    }

    @Test func `a page over a web page leads back to the web page`() {
        stack.goHome = { Issue.record("the web page is shown instead") }
        display.hasPage = true
        stack.open(first)
        press(first, leadsTo: .open(second))
        press(second, leadsTo: .back)
        #expect(display.screen == first.screen)
        press(first, leadsTo: .back)
        #expect(!display.isScreenShown && first.isLeft)
    }

    @Test func `the answer of a page that was left leads nowhere`() async {
        stack.begin(with: first)
        await first.ended()
        first.next = .open(second)
        display.press(TestPage.Action.wait)
        stack.begin(with: third)
        await first.answer()
        #expect(display.screen == third.screen && second.loads == 0)
    }

    @Test func `a page that is ready only after the user has gone elsewhere is not shown`() async {
        second.isSlow = true
        stack.begin(with: first)
        press(first, leadsTo: .open(second))
        #expect(display.screen == first.screen)
        stack.begin(with: third)
        await second.answer()
        #expect(display.screen == third.screen && stack.top === third)
    }

    @Test func `an action of another page does nothing, and one of this page has what was entered`() {
        enum Other { case go }
        display.values = [.name: " Ann "]
        stack.begin(with: first)
        display.press(Other.go)
        #expect(first.inputs == [])
        display.press(TestPage.Action.go)
        #expect(first.inputs == [ScreenInput([.name: " Ann "])])
    }

    @Test func `a page is not drawn again while the user enters something`() {
        display.values = [.name: ""]
        stack.begin(with: first)
        display.values = [.name: "A"]
        first.heading = "Changed"
        stack.redraw()
        #expect(display.screen?.heading == "First")
        display.values = [.name: ""]
        stack.redraw()
        #expect(display.screen?.heading == "Changed")
    }
}
