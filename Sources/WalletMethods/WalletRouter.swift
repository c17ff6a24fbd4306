internal import Ethereum
public import Bridge
import BitcoinWallet

extension Router {
    /// The wallet's methods, for both page dialects, and for payments.
    ///
    /// - Parameters:
    ///   - wallet: The parts of the wallet.
    ///   - version: The wallet's version, as reported to sites.
    /// - Returns: A router for the dialects `link` and `ethereum`, and ``/Bridge/RequestDispatcher/paymentDialect``.
    @MainActor public static func wallet(_ wallet: WalletServices, version: String) -> Router {
        let methods = DialectMethods(wallet, version: version)
        func table(_ methods: [any Method]) -> [String: any Handler] {
            WalletMethodTable(methods, gate: wallet.gate, grants: wallet.grants).handlers
        }
        return Router([
            "link": table(methods.link),
            "ethereum": table(methods.ethereum),
            RequestDispatcher.paymentDialect: table(methods.payment),
        ])
    }
}

/// The methods of each dialect, made from the parts of a wallet.
@MainActor struct DialectMethods {
    /// The methods of Link's dialect.
    let link: [any Method]

    /// The methods of Ethereum's dialect.
    let ethereum: [any Method]

    /// The methods that payments can use.
    let payment: [any Method]

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
        let single: [any Method] = [
            connect(.accounts),
            connect(.permissions),
            Permissions.Get(sites: sites),
            Permissions.Revoke(sites: sites),
            send,
            sign,
            SendRawTransaction(chains: chains, sites: sites, sending: wallet.sending, pace: pace),
            personalSign,
            RecoverSigner(pace: pace),
            signTypedData,
            SignLegacyTypedData(ethereum: accounts, version4: nil),
            typedData(.v3, "eth_signTypedData_v3"),
            typedData(.v4, "eth_signTypedData_v4"),
            WatchAsset(chains: chains, knowledge: knowledge, sites: sites, siteWarnings: siteWarnings, pace: pace),
            AddChain(ethereum: accounts, gate: gate, siteWarnings: siteWarnings),
            SwitchChain(ethereum: accounts, gate: gate, siteWarnings: siteWarnings),
        ]
        let families: [[any Method]] = [
            EthereumFacts.Fact.allCases.map {
                EthereumFacts(fact: $0, sites: sites, chains: chains, pace: pace, version: version)
            },
            Filters.Action.allCases.map { Filters(action: $0, watches: wallet.watches, sites: sites) },
            Subscriptions.Action.allCases.map { Subscriptions(action: $0, watches: wallet.watches, sites: sites) },
            AskNode.all(chains, sites, pace),
            Unsupported.all,
        ]
        ethereum = single + families.joined()
    }
}
