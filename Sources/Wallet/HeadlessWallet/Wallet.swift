import Bitcoin
public import Bridge
package import BitcoinWallet
import EthereumWallet
import Foundation
import Messages
package import Store
package import SumUp
package import WalletConnect
import WalletCore
public import WalletMethods

/// What surrounds a wallet: a window, or nothing.
@MainActor package protocol WalletHost: AnyObject {
    /// Everything that can ask the wallet.
    var sites: [ListedSite] { get }

    /// Whether there is a wallet, locked or not.
    var hasWallet: Bool { get }

    /// Brings to the front what shows approvals.
    func present()

    /// Shows what a command has changed, and asks the servers about it.
    func refresh()

    /// Shows what may ask the wallet again.
    func refreshSites()

    /// Takes over the settings that another process has changed.
    func reload() async

    /// Asks for a private key, also in an image, and sends what it holds to an account of the wallet.
    ///
    /// - Returns: The transaction; `nil` if the user closed the form.
    func sweep(image: String) async throws(WalletError) -> SentTransaction?
}

/// The wallet, without a window: carries out what the user asks for.
@MainActor public final class Wallet {
    let services: WalletServices
    private let dispatcher: RequestDispatcher

    /// The user's settings; `nil` for a wallet that has no file of them.
    let settings: ConfigurationChanges?

    /// The payments with SumUp's app.
    package let cardPayments: SumUpPayments

    /// What surrounds it, which exists after the wallet and may end before it; `nil` for a wallet without a window.
    package weak var host: (any WalletHost)?

    /// Creates the wallet of these parts, whose requests of the user go through `dispatcher`.
    public convenience init(_ services: WalletServices, _ dispatcher: RequestDispatcher) {
        self.init(services, dispatcher, settings: nil)
    }

    /// Creates the wallet of these parts, whose requests of the user go through `dispatcher`.
    package init(
        _ services: WalletServices, _ dispatcher: RequestDispatcher, settings: ConfigurationChanges?,
        cardPayments: SumUpPayments = SumUpPayments(in: nil)
    ) {
        (self.services, self.dispatcher, self.settings) = (services, dispatcher, settings)
        self.cardPayments = cardPayments
    }

    var holdings: WalletHoldings { services.holdings }

    /// Whether the wallet can be used.
    public var isLocked: Bool { services.gate.isLocked || !services.activeAccount.isOpen }

    /// Carries out a command.
    ///
    /// - Returns: What the command gives.
    /// - Throws: Why it could not be done; that the wallet is locked, for a command that needs its keys.
    public func perform<Command: WalletCommand>(_ command: Command) async throws(WalletError) -> Command.Outcome {
        try command.check()
        // Another process may have changed it.
        try? services.present.read()
        if Command.needsKeys {
            guard !isLocked else {
                guard host?.hasWallet != false else { throw WalletError(.locked, Self.absence) }
                throw Self.locked
            }
            await holdings.open()
        }
        return try await command.run(in: self)
    }

    static var locked: WalletError {
        WalletError(.locked, localized("The wallet is locked. Unlock it in its window."))
    }

    /// Runs a request of the user, with the ordinary approval.
    func ask(
        _ action: String, _ body: @MainActor (Request) async throws(RPCError) -> String
    ) async throws(RPCError) -> String {
        host?.present()
        return try await dispatcher.run(action) { request throws(RPCError) in .string(try await body(request)) }.get()
            .string ?? ""
    }

    /// Runs an action of the user that sends a transaction, after the ordinary approval.
    ///
    /// - Parameters:
    ///   - action: The name of the action.
    ///   - chain: The network.
    ///   - body: Signs and sends, and returns the ID of the transaction.
    /// - Returns: The transaction, also if it is not known whether it was sent.
    /// - Throws: Why it was not sent.
    package func send(
        _ action: String, on chain: ChainID, _ body: @MainActor (Request) async throws(RPCError) -> String
    ) async throws(RPCError) -> SentTransaction {
        host?.present()
        let answer = await dispatcher.send(action) { request throws(RPCError) in .string(try await body(request)) }
        let (txid, doubt): (String, String?)
        switch (answer.result, answer.transaction) {
        case (.success(let result), _): (txid, doubt) = (result.string ?? "", nil)
        case (.failure(let error), let sent?) where sent.fate == .unknown: (txid, doubt) = (sent.hash, error.sentence)
        case (.failure(let error), _): throw error
        }
        let record = try? await services.journal.transaction(txid, on: chain.description)
        host?.refresh()
        return SentTransaction(txid, on: chain, record?.replies ?? [], doubt: doubt)
    }
}

/// What is stored of all wallets of the user, while no window is open.
@MainActor package struct StoredWallet {
    let store: Store

    let settings: ConfigurationFile
    private let registry: TokenRegistryFile

    /// Creates it from the store and the user's files.
    package init(
        _ store: Store, _ settings: ConfigurationFile = ConfigurationFile(), registry: TokenRegistryFile = .usual
    ) {
        (self.store, self.settings, self.registry) = (store, settings, registry)
    }

    /// The networks in the user's settings.
    func chains() throws(WalletError) -> ChainBook {
        let settings = try settings.read()
        return ChainBook(settings.allChains, fromSites: settings.chainsFromSites)
    }

    /// The names of tokens; `nil` without a registry.
    func tokenNames() async -> TokenRegistry? { await registry.load() }
}

extension Store {
    /// Opens the user's store, or the one in `folder`; a process opens it once.
    package static func ofUser(in folder: String?) throws -> Store {
        guard let folder = folder ?? self.folder(environment: ProcessInfo.processInfo.environment) else {
            throw WalletError(localized("There is no home folder, so nothing could be saved."))
        }
        return try Store(folder: folder)
    }

    /// The connections of WalletConnect, the newest first.
    package func sessions() async throws(WalletError) -> [SessionDetails] {
        do throws(WalletConnectError) {
            return try await walletConnect(sealing: VaultSealing()).sessionDetails()
        } catch {
            throw WalletError(error.sentence)
        }
    }
}

extension WalletError {
    /// Runs `body`, whose error is one of a request.
    static func of<Value>(_ body: () async throws(RPCError) -> Value) async throws(WalletError) -> Value {
        do throws(RPCError) {
            return try await body()
        } catch {
            throw WalletError(error)
        }
    }
}
