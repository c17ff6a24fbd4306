import Bridge

/// Detects an unresponsive page by pinging it every second.
///
/// WebKit's own detection starts only after user input, so a page could hang unnoticed while it has a question open.
@MainActor final class Heartbeat {
    /// A page without an answer for this long is unresponsive.
    static let patience = Duration.seconds(2)
    /// The same for a document that has not connected: a busy machine takes its time to start one.
    static let patienceAtStart = Duration.seconds(8)
    private static let interval = Duration.milliseconds(500)

    private let time: TimeSource
    private let ask: @MainActor () -> Duration?
    private let tell: @MainActor (_ isResponsive: Bool) -> Void
    /// When the page was asked, and for how long it may be silent.
    private var asked: (at: Duration, patience: Duration)?
    private(set) var isResponsive = true
    private var isPaused = false
    private var task: Task<Void, Never>?

    /// Creates a heartbeat that is not running yet.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - ask: Pings the page, and returns how long its answer may take; `nil` if there is no page.
    ///   - tell: Called when the page stops responding, and when it responds again.
    init(
        time: TimeSource, ask: @escaping @MainActor () -> Duration?,
        tell: @escaping @MainActor (_ isResponsive: Bool) -> Void
    ) {
        self.time = time
        self.ask = ask
        self.tell = tell
    }

    func start() {
        task?.cancel()
        task = Task { [weak self, time] in
            while !Task.isCancelled {
                guard (try? await time.sleep(Self.interval)) != nil, let self else { return }
                beat()
            }
        }
    }

    func stop() {
        task?.cancel()
        asked = nil
        isResponsive = true
    }

    /// Pauses because the page is blocked for a good reason, such as an open dialog; it does not count as unresponsive.
    func pause() {
        isPaused = true
        forget()
    }

    /// Continues after a pause.
    func resume() {
        isPaused = false
        asked = nil
    }

    /// The page answered.
    func sign() {
        asked = nil
        guard !isResponsive else { return }
        isResponsive = true
        tell(true)
    }

    /// Another document is shown.
    func forget() {
        asked = nil
        if !isResponsive { tell(true) }
        isResponsive = true
    }

    private func beat() {
        guard !isPaused else { return }
        guard let asked else {
            self.asked = ask().map { (time.now(), $0) }
            return
        }
        guard isResponsive, time.now() - asked.at >= asked.patience else { return }
        isResponsive = false
        tell(false)
    }

    isolated deinit {
        task?.cancel()
    }
}
