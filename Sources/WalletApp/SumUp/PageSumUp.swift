import Bridge
import SumUp
import QR
import Desktop
import WalletUI
import WebHost

/// Payments with SumUp's app that the pages of one window ask for.
///
/// Nothing is handed over before the user agreed to what will be handed over: the request is written anew from what was
/// understood of it. What comes back is told to the page at an address of its own origin, and nowhere else.
@MainActor final class PageSumUp {
    private let till: SumUpPayments
    private let window: BrowserWindow
    private let notice: String?
    private let mark: PhraseMark
    private let time: TimeSource

    /// The secrets of the attempts whose changes are shown here anyway.
    private var followed: Set<String> = []

    init(till: SumUpPayments, window: BrowserWindow, notice: String?, mark: PhraseMark, time: TimeSource = .system) {
        self.till = till
        self.window = window
        // What the keys of this window are worth says nothing about a card.
        self.notice = notice.map { _ in "demo keys, but a card is charged for real" }
        self.mark = mark
        self.time = time
    }

    /// Whether this address is one for SumUp's app.
    nonisolated static func takes(_ url: String) -> Bool {
        SumUpRequest.isRequest(url)
    }

    /// Takes a page's request from the question to the answer, or to where the user leaves it.
    func take(_ navigation: ExternalNavigation, from view: WebView) async {
        let request: SumUpRequest
        do throws(SumUpError) {
            request = try SumUpRequest(parsing: navigation.url)
        } catch {
            let page = navigation.page.map { Quotation.of(address: $0.description) } ?? "The address"
            return window.report("\(page) requested a SumUp payment that is not valid. \(error)")
        }
        let program = Programs.name(for: SumUpBook.appScheme)
        let sheet = ScreenWindow(over: window, notice: notice, mark: mark, time: time)
        let question = ScreenPrompt(sheet)
        defer { sheet.close() }
        let step = SumUpScreens.question(request, page: navigation.page, program: program)
        guard await question.ask(step) == .button("yes") else { return }
        do throws(SumUpError) {
            if let program {
                try await handOver(request, to: program, navigation.page, view, question)
            } else {
                try await show(request, navigation.page, question)
            }
        } catch {
            window.say("\(error)")
        }
    }

    /// Takes an answer of SumUp's app, and says it where this window does not follow the attempt: after a restart, or
    /// for another window.
    ///
    /// - Returns: Whether it belongs to an attempt.
    func hear(_ link: String) async -> Bool {
        guard let attempt = try? await till.take(link).attempt else { return false }
        if !followed.contains(attempt.secret) { say(attempt) }
        return true
    }

    private func handOver(
        _ request: SumUpRequest, to program: String, _ page: Origin?, _ view: WebView, _ question: ScreenPrompt
    ) async throws(SumUpError) {
        let attempt = try await till.begin(request, for: page)
        followed.insert(attempt.secret)
        guard Programs.open(attempt.request.url()) else {
            let failed = try await till.move(secret: attempt.secret, .notHandedOver)
            follow(failed, page, view, question)
            _ = await question.ask(SumUpScreens.result(failed))
            return
        }
        // The answer can be here already; then there is nothing to move.
        _ = try? await till.move(secret: attempt.secret, .handedOver)
        question.show(SumUpScreens.waiting(attempt, program: program))
        while true {
            if question.unheard == .button("abandon") {
                _ = try? await till.move(secret: attempt.secret, .abandoned)
            }
            let now: SumUpAttempt
            do throws(SumUpError) { now = try await current(attempt) } catch {
                follow(attempt, page, view, question)
                throw error
            }
            if now.isOver {
                tell(now, page, view)
                follow(now, page, view, question)
                _ = await question.ask(SumUpScreens.result(now))
                return
            }
            // The window may go; what was begun is followed to its end all the same.
            guard question.unheard != .closed else { return follow(now, page, view, question) }
            guard (try? await time.sleep(Self.pause)) != nil else { return }
        }
    }

    /// Waits for what else is heard of an attempt; the page is told, and the user in `question` and above the page.
    private func follow(_ attempt: SumUpAttempt, _ page: Origin?, _ view: WebView, _ question: ScreenPrompt) {
        Task { [weak self, weak view, weak question, watch = SumUpWatch(till: till, time: time)] in
            var seen = attempt
            while let now = await watch.next(after: seen, while: { [weak self] in self != nil }) {
                seen = now
                guard let self else { return }
                guard now.isOver else { continue }
                if let view { tell(now, page, view) }
                if let question, question.unheard != .closed { question.show(SumUpScreens.result(now)) }
                say(now)
            }
            self?.followed.remove(attempt.secret)
        }
    }

    private func say(_ attempt: SumUpAttempt) {
        window.say(SumUpText.notice(attempt))
    }

    /// What another process may have written down meanwhile.
    private func current(_ attempt: SumUpAttempt) async throws(SumUpError) -> SumUpAttempt {
        guard let now = try await till.attempt(secret: attempt.secret) else { throw .notPossible }
        return now
    }

    private func tell(_ attempt: SumUpAttempt, _ page: Origin?, _ view: WebView) {
        if let page, let address = attempt.pageAddress { view.comeBack(to: address, for: page) }
    }

    private func show(_ request: SumUpRequest, _ page: Origin?, _ question: ScreenPrompt) async throws(SumUpError) {
        let attempt = try await till.begin(request, for: page, keepsReturns: true)
        try await till.move(secret: attempt.secret, .handedOver)
        let picture = QRCode(attempt.request.url())?.picture("A QR code for SumUp's app: \(request.amount)")
        let isPaid: Bool
        switch await question.ask(SumUpScreens.code(attempt, picture: picture)) {
        case .button("paid"): isPaid = true
        case .button("notPaid"): isPaid = false
        default: return
        }
        let end = try await till.move(secret: attempt.secret, .decided(isPaid: isPaid))
        _ = await question.ask(SumUpScreens.result(end))
    }

    private static let pause = Duration.milliseconds(200)
}
