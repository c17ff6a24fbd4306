import Bridge
import Foundation
import WalletUI
import WebHost

/// One page under test: its view, its wallet, and the results of its tests.
@MainActor final class PageSession {
    /// Called with the result of each test, the page's console output, and other remarks.
    var onEntry: (@MainActor (PageReport.Entry) -> Void)?

    /// The files that pages asked for and that do not exist.
    var findMissing: (@MainActor () -> [String])?

    let approver: ScriptedApprover
    let dispatcher: RequestDispatcher
    let wallet: TestWallet
    let eventBus: EventBus

    private let name: String
    private let options: TestRun.Options
    private let handler: HarnessHandler
    private let view: WebView
    private let window: OffscreenWindow
    private var current: (name: String, began: Duration, place: String?)?
    private var left: [String] = []
    private var faults: [TestFailure] = []
    private var count = 0

    /// The page's URL.
    private var address = ""

    /// What to replace in the page's stack traces: the URL of each server, with the path of its folder.
    private let folders: [(address: String, path: String)]

    /// The number of tests that were reported before a reload: the page continues after them.
    private var done = 0

    /// Whether the next document is the same page, reloaded after it hung or crashed.
    private var isReloading = false
    private var watchdog: Task<Void, Never>?
    private var end: CheckedContinuation<Void, Never>?
    private var isOver = false

    /// Whether everything that the page has stored can be removed: its tests were done, and it has no service workers.
    private(set) var leavesNothing = false
    private var hasExplainedNodes = false

    init(
        name: String, profile: Profile, options: TestRun.Options, folders: [(address: String, path: String)] = [],
        makeWallet: TestWallet.Make
    ) {
        self.name = name
        self.folders = folders
        self.options = options
        eventBus = EventBus()
        approver = ScriptedApprover(patience: options.patience)
        let gate = Gate(approver: approver, limits: options.limits)
        wallet = makeWallet(gate, eventBus)
        handler = HarnessHandler(wallet: wallet.handler)
        dispatcher = RequestDispatcher(handler: handler, gate: gate, limits: options.limits, log: options.log)
        var viewOptions = WebView.Options()
        viewOptions.log = options.log
        viewOptions.reloadsAfterCrash = false
        viewOptions.dialects = wallet.dialects + [.harness(timeout: options.timeout, filter: options.filter)]
        view = WebView(
            dispatcher: dispatcher, profile: profile, options: viewOptions,
            eventBus: eventBus,
            initialEvents: wallet.initialEvents)
        view.dismissesDialogs = true
        window = OffscreenWindow(view)
        handler.session = self
        view.onEvent = { [weak self] event in self?.follow(event) }
    }

    /// Opens the page at `url` and waits until its tests are done, or cannot continue.
    func run(_ url: String) async {
        address = url
        watch("The page did not run its tests within \(options.timeout.words).")
        view.load(url)
        if !isOver { await withCheckedContinuation { end = $0 } }
        watchdog?.cancel()
        view.close()
        window.close()
    }

