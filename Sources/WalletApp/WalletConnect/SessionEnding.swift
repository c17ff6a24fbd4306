import ArgumentParser
import Desktop
import Messages
import Network
import Store
import WalletConnect

/// Ends sessions: in the window of the wallet that has them, or here.
@MainActor struct SessionEnding {
    let topics: [Topic]
    let wallet: String?
    let folder: String?

    /// How long a window or the relay may take.
    private static let patience = Duration.seconds(10)

    /// Ends the sessions.
    ///
    /// - Returns: False if the window that has them is locked: it ends them when it is unlocked.
    func run() async throws -> Bool {
        guard let ends = SessionEnds(state: folder.map { "\($0).state" }) else {
            throw WalletAppError(localized("There is no home folder, so nothing could be saved."))
        }
        let earlier = ends.read()
        try ends.add(topics)
        guard Instance.hand([SessionEnds.signal], to: AppIdentity.id) else {
            // If the user does not enter the passphrase, nothing new is left for the next window.
            ends.remove()
            if !earlier.isEmpty { try ends.add(earlier) }
            try await endHere(topics + earlier.filter { !topics.contains($0) })
            ends.remove()
            return true
        }
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            let left = try await SessionsCommand.sessions(folder).map(\.topic)
            if !topics.contains(where: left.contains) { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
        return false
    }

    /// Ends them without a window; the apps are told now, or when the wallet is opened next.
    private func endHere(_ topics: [Topic]) async throws {
        let wallets = try WalletFolder.open(folder)
        let forms = WalletForms(presenter: TerminalForms(), folder: wallets)
        let settings = try ConfigurationFile().read()
        guard let relay = settings.sessions.usedRelay else {
            throw WalletAppError(
                settings.sessions.relay == nil
                    ? localized("No relay is set.")
                    : localized("WalletConnect is turned off: `drawbridge sessions set --enable-connection`."))
        }
        let isDone = try await forms.open(
            try WalletFolder.entry(wallet, in: wallets), to: { localized("Disconnect apps from “\($0, as: "wallet")”") }
        ) { vault, _ in
            let sealing = VaultSealing()
            sealing.use(vault)
            do throws(WalletConnectError) {
                let configuration = try WalletConnectConfiguration(
                    metadata: WalletSessions.metadata, relay: relay, projectID: settings.sessions.projectID)
                let store: Store
                do {
                    store = try Store.ofUser(in: folder.map { "\($0).state" })
                } catch {
                    throw .session(.storage)
                }
                let client = WalletConnectClient(
                    configuration, storage: store.walletConnect(sealing: sealing),
                    dialer: WebSocketClient(trusting: .system, proxy: settings.proxy))
                try await client.start()
                try await client.unlock()
                for topic in topics { try await client.wallet.disconnect(topic) }
                await sendEverything(client)
                await client.stop()
            } catch {
                throw WalletAppError(SessionText.sentence(for: error))
            }
            return true
        }
        guard isDone else { throw ExitCode(1) }
    }

    /// Waits until the apps are told; if the relay cannot be reached, the wallet tells them when it is opened next.
    private func sendEverything(_ client: WalletConnectClient) async {
        let end = ContinuousClock.now + Self.patience
        while await !client.hasSentEverything(), ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
