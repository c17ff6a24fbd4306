internal import Ethereum
public import Bridge
import BitcoinWallet

extension Router {
    /// The wallet's methods, for both page dialects, for payments, and for WalletConnect sessions.
    ///
    /// - Parameters:
    ///   - wallet: The parts of the wallet.
    ///   - version: The wallet's version, as reported to sites.
    /// - Returns: A router for the dialects `link` and `ethereum`, ``/Bridge/RequestDispatcher/paymentDialect`` and
    ///   ``/Bridge/RequestDispatcher/sessionDialect``.
    @MainActor public static func wallet(_ wallet: WalletServices, version: String) -> Router {
        let methods = DialectMethods(wallet, version: version)
        func table(_ methods: [any Method]) -> [String: any Handler] {
            WalletMethodTable(
                methods, gate: wallet.gate, grants: wallet.grants, siteRules: wallet.siteRules,
                present: wallet.present, clock: wallet.clock
            ).handlers
        }
        return Router([
            "link": table(methods.link),
            "ethereum": table(methods.ethereum),
            RequestDispatcher.paymentDialect: table(methods.payment),
            RequestDispatcher.sessionDialect: table(methods.session).mapValues {
                SessionHandler(handler: $0, chains: wallet.chains, siteRules: wallet.siteRules)
            },
        ])
    }

    /// The methods that an app may call in a WalletConnect session, in order.
    package var sessionMethods: [String] { methods(of: RequestDispatcher.sessionDialect).sorted() }
}

/// The methods of each dialect, made from the parts of a wallet.
@MainActor struct DialectMethods {
    /// The methods of Link's dialect.
    let link: [any Method]

    /// The methods of Ethereum's dialect.
    let ethereum: [any Method]

    /// The methods that payments can use.
    let payment: [any Method]

    /// The methods that WalletConnect sessions can use: those of Ethereum's dialect that need the wallet.
    ///
    /// Apps read chains through their own nodes.
    let session: [any Method]

    init(_ wallet: WalletServices, version: String) {
        let (sites, siteWarnings, gate) = (wallet.sites, wallet.siteWarnings, wallet.gate)
        let (accounts, chains, pace) = (wallet.ethereum, wallet.chains, wallet.pace)
        let (coins, recipients) = (wallet.coins, wallet.recipients)
        let knowledge = wallet.knowledge

        let send = SendTransaction(ethereum: accounts, sending: wallet.sending, isSent: true)
        let sign = SendTransaction(ethereum: accounts, sending: wallet.sending, isSent: false)
        let personalSign = PersonalSign(ethereum: accounts, clock: wallet.clock)
        func typedData(_ version: TypedDataVersion, _ names: String...) -> SignTypedData {
            SignTypedData(names: names, version: version, ethereum: accounts, knowledge: knowledge)
        }
        let signTypedData = SignLegacyTypedData(
            ethereum: accounts, version4: typedData(.v4, "eth_signTypedData_v4"))
        let connecting = Connecting()
        func connect(_ answer: ConnectEthereum.Answer) -> ConnectEthereum {
            ConnectEthereum(
                sites: sites, chains: chains, siteWarnings: siteWarnings, answer: answer, connecting: connecting)
        }

        link = [
            GetInfo(version: version),
            GetAddress(sites: sites, chains: chains, siteWarnings: siteWarnings),
            RequestWeb3Sign(
                personalSign: personalSign, signTypedData: signTypedData, sendTransaction: send, signTransaction: sign),
            RequestValue(gate: gate, siteWarnings: siteWarnings),
            SendAssets(
                coins: coins, recipients: recipients, sites: sites, siteWarnings: siteWarnings,
                ethereum: wallet.sending),
            PayInvoice(payer: InvoicePayer(coins: coins, sites: sites, siteWarnings: siteWarnings)),
            CreateToken(coins: coins, recipients: recipients, sites: sites, siteWarnings: siteWarnings),
        ]
        payment = [
            personalSign, typedData(.v4, "eth_signTypedData", "eth_signTypedData_v4"),
            typedData(.v3, "eth_signTypedData_v3"), send,
        ]
        let sendRaw = SendRawTransaction(chains: chains, sites: sites, sending: wallet.sending, pace: pace)
        let legacyTypedData = SignLegacyTypedData(ethereum: accounts, version4: nil)
        let (typedData3, typedData4) = (
            typedData(.v3, "eth_signTypedData_v3"), typedData(.v4, "eth_signTypedData_v4")
        )
        let watchAsset = WatchAsset(
            chains: chains, knowledge: knowledge, sites: sites, siteWarnings: siteWarnings, pace: pace)
        let sendCalls = SendCalls(
            ethereum: accounts, sending: wallet.sending, bundles: wallet.bundles, clock: wallet.clock)
        let callsStatus: [any Method] = CallsStatus.Action.allCases.map {
            CallsStatus(
                action: $0, sites: sites, chains: chains, bundles: wallet.bundles, journal: wallet.journal, pace: pace)
        }
        let capabilities = GetCapabilities(ethereum: accounts)
        session =
            callsStatus + [
                sendCalls, capabilities, SessionFacts(chains: chains), send, sign, sendRaw, personalSign,
                signTypedData, typedData3, typedData4, watchAsset,
                UseSessionChain(
                    ethereum: accounts, gate: gate, siteWarnings: siteWarnings, sessions: wallet.sessionChains),
            ]
        let single: [any Method] = [
            connect(.accounts),
            connect(.permissions),
            Permissions.Get(sites: sites),
            Permissions.Revoke(sites: sites),
            send,
            sign,
            sendRaw,
            personalSign,
            RecoverSigner(pace: pace),
            signTypedData,
            legacyTypedData,
            typedData3,
            typedData4,
            watchAsset,
            sendCalls,
            capabilities,
            AddChain(ethereum: accounts, gate: gate, siteWarnings: siteWarnings),
            SwitchChain(ethereum: accounts, gate: gate, siteWarnings: siteWarnings),
        ]
        let families: [[any Method]] = [
            EthereumFacts.Fact.allCases.map {
                EthereumFacts(fact: $0, sites: sites, chains: chains, pace: pace, version: version)
            },
            Filters.Action.allCases.map { Filters(action: $0, watches: wallet.watches, sites: sites) },
            Subscriptions.Action.allCases.map { Subscriptions(action: $0, watches: wallet.watches, sites: sites) },
            AskNode.all(chains, sites, pace, wallet.journal),
            callsStatus,
            Unsupported.all,
        ]
        ethereum = single + families.joined()
    }
}
