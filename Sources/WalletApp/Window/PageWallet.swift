import Bitcoin
package import Bridge
import Foundation
import Messages
import WalletConnectPay
import Store
import BitcoinWallet
import EthereumWallet
import WalletCore
import WalletMethods
import WalletUI
package import WebHost
import Network

/// The wallet as pages find it: its methods, and what they work with.
@MainActor package struct PageWallet {
    let services: WalletServices
    package let dispatcher: RequestDispatcher

    /// What is kept of payments.
    let payments: any PaymentJournal

    /// The locks of the payments that are being signed.
    let paymentLocks: any PaymentLocks

    /// What looks after transactions, for as long as this wallet is used.
    private let tasks: OwnedTasks

    /// A wallet with the keys of `activeAccount`, the nodes of chains that `file` names, if there is one, and other
    /// `nodes`.
    init(
        _ activeAccount: ActiveAccount, approver: any Approver, _ file: ConfigurationFile? = nil,
        nodes: [UInt64: Endpoint] = [:]
    ) throws {
        let gate = Gate(approver: approver)
        let settings = try file?.read() ?? Settings()
        let transports = Transports()
        let chains = ChainBook(
            settings.allChains, endpoints: settings.endpoints.merging(nodes) { set, _ in set },
            fromSites: settings.chainsFromSites, dial: transports.node,
            siteDial: transports.nodeFromSite)
        let services = WalletServices(activeAccount: activeAccount, gate: gate, chains: chains)
        services.coins.dial = Self.dial
        self.init(services, gate, MemoryPaymentJournal(), MemoryPaymentLocks(), OwnedTasks())
    }

    /// A wallet that gets its keys later, with the chains and servers that `file` names, and its data in `store`.
    init(approver: any Approver, _ file: ConfigurationFile, store: Store) throws {
        let settings = try file.read()
        let transports = Transports()
        let chains = ChainBook(
            settings.allChains, endpoints: settings.endpoints, fromSites: settings.chainsFromSites,
            dial: transports.node,
            siteDial: transports.nodeFromSite)
        let changes = ConfigurationChanges(file)
        chains.keep = { chain, endpoint, site async throws(RPCError) in
            do throws(ConfigurationFault) {
                try await changes.make { $0.set(chain, endpoint, addedBy: site) }
            } catch {
                throw RPCError(.failed, "The wallet could not save the network.")
            }
        }
        let gate = Gate(approver: approver)
        let services = WalletServices(
            activeAccount: ActiveAccount(), gate: gate, grants: try Grants(keptBy: store.grants), chains: chains,
            journal: store.journal, recipients: store.recipients)
        Self.connect(services.coins, settings, changes)
        services.knowledge.tokens = try TokenBook(keptBy: store.tokens)
        services.coins.invoices = Invoices(transports.own)
        services.knowledge.descriptors = DescriptorFolder.usual(environment: ProcessInfo.processInfo.environment)
        let tasks = OwnedTasks()
        tasks.start { await ReceiptWatcher(journal: store.journal, chains: chains).run() }
        tasks.start { [coins = services.coins] in await coins.resolve() }
        self.init(services, gate, store.payments, store.paymentLocks, tasks)
    }

    /// Makes the Electrum servers at addresses.
    private static let dial: CoinSender.Dial = { utxoChain, addresses in
        ElectrumServers(utxoChain, at: addresses, dialer: SocketDialer(trusting: .system))
    }

    /// Gives the desk the servers of `settings`, and keeps those that are set later with `changes`.
    private static func connect(_ coins: CoinSender, _ settings: Settings, _ changes: ConfigurationChanges) {
        coins.dial = dial
        for (kind, addresses) in settings.electrum {
            if let utxoChain = UTXOChain(rawValue: kind.rawValue) { coins.use(addresses, for: utxoChain) }
        }
        coins.keep = { utxoChain, addresses async throws(RPCError) in
            do throws(ConfigurationFault) {
                guard let kind = AddressKind(rawValue: utxoChain.rawValue) else { return }
                try await changes.make { $0.set(kind, addresses) }
            } catch {
                throw RPCError(.failed, "The wallet could not save the server.")
            }
        }
    }

    private init(
        _ services: WalletServices, _ gate: Gate, _ payments: any PaymentJournal, _ paymentLocks: any PaymentLocks,
        _ tasks: OwnedTasks
    ) {
        services.siteWarnings.lookalikes = Lookalikes(registeredDomain: PublicSuffix.registeredDomain)
        self.services = services
        self.payments = payments
        self.paymentLocks = paymentLocks
        self.tasks = tasks
        dispatcher = RequestDispatcher(handler: Router.wallet(services, version: AppIdentity.version), gate: gate)
    }

    /// What carries requests to servers.
    ///
    /// However many slow questions a page asks, a payment does not wait for a connection. However many large answers it
    /// asks for, one of them is in memory at a time; a node that a site named cannot hold up those of the user.
    private struct Transports: Sendable {
        let own = WebClient(trusting: .system)
        private let sites = WebClient(trusting: .system, connections: 2, longBodies: LargeResponses())
        private let siteNodes = WebClient(trusting: .system, connections: 2, longBodies: LargeResponses())

        func node(at endpoint: Endpoint) -> any EthereumNode {
            JSONRPCNode(endpoint, sender: own, siteSender: sites)
        }

        func nodeFromSite(at endpoint: Endpoint) -> any EthereumNode {
            JSONRPCNode(endpoint, sender: own, siteSender: siteNodes)
        }
    }

    /// The page objects that dapps look for.
    package static let dialects: [PageDialect] = [
        .link,
        .ethereum(name: "Drawbridge", icon: icon, domain: "io.github.drawbridge"),
    ]

    /// A drawbridge, 96 pixels square.
    private static let icon =
        "data:image/svg+xml;base64,"
        + "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5NiIgaGVpZ2h0PSI5NiI+PHJlY3Qgd2lkdGg9Ijk2"
        + "IiBoZWlnaHQ9Ijk2IiByeD0iMjAiIGZpbGw9IiMyMzQiLz48cGF0aCBkPSJNMTYgNzZWMzBoMTR2NDZNNjYgNzZWMzBoMTR2NDZNMzAg"
        + "NzBoMzZNMzAgNTBsMzYgMjAiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSI2IiBmaWxsPSJub25lIi8+PC9zdmc+"
}
