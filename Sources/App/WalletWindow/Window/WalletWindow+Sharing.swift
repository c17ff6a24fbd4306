import Bridge
import EthereumWallet
import Foundation
import HeadlessWallet
import Keys
import Network
import Store
import WalletCore
import WalletMethods
import WalletUI
import WebHost

/// What this window and other processes of the wallet tell each other.
extension WalletWindow {
    /// Takes over what other processes change: before each answer, and when they say that they have changed something.
    func share(
        _ store: Store, _ settings: SettingsCopy, _ profile: Profile, _ controller: LockController,
        phrase: (file: SecurityPhraseFile?, mark: PhraseMark)
    ) throws {
        let (services, lookups) = (wallet.services, wallet.lookups)
        services.present.add { [weak self] () throws(JournalError) in
            if let settings = settings.read() { self?.take(settings, profile) }
        }
        let read: @Sendable () -> Void = { [weak self] in
            Task { @MainActor in self?.readPresent(phrase) }
        }
        let readWallets: @Sendable () -> Void = { [weak self, weak controller] in
            Task { @MainActor in
                self?.readPresent(phrase)
                controller?.readWallets()
            }
        }
        let wallets = try? FileWatch.start([controller.folder.path], readWallets)
        let stops = [try store.observe(read), settings.observe(read), wallets].compactMap(\.self)
        keep(OtherProcesses(try store.openWindow(), stops))
        let environment = ProcessInfo.processInfo.environment
        lists = ListWatch(WalletFolder.data, environment: environment) { [weak services] in
            services?.knowledge.descriptors = DescriptorFolder.usual(environment: environment)
            await lookups?.readFiles()
        }
        readPresent(phrase)
    }

    private func readPresent(_ phrase: (file: SecurityPhraseFile?, mark: PhraseMark)) {
        // A store that cannot be read is said by what needs it.
        try? wallet.services.present.read()
        if phrase.file?.update(phrase.mark) == true { home.stack.update() }
        home.takeStored()
        Task { [sessions] in await sessions.endRequested() }
    }

    private func take(_ settings: Settings, _ profile: Profile) {
        let isNews = wallet.use(settings)
        if wallet.proxy.current != settings.proxy {
            wallet.take(settings.proxy)
            profile.use(settings.proxy.forPages)
            payments.use(settings.proxy)
        }
        home.context.settings.take(settings)
        sessions.take(settings.sessions)
        Task { [wallet, home] in
            await wallet.lookups?.reload()
            await home.context.payments?.reload()
            if isNews { await wallet.services.holdings.refresh() }
            if home.context.window.isScreenShown { _ = await wallet.lookups?.prices.refresh() }
            home.stack.update()
        }
    }
}

/// What is watched while a window is open.
private final class OtherProcesses: Sendable {
    private let window: Store.OpenWindow
    private let stops: [@Sendable () -> Void]

    init(_ window: Store.OpenWindow, _ stops: [@Sendable () -> Void]) {
        (self.window, self.stops) = (window, stops)
    }

    deinit { for stop in stops { stop() } }
}
