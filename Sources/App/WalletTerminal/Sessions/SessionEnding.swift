import ArgumentParser
import Bridge
import HeadlessWallet
import Keys
import Messages
import Network
import Store
import WalletConnect
import WalletCore

/// Ends sessions: in the window of the wallet that has them, or here.
@MainActor struct SessionEnding {
    let topics: [Topic]
    let wallet: String?
    let folder: String?
    let state: String?

    /// How long a window or the relay may take.
    private static let patience = Duration.seconds(10)

    /// Ends the sessions.
    ///
    /// - Returns: False if the window that has them is locked: it ends them when it is unlocked.
    func run() async throws -> Bool {
        let store = try Store.ofUser(in: state)
        let rules = try SiteRules(keptBy: store.sites)
        let earlier = rules.ended.compactMap { Topic($0.host) }
        // From now on, every process rejects what these apps ask for.
        try await ChangeSite.storing { () throws(RPCError) in
            var failure: RPCError?
            for topic in topics {
                let error = await RPCError.thrown { () throws(RPCError) in
                    try await rules.end(.session(topic.description))
                }
                failure = failure ?? error
            }
            if let failure { throw failure }
        }
        guard store.servesSessions() else {
            do {
                try await endHere(topics + earlier.filter { !topics.contains($0) }, in: store, rules)
            } catch {
                // If the user does not enter the passphrase, nothing new is left for the next window.
                for topic in topics where !earlier.contains(topic) {
                    try? await rules.end(.session(topic.description), false)
                }
                throw error
            }
            return true
        }
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            let left = try await store.sessions().map(\.topic)
            if !topics.contains(where: left.contains) { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
        return false
    }

    /// Ends them without a window; the apps are told now, or when the wallet is opened next.
    private func endHere(_ topics: [Topic], in store: Store, _ rules: SiteRules) async throws {
        let wallets = try WalletFolder.open(folder)
        let settings = try ConfigurationFile().read()
        guard let relay = settings.sessions.usedRelay else {
            throw WalletError(
                settings.sessions.relay == nil
                    ? localized("No relay is set.")
                    : localized("WalletConnect is turned off: `drawbridge sessions set --enable-connection`."))
        }
        let vault = try wallets.open(try WalletFolder.entry(wallet, in: wallets))
        defer { vault.lock() }
        let purpose = localized("Disconnect apps from “\(vault.name, as: "wallet")”")
        guard TerminalInput.unlock(vault, to: purpose) else { throw ExitCode(1) }
        let sealing = VaultSealing()
        sealing.use(vault)
        do throws(WalletConnectError) {
            let configuration = try WalletConnectConfiguration(
                metadata: AppIdentity.metadata, relay: relay, projectID: settings.sessions.projectID)
            let client = WalletConnectClient(
                configuration, storage: store.walletConnect(sealing: sealing),
                dialer: WebSocketClient(trusting: .system, proxy: settings.proxy))
            try await client.start()
            try await client.unlock()
            for topic in topics {
                try await client.wallet.disconnect(topic)
                try? await rules.end(.session(topic.description), false)
            }
            await sendEverything(client)
            await client.stop()
        } catch {
            throw WalletError(error.sentence)
        }
    }

    /// Waits until the apps are told; if the relay cannot be reached, the wallet tells them when it is opened next.
    private func sendEverything(_ client: WalletConnectClient) async {
        let end = ContinuousClock.now + Self.patience
        while await !client.hasSentEverything(), ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
