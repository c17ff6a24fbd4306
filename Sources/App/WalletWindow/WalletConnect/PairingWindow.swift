import Bridge
import EthereumWallet
import Messages
import WalletConnect
import WalletMethods
import WalletUI

/// The window that is shown until an app has proposed a session.
@MainActor final class PairingWindow {
    /// What can be done.
    enum Action: Hashable {
        case close
    }

    private let sessions: WalletSessions
    private let mark: PhraseMark
    private var window: ScreenWindow?
    private var waiting: Task<Void, Never>?

    /// Creates the window of `sessions`, which is not shown yet.
    init(_ sessions: WalletSessions, mark: PhraseMark) {
        (self.sessions, self.mark) = (sessions, mark)
    }

    /// Waits for the app of `link`, until a time in seconds since 1970.
    func wait(for link: String, until expiry: Int64) {
        let services = sessions.wallet.services
        let left = max(expiry.subtractingReportingOverflow(services.now()).partialValue, 1)
        let window = window ?? open()
        window.show(Self.screen(server: nil, sessions.relay))
        waiting?.cancel()
        waiting = Task { [weak self, time = services.time] in
            for _ in 0..<left {
                guard (try? await time.sleep(.seconds(1))) != nil, let self else { return }
                let server = await sessions.server(of: link)
                guard !Task.isCancelled else { return }
                window.show(Self.screen(server: server, sessions.relay))
            }
            guard let self, !Task.isCancelled else { return }
            close()
            sessions.window.report(localized("The app did not answer. Create a new link in the app."))
        }
    }

    private func open() -> ScreenWindow {
        let window = ScreenWindow(over: sessions.window, mark: mark)
        self.window = window
        window.onPress = { [weak self] _, _ in self?.close() }
        window.onClose = { [weak self] in self?.close() }
        window.onGone = { [weak self] in self?.window = nil }
        return window
    }

    /// Closes the window: the question of the app is shown in another one.
    func close() {
        waiting?.cancel()
        let window = window
        self.window = nil
        window?.close()
    }

    /// What is shown.
    ///
    /// - Parameters:
    ///   - server: The connection to the server that a link of version 1 names; `nil` for another link.
    ///   - relay: The connection to the relay.
    /// - Returns: The screen.
    static func screen(server: RelayState?, _ relay: RelayState) -> Screen {
        var screen = Screen(title: SessionText.title, heading: localized("Waiting for the app"))
        screen.busy =
            switch server {
            case .waiting?, .refused?:
                localized("The server that the link names does not answer. The wallet tries again…")
            case let server?:
                server.isConnected
                    ? localized("The app is asked what it wants…") : localized("Connecting to the server…")
            case nil: relay.isConnected ? localized("The app is asked what it wants…") : relay.sentence
            }
        screen.buttons = [Screen.Button(Action.close, label: localized("Close"))]
        return screen
    }
}

extension RelayState {
    /// Whether messages can be exchanged now.
    fileprivate var isConnected: Bool { if case .connected = self { true } else { false } }
}
