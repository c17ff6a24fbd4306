import Bridge
import HeadlessWallet
import Messages
import SumUp
import QRWriter
import WalletUI
import WebHost

/// Payments with SumUp's app that the pages of one window request.
///
/// A request is sent only after the user approved it. It is encoded again from its parsed fields, so that SumUp's
/// app gets exactly what the user saw. The result is sent to the page at an address of its own origin, and nowhere else.
@MainActor final class PageSumUp {
    private let sumUpPayments: SumUpPayments
    private let app: SumUpApp
    private let window: BrowserWindow
    private let notice: String?
    private let mark: PhraseMark
    private let time: TimeSource

    /// The secrets of the attempts whose changes are shown here anyway.
    private var followed: Set<String> = []

    /// The tasks that track payments, for the lifetime of the window.
    private let tasks = OwnedTasks()

    init(
        sumUpPayments: SumUpPayments, app: SumUpApp, window: BrowserWindow, notice: String?, mark: PhraseMark,
        time: TimeSource = .system
    ) {
        self.sumUpPayments = sumUpPayments
        self.app = app
        self.window = window
        self.notice = notice.map { _ in app.notice }
        self.mark = mark
        self.time = time
    }

    /// Whether this address is for SumUp's app.
    nonisolated static func takes(_ url: String) -> Bool {
        SumUpRequest.isRequest(url)
    }

    /// Handles a page's request from the approval to the response, or until the user leaves.
    func take(_ navigation: ExternalNavigation, from view: WebView) async {
        let request: SumUpRequest
        do throws(SumUpError) {
            request = try SumUpRequest(parsing: navigation.url)
        } catch {
            guard let page = navigation.page else {
                return window.report(
                    localized("The address requests a SumUp payment that is not valid. \(error, as: "reason")"))
            }
            let site = Quotation.of(address: page.description)
            return window.report(
                localized("\(site, as: "site") requested a SumUp payment that is not valid. \(error, as: "reason")"))
        }
        let program = app.name()
        let sheet = ScreenWindow(over: window, notice: notice, mark: mark, time: time)
        defer { sheet.close() }
        let step = SumUpScreens.question(request, page: navigation.page, program: program)
        guard await sheet.ask(step)?.action.of(SumUpScreens.Action.self) == .send else { return }
        do throws(SumUpError) {
            if let program {
                try await handOver(request, to: program, navigation.page, view, sheet)
            } else {
                try await show(request, navigation.page, sheet)
            }
        } catch {
            window.showNotice(.sumUpFailure, "\(error)")
        }
    }

    /// Handles a response of SumUp's app, and shows it if this window does not track the attempt, as after a restart or
    /// for another window.
    ///
    /// - Returns: Whether it belongs to an attempt.
    func receive(_ link: String) async -> Bool {
        guard let attempt = try? await sumUpPayments.take(link).attempt else { return false }
        if !followed.contains(attempt.secret) { showNotice(of: attempt) }
        return true
    }

    private func handOver(
        _ request: SumUpRequest, to program: String, _ page: Origin?, _ view: WebView, _ sheet: ScreenWindow
    ) async throws(SumUpError) {
        let flow = try await SumUpFlow.handOver(request, for: page, in: sumUpPayments, time: time) { attempt in
            followed.insert(attempt.secret)
            return app.open(attempt.request.url())
        }
        let step =
            flow.attempt.isOver
            ? SumUpScreens.result(flow.attempt) : SumUpScreens.waiting(flow.attempt, program: program)
        follow(flow, page, view, sheet)
        var answer = await sheet.ask(step)
        while answer?.action.of(SumUpScreens.Action.self) == .abandon {
            await flow.abandon()
            answer = await sheet.next()
        }
    }

    /// Tracks a payment to its end, even if its window is closed: the page is informed, and the user in `sheet` and
    /// above the page.
    private func follow(_ flow: SumUpFlow, _ page: Origin?, _ view: WebView, _ sheet: ScreenWindow) {
        tasks.start { [weak self, weak view, weak sheet] in
            // The first result needs no notice above the page if the window shows it.
            var isResultKnown = flow.attempt.isOver
            while let now = await flow.next() {
                guard let self else { return }
                guard now.isOver else { continue }
                if let view { tell(now, page, view) }
                let isShown = sheet.map { !$0.isClosed } ?? false
                sheet?.show(SumUpScreens.result(now))
                sheet?.present()
                if isResultKnown || !isShown { showNotice(of: now) }
                isResultKnown = true
            }
            self?.followed.remove(flow.attempt.secret)
        }
    }

    private func showNotice(of attempt: SumUpAttempt) {
        window.showNotice(.result(of: attempt), SumUpText.notice(attempt))
    }

    private func tell(_ attempt: SumUpAttempt, _ page: Origin?, _ view: WebView) {
        if let page, let address = attempt.pageAddress { view.comeBack(to: address, for: page) }
    }

    private func show(_ request: SumUpRequest, _ page: Origin?, _ sheet: ScreenWindow) async throws(SumUpError) {
        let attempt = try await SumUpFlow.show(request, for: page, in: sumUpPayments)
        let description = localized("A QR code for SumUp's app: \(request.amount, as: "amount")")
        let image = QRCode(attempt.request.url())?.image(description)
        let isPaid: Bool
        switch await sheet.ask(SumUpScreens.code(attempt, image: image))?.action.of(SumUpScreens.Action.self) {
        case .paid: isPaid = true
        case .notPaid: isPaid = false
        default: return
        }
        let end = try await sumUpPayments.move(secret: attempt.secret, .decided(isPaid: isPaid))
        _ = await sheet.ask(SumUpScreens.result(end))
    }
}