    /// Handles a request of the page to the harness.
    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard !isOver else { throw RPCError(.gone, "The test run is over.") }
        guard let method = HarnessMethod(rawValue: request.method) else { throw .unknownMethod(request.method) }
        let params = request.params
        switch method {
        case .start:
            watch("The page stopped answering, as in a loop that does not end.")
            return .number(JSONNumber(done))
        case .begin: begin(params)
        case .skip: skip(params["name"]?.string ?? "")
        case .end: conclude(params)
        case .done:
            leavesNothing = params["workers"]?.number?.integer == 0
            finish()
        case .error: blame(failure(params), of: params["test"]?.string)
        case .log: onEntry?(.remark(params["text"]?.string ?? ""))
        default:
            let controls = WalletControls(approver: approver, wallet: wallet) { [weak self] in self?.setLocked($0) }
            return try await controls.obey(method, params, of: request.peer.origin)
        }
        return .null
    }

    /// Says once how tests get nodes, if a request failed without one.
    func note(_ error: RPCError) {
        guard error.kind == .disconnected, !hasExplainedNodes, let advice = wallet.nodeAdvice else { return }
        hasExplainedNodes = true
        onEntry?(.remark(advice))
    }

    /// Locks or unlocks the wallet, unless it already is.
    func setLocked(_ isLocked: Bool) {
        guard dispatcher.gate.isLocked != isLocked else { return }
        if isLocked { dispatcher.lock() } else { dispatcher.unlock() }
        wallet.announceLock()
    }

    private func begin(_ params: JSON) {
        count += 1
        done += 1
        current = (params["name"]?.string ?? "", options.time.now(), params["place"]?.string.map(withPaths))
        left = params["left"]?.array?.compactMap(\.string) ?? []
        approver.begin()
        watch("The page stopped answering, as in a loop that does not end.", after: options.timeout)
    }

    private func skip(_ name: String) {
        count += 1
        done += 1
        onEntry?(.result(TestResult(page: self.name, name: name, isTest: true, outcome: .skipped, duration: .zero)))
    }

    private func conclude(_ params: JSON) {
        var failure = params["ok"]?.bool == true ? nil : failure(params)
        if params["isLate"]?.bool == true { failure?.explainLateness(open: openRequests, screenshot: takeScreenshot()) }
        settle(failure)
        watch("The page stopped answering, as in a loop that does not end.")
    }

    /// The questions and requests that wait for an answer, each as a sentence.
    private var openRequests: [String] {
        let open = approver.questions.filter(\.isOpen)
        guard open.isEmpty else { return open.map { "The question “\($0.approval.sentence)” is open." } }
        return handler.unanswered.prefix(5).map { "The wallet has not answered \($0) yet." }
    }

    /// Saves an image of the page; returns its path.
    private func takeScreenshot() -> String? {
        guard let folder = options.screenshots, let test = current?.name else { return nil }
        let name = "\(self.name)-\(test)".map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let path = "\(folder)/\(String(name.suffix(120).drop { $0 == "-" })).png"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try window.writeScreenshot(to: path)
            return path
        } catch {
            onEntry?(.remark("\(error)"))
            return nil
        }
    }

    /// Ends the running test: it passes if neither the test, nor the page, nor the user's script reports a failure.
    private func settle(_ failure: TestFailure?) {
        guard let (test, began, place) = current else { return }
        current = nil
        let (unanswered, unasked) = approver.end()
        setLocked(false)
        // Causes come before their consequences: a test waits for an answer, and a failed one does not go on to its other
        // questions.
        let failures =
            unanswered.map { TestFailure($0) } + [failure].compactMap(\.self) + faults + unasked.map { TestFailure($0) }
        faults = []
        let outcome: TestResult.Outcome
        if var first = failures.first {
            for other in failures.dropFirst() { first.complete(from: other) }
            if first.stack == nil { first.test = place }
            outcome = .failed(first)
        } else {
            outcome = .passed
        }
        let duration = options.time.now() - began
        onEntry?(.result(TestResult(page: name, name: test, isTest: true, outcome: outcome, duration: duration)))
    }

    /// Counts `fault` against the running test; if it is of an earlier one, it is a result of its own.
    private func blame(_ fault: TestFailure, of earlier: String? = nil) {
        guard let earlier else { return faults.append(fault) }
        onEntry?(.result(TestResult(page: name, name: earlier, isTest: true, outcome: .failed(fault), duration: .zero)))
    }

    private func follow(_ event: WebViewEvent) {
        switch event {
        case .committed where isReloading:
            isReloading = false
        case .committed(let url, _) where count > 0:
            abort("The page went to \(Quotation.of(address: url)), which ends its tests: they run in the page.")
        case .failed(let url, let reason) where count == 0:
            abort("\(Quotation.of(address: url)) could not be loaded. \(reason)")
        case .held(_, let obstacle):
            abort(
                "The page was not opened. \([obstacle.reason, obstacle.help].compactMap(\.self).joined(separator: " "))"
            )
        case .crashed where isReloading:
            loadAgain()
        case .crashed:
            recover("The page crashed.", isDead: true)
        case .responsive(false):
            onEntry?(.remark("the page does not answer"))
        case .refused(let sentence):
            onEntry?(.remark(sentence))
        default:
            break
        }
    }

    /// Fails the running test, and reloads the page for the remaining ones; ends the page after the last test, or if no
    /// test was running.
    private func recover(_ reason: String, isDead: Bool) {
        guard !isOver, current != nil, !left.isEmpty else { return abort(reason) }
        settle(hanging(reason))
        isReloading = true
        watch("The page could not be loaded again. \(reason)")
        if isDead { loadAgain() } else { view.restart() }
    }

    /// Why the running test failed with its page.
    private func hanging(_ reason: String) -> TestFailure {
        var failure = TestFailure(reason)
        failure.explainLateness(open: openRequests, screenshot: takeScreenshot())
        return failure
    }

    /// Later, because the view is still handling the end of the web process.
    private func loadAgain() {
        Task { [weak self] in
            guard let self, !isOver else { return }
            view.load(address)
        }
    }

    /// Ends the page with a failure of the running test or, without one, of the page.
    private func abort(_ reason: String) {
        guard !isOver else { return }
        if current != nil { settle(hanging(reason)) } else { blame(TestFailure(reason)) }
        for test in left {
            let outcome = TestResult.Outcome.failed(TestFailure("It was not run. \(reason)"))
            onEntry?(.result(TestResult(page: name, name: test, isTest: true, outcome: outcome, duration: .zero)))
        }
        finish()
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        let isUnusable = count == 0 && !faults.isEmpty
        if count == 0, !isUnusable { blame(TestFailure("The page has no tests.")) }
        for var fault in faults {
            fault.explain(missing: findMissing?() ?? [], hasNoTest: isUnusable)
            onEntry?(
                .result(
                    TestResult(page: name, name: "the page", isTest: false, outcome: .failed(fault), duration: .zero)))
        }
        // Pending questions and waiting tasks must not keep anything alive.
        _ = approver.end()
        end?.resume()
        end = nil
    }

    /// Ends the page if it reports nothing within its time limit, which it enforces itself unless it hangs.
    private func watch(_ reason: String, after limit: Duration? = nil) {
        watchdog?.cancel()
        let limit = (limit ?? options.timeout) + options.grace
        watchdog = Task { [weak self, time = options.time] in
            guard (try? await time.sleep(limit)) != nil, !Task.isCancelled else { return }
            self?.recover(reason, isDead: false)
        }
    }

    private func failure(_ params: JSON) -> TestFailure {
        var failure = TestFailure(params["message"]?.string.map(withPaths) ?? "It failed without a message")
        failure.found = params["found"]?.string
        failure.wanted = params["wanted"]?.string
        failure.page = params["page"]?.string
        failure.stack = params["stack"]?.string.map(withPaths)
        return failure
    }

    /// `text` with file paths instead of URLs, whose port differs in each run.
    private func withPaths(_ text: String) -> String {
        folders.reduce(text) { $0.replacing($1.address, with: $1.path) }
    }
}

extension TestFailure {
    /// Adds to the message of a page that could not be run which files do not exist, and whether no test was run.
    fileprivate mutating func explain(missing: [String], hasNoTest: Bool) {
        let names = Set(missing).sorted().prefix(5).map { "“\(VisibleText.of($0))”" }.joined(separator: ", ")
        if !names.isEmpty { add("There is no file \(names).") }
        if hasNoTest { add("No test of the page was run.") }
    }

    /// Adds to the message of a test that took too long what is open, and where the image of its page is.
    fileprivate mutating func explainLateness(open: [String], screenshot: String?) {
        for sentence in open { add(sentence) }
        self.screenshot = screenshot
    }
}
