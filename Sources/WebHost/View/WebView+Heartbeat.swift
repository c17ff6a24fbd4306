import CWebKit
import GLibKit

extension WebView {
    /// The detection of a document that does not respond.
    func makeHeartbeat() -> Heartbeat {
        Heartbeat(
            time: options.time,
            ask: { [weak self] in
                guard let self, channel.origin != nil else { return nil }
                guard let document = channel.document else {
                    evaluateNothing()
                    return Heartbeat.patienceAtStart
                }
                return transport.ping(document) ? Heartbeat.patience : nil
            },
            tell: { [weak self] isResponsive in self?.onEvent?(.responsive(isResponsive)) })
    }

    /// Evaluates an empty script, whose end is a sign of a document that has not connected: it hung before, or never will.
    private func evaluateNothing() {
        guard let heartbeat else { return }
        let done: GAsyncReadyCallback = { _, _, data in
            guard let data else { return }
            // Unsafe because pointers are not Sendable; GLib calls on the main thread.
            nonisolated(unsafe) let owner = data
            MainActor.assumeIsolated { Unmanaged<Heartbeat>.fromOpaque(owner).takeRetainedValue().sign() }
        }
        webkit_web_view_evaluate_javascript(
            widget.pointer, "", 0, ReplyTransport.world, nil, nil, done, Unmanaged.passRetained(heartbeat).toOpaque())
    }
}
