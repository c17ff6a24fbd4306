import Bridge

/// Notices a page that hangs: it is asked for a sign of life every second.
///
/// WebKit's own watch only starts with the user's input, so a page could hang unseen while it holds a question open.
@MainActor final class Heartbeat {
    /// A page that has not answered for so long is called unresponsive.
    static let patience = Duration.seconds(2)
    private static let interval = Duration.milliseconds(500)

    private let time: Timekeeper
    private let ask: @MainActor () -> Bool
    private let tell: @MainActor (_ isResponsive: Bool) -> Void
    private var asked: Duration?
    private var isResponsive = true
    private var isPaused = false
    private var task: Task<Void, Never>?

    /// Creates a heartbeat that does not beat yet.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - ask: Asks for a sign; false where there is nobody to ask.
    ///   - tell: Told when the page stops to answer, and when it answers again.
    init(
        time: Timekeeper, ask: @escaping @MainActor () -> Bool,
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

    /// The page stands still for a good reason, such as an open dialog: it is not asked, and not called unresponsive.
    func pause() {
        isPaused = true
        forget()
    }

    /// The page goes on.
    func resume() {
        isPaused = false
        asked = nil
    }

    /// The page gave a sign.
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
            if ask() { self.asked = time.now() }
            return
        }
        guard isResponsive, time.now() - asked >= Self.patience else { return }
        isResponsive = false
        tell(false)
    }

    isolated deinit {
        task?.cancel()
    }
}
