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
                    askAnything()
                    return Heartbeat.patienceAtStart
                }
                return transport.ping(document) ? Heartbeat.patience : nil
            },
            tell: { [weak self] isResponsive in self?.onEvent?(.responsive(isResponsive)) })
    }

    /// Asks the web process something that does not matter: its answer is a sign of a document that has not connected, because
    /// it hung before, or never will.
    private func askAnything() {
        guard let heartbeat else { return }
        AsyncCall.start {
            webkit_web_view_can_execute_editing_command(
                widget.pointer, WEBKIT_EDITING_COMMAND_SELECT_ALL, nil, $0, $1)
        } _: { _ in
            heartbeat.sign()
        }
    }
}
