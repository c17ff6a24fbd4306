import Logging

/// No page, no socket and no method of the wallet for a process without WebKit's sandbox.
extension WebView {
    /// Whether `url` is loaded later, because it is not known yet whether WebKit can start its sandbox.
    func waitsForSandbox(_ url: String) -> Bool {
        let probe = SandboxProbe.shared
        guard !probe.isReady else { return false }
        awaited = url
        probe.whenReady { [weak self] in
            guard let self, let url = awaited else { return }
            awaited = nil
            load(url)
        }
        return true
    }

    /// Reports a page that is not loaded because the processes that run now, or that would be started, are not confined.
    ///
    /// - Parameters:
    ///   - url: The address of the page.
    ///   - isAsked: Whether WebKit asks for a decision.
    ///   - mustRun: Whether there must be a process: at the latest when the answer of a server is there. Before, WebKit may
    ///     ask while it still starts the process, which waits for the main thread.
    /// - Returns: Whether it must not be loaded.
    func isUnconfined(_ url: String, isAsked: Bool, mustRun: Bool = true) -> Bool {
        let known = isAsked ? nil : SandboxProbe.shared.takeFault()
        guard let fault = known ?? WebSandbox.fault(mustRun: isAsked && mustRun) else { return false }
        let obstacle = LoadObstacle(fault)
        options.log.error("A page was not opened: \(obstacle.reason)")
        onEvent?(.held(url: url, obstacle))
        return true
    }
}

extension LoadObstacle {
    init(_ fault: SandboxFault) {
        self.init(fault.reason, isAdvice: false)
        help = fault.help
    }
}
